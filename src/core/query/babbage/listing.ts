import type { PageRange } from "../page.js";
import type { BoundSetCuts } from "./bind-set-cuts.js";
import type { ShownCriterion } from "./request.js";

/** A request for a list, bound to a model. */
export interface BoundListing<Query = unknown, Column = unknown> {
  readonly query: Query;
  readonly cuts: BoundSetCuts;
  readonly columns: readonly Column[];
  readonly order: readonly ShownCriterion[];
  readonly page: PageRange;
  /** Text that differs for queries with different answers. */
  readonly canonical: string;
}

/** Fields that a request refers to, in the order of its answer. */
type Referred = readonly { readonly ref: string }[];

/** Write the canonical text of a listing. @param lists fields that it refers to */
export function canonicalOf(
  { cuts, order, page }: Pick<BoundListing, "cuts" | "order" | "page">,
  ...lists: readonly Referred[]
): string {
  const references = lists.map((list) => list.map(({ ref }) => ref));
  return JSON.stringify([cuts.shown, ...references, order, page.page, page.pagesize]);
}
