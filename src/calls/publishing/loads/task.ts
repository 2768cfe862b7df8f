import type { Address } from "../../../sources/ingest/fetch/address.js";
import type { DownloadOptions } from "../../../sources/ingest/fetch/download.js";
import type { Progress } from "../../../sources/ingest/progress.js";
import type { Actor } from "../../../access/actor.js";
import type { OwnerReference } from "../../../store/disk/owners.js";
import type { Model } from "../../../core/model/cube.js";
import type { LoadRules } from "./load-rules.js";
import type { Run } from "./run.js";

/** A change of one dataset by some of its sources: all of them or none. */
export interface Task extends LoadRules {
  /** Model of the dataset afterwards. */
  readonly model: Model;
  /** Steps in their order. */
  readonly steps: readonly Step[];
  /** Directory of temporary files, and the limits of downloads. */
  readonly download: Omit<DownloadOptions, "signal">;
  /** True to make a new dataset private; an existing one keeps its setting. */
  readonly private: boolean;
  /** Users who will manage a new dataset. */
  readonly managers: readonly OwnerReference[];
  /** The requesting user, who must still have the right to the change when it is made. */
  readonly by: Actor;
  /** Drop all entries and sources of the dataset first. */
  readonly replace: boolean;
  /** Refuse a load that is warned of. */
  readonly failsOnWarnings?: boolean;
  /** Purge the version that it replaces, once it is replaced. */
  readonly purgeReplaced?: boolean;
  /** Keep copies of its sources, even if the catalog keeps none by itself. */
  readonly keepSources?: boolean;
  /** Skip a load that would change nothing. */
  readonly skipUnchanged: boolean;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The part of a task that is about one source. */
export interface Step {
  /** The run in its initial state. */
  readonly run: Run;
  /** Address of its rows; `null` to remove the source. */
  readonly address: Address | null;
  /** Model to read its rows with: the dataset's model, or one with the same fields. */
  readonly model: Model;
}
