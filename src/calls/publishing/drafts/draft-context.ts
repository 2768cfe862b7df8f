import type { TableAnalyser } from "../../../sources/analysis/table-analyser.js";
import type { LoadContext } from "../loads/load-context.js";
import type { Drafts } from "./drafts.js";

/** The context of calls that prepare and publish tables. */
export interface DraftContext extends LoadContext {
  /** Tables that users are about to publish. */
  readonly drafts: Drafts;
  /** Analyses the tables. */
  readonly analyser: TableAnalyser;
}
