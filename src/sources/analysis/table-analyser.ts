import type { UnpackBounds } from "../ingest/fetch/bounds.js";
import { openAs } from "../ingest/fetch/open.js";
import type { Progress } from "../ingest/progress.js";
import { ANALYSIS_BOUNDS, type AnalysisBounds } from "./analyse.js";
import { analyseSource } from "./analyse-source.js";
import type { Definition } from "./column-uses.js";
import type { TableAnalysis } from "./table-analysis.js";

/** A request to analyse a file. */
export interface AnalysisRequest {
  readonly path: string;
  /** Name of the file in messages, in quotes if it is no URL. */
  readonly name: string;
  /** Rules of the table, as in `dataset.table` of a model; `null` or absent: those that its rows call for. */
  readonly table?: Definition | null | undefined;
  /** The encoding of the file, if it is known; otherwise its bytes show it. */
  readonly encoding?: string | null | undefined;
  /** Limits of the analysis; by default `ANALYSIS_BOUNDS`. */
  readonly limits?: AnalysisBounds;
  /** Limits for unpacking a gzipped file. */
  readonly bounds: UnpackBounds;
  /** Called at most every 100 ms; counts unpacked bytes, up to the limit of the analysis. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Analyses tables, in this thread or another. */
export interface TableAnalyser {
  /** @throws BadSource if it cannot be read, OverCapacity if there is not enough memory; the signal's reason */
  analyse(request: AnalysisRequest): Promise<TableAnalysis>;
}

/** Analyses tables in this thread, which does little else meanwhile. */
export const analyserHere: TableAnalyser = {
  async analyse({ path, name, limits = ANALYSIS_BOUNDS, ...options }) {
    return analyseSource(await openAs(path, name), options, limits);
  },
};
