/** How a query was answered. */
export interface AnswerTrace {
  /** What was read: the entries themselves, or sums of them that were made before. */
  readonly table: "entries" | "cuboid";
  /** What the sums are for each combination of, dimensions and attributes by name; `null` for entries. */
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
