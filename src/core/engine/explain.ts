/** Trace of how a query was answered. */
export interface AnswerTrace {
  /** The table that was read: the entries, or a rollup of them. */
  readonly table: "entries" | "rollup";
  /** The rollup's dimensions and attributes, by name; `null` for entries. */
  readonly dimensions: readonly string[] | null;
  /** Rows of that table. */
  readonly rows: number;
  /** Rows that were scanned. */
  readonly visited: number;
  /** Blocks of rows that were read or skipped. */
  readonly blocks: number;
  /** Blocks that were skipped because their statistics rule out a match. */
  readonly blocksSkipped: number;
  /** Steps in the order in which they ran. */
  readonly steps: readonly WorkStep[];
}

export interface WorkStep {
  readonly step: string;
  readonly ms: number;
}

/** Return a clock that measures consecutive steps. */
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
