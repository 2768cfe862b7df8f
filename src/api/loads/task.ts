import type { Address } from "../../ingest/fetch/address.js";
import type { DownloadOptions } from "../../ingest/fetch/download.js";
import type { Progress } from "../../ingest/progress.js";
import type { Model } from "../../model/cube.js";
import type { Run } from "./run.js";

/** A change of one dataset by some of its sources: all of them or none. */
export interface Task {
  /** Of the dataset afterwards. */
  readonly model: Model;
  /** In their order. */
  readonly steps: readonly Step[];
  /** Where a source that has to be fetched is kept while it is read, and the bounds of fetching. */
  readonly download: Omit<DownloadOptions, "signal">;
  /** Whether a new dataset is private; one that exists keeps its setting. */
  readonly private: boolean;
  /** Users who manage a new dataset. */
  readonly managers: readonly string[];
  /** Load the good rows and report the bad ones. */
  readonly skipInvalid: boolean;
  /** Drop what the dataset holds first. */
  readonly replace: boolean;
  /** Load nothing where it would come to what is there already. */
  readonly skipUnchanged: boolean;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What one source does to the dataset. */
export interface Step {
  /** As it is before it has begun. */
  readonly run: Run;
  /** Where its rows are; `null` where its entries are to go. */
  readonly address: Address | null;
  /** What its rows are read under: the dataset's model, or one with the same fields. */
  readonly model: Model;
}
