import type { TableAnalyser } from "../../sources/analysis/table-analyser.js";
import type { TableAnalysis } from "../../sources/analysis/table-analysis.js";
import { createThreads, type Threads } from "./threads.js";

/**
 * Create an analyser that runs each analysis in its own thread, so that this thread can go on answering requests.
 * @param threads may be shared with other work
 */
export function analyserInThread(threads: Threads = createThreads()): TableAnalyser {
  return {
    async analyse({ onProgress, signal, ...request }) {
      const order = { kind: "analysis", ...request, watched: onProgress !== undefined } as const;
      const { analysis } = (await threads.runOrder(order, { onProgress, signal })) as {
        readonly analysis: TableAnalysis;
      };
      return analysis;
    },
  };
}
