import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Effort } from "../../../core/engine/query-cost.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Context } from "../../context.js";
import type { AdjustedRemarks, Adjustment } from "../../reading/adjust/adjustment.js";
import type { MemberChoice } from "./member-choice.js";

/** The adjustment of all figures of a page. */
export interface ScopeAdjustment {
  readonly adjustment: Adjustment;
  /** Receives what is to be said of each figure. */
  readonly note: (remarks: AdjustedRemarks | null) => void;
}

/**
 * The dataset that a page is about, and the services to read it. Its creator has checked the right to read the dataset.
 */
export interface PageScope {
  readonly context: Context;
  readonly actor: Actor;
  readonly dataset: Dataset;
  /** Prefix of every absolute link. */
  readonly origin: string;
  /** Members that its figures are cut to; default: none. */
  readonly choices?: readonly MemberChoice[] | undefined;
  /** The adjustment of its amounts; absent or `null` for amounts as paid. */
  readonly adjust?: ScopeAdjustment | null;
  readonly signal?: Cancellation | undefined;
  /** Receives the cost of the computation. */
  readonly effort?: Effort | undefined;
}
