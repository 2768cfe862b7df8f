/** How a query was answered. */
export interface AnswerTrace {
  /** The table that was read: the entries, or a rollup of them. */
  readonly table: "entries" | "cuboid";
  /** The rollup's dimensions and attributes, by name; `null` for entries. */
  readonly dimensions: readonly string[] | null;
  /** Rows of that table, and those of them that were looked at. */
  readonly rows: number;
  readonly visited: number;
  /** Blocks of rows that passes came to, and those of which nothing was read because nothing in them can match. */
  readonly blocks: number;
  readonly blocksSkipped: number;
  /** One after the other. */
  readonly steps: readonly WorkStep[];
}

export interface WorkStep {
  readonly step: string;
  readonly ms: number;
}

/** Measures steps that follow each other. */
export function timeSteps(): { readonly end: (step: string) => void; readonly steps: readonly WorkStep[] } {
  const steps: WorkStep[] = [];
  let begun = performance.now();
  return {
    steps,
    end(step) {
      const now = performance.now();
      steps.push({ step, ms: now - begun });
      begun = now;
    },
  };
}
