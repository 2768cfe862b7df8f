import type { GroupKey, GroupOrder } from "../query/query.js";

/** The order of groups and the requested page, as in `GroupQuery`. */
export interface PageQuery {
  readonly keys: readonly Pick<GroupKey, "cardinality">[];
  readonly measures: readonly unknown[];
  readonly weight?: number | undefined;
  readonly order: readonly GroupOrder[];
  readonly first: number;
  readonly limit: number;
}
