import type { SignInService } from "../access/sign-in-service.js";
import type { TableAnalyser } from "../analysis/table-analyser.js";
import type { Bounds } from "../engine/bounds.js";
import type { Cancellation } from "../engine/cancellation.js";
import type { WorkQueue } from "../admission/work-queue.js";
import type { Drafts } from "./drafts/drafts.js";
import type { Loads } from "./loads/loads.js";
import type { Catalog } from "../store/catalog.js";

/** What the calls work on. */
export interface Context {
  /** Of the program. */
  readonly version: string;
  readonly catalog: Catalog;
  /** How loads are taken. */
  readonly loads: Loads;
  /** Tables that people are about to publish. */
  readonly drafts: Drafts;
  /** Looks through what they send. */
  readonly analyser: TableAnalyser;
  /** Where people sign in. */
  readonly signIn: SignInService;
  /** Where aggregations wait for their turn. */
  readonly queue: WorkQueue;
  /** Aborted when the server is to end. */
  readonly ending: AbortSignal;
  /** Answer for private datasets exactly as for missing ones. */
  readonly hidePrivate: boolean;
  /** Most clauses of one query. */
  readonly maxClauses: number;
  /** Most levels of parentheses and signs of a search. */
  readonly maxNesting: number;
  /** Most cells of one aggregation. */
  readonly maxCells: number;
  /** Most seconds of computation before an answer begins. */
  readonly maxSeconds: number;
}

/**
 * What a call that begins now may cost.
 * @param signal aborted when nobody waits for it any more
 */
export function queryBounds({ maxCells, maxSeconds }: Context, signal?: Cancellation): Bounds {
  return { maxCells, deadline: Date.now() + maxSeconds * 1000, signal };
}
