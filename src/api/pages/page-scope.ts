import type { Cancellation } from "../../engine/cancellation.js";
import type { Effort } from "../../engine/query-cost.js";
import type { Dataset } from "../../store/dataset.js";
import type { Context } from "../context.js";

/** What the parts of a page about one dataset are read from. Whoever makes one has checked that the dataset may be read. */
export interface PageScope {
  readonly context: Context;
  readonly dataset: Dataset;
  /** Prefix of every absolute link. */
  readonly origin: string;
  readonly signal?: Cancellation | undefined;
  /** Told what computing takes. */
  readonly effort?: Effort | undefined;
}
