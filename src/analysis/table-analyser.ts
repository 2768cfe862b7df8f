import type { UnpackBounds } from "../ingest/fetch/bounds.js";
import { openFile } from "../ingest/fetch/open.js";
import type { Progress } from "../ingest/progress.js";
import { analyseTable } from "./analyse.js";
import type { TableAnalysis } from "./table-analysis.js";

/** A file that is to be looked through. */
export interface AnalysisRequest {
  readonly path: string;
  /** What to call it in messages. */
  readonly name: string;
  /** How far it may unpack. */
  readonly bounds: UnpackBounds;
  /** Called at most every 100 ms; its bytes are those that will be looked at, unpacked. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Looks through tables, in this thread or another. */
export interface TableAnalyser {
  /** @throws BadSource when it cannot be read, OverCapacity when there is not enough memory; the signal's reason */
  analyse(request: AnalysisRequest): Promise<TableAnalysis>;
}

/** Looks through them in this thread, which does little else meanwhile. */
export const analyserHere: TableAnalyser = {
  async analyse({ path, name, ...options }) {
    return analyseTable(await openFile(path, name), options);
  },
};
