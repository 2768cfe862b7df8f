import type { TableAnalyser } from "../analysis/table-analyser.js";
import type { TableAnalysis } from "../analysis/table-analysis.js";
import { createThreads, type Threads } from "./threads.js";

/**
 * Looks through tables in a thread for each, so that this one goes on answering.
 * @param threads shared with others that do their work so
 */
export function analyserInThread(threads: Threads = createThreads()): TableAnalyser {
  return {
    async analyse({ onProgress, signal, ...request }) {
      const order = { kind: "analysis", ...request, watched: onProgress !== undefined } as const;
      const { analysis } = (await threads.carryOut(order, { onProgress, signal })) as {
        readonly analysis: TableAnalysis;
      };
      return analysis;
    },
  };
}
