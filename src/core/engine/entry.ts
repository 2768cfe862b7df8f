import type { Value } from "../model/values/value.js";
import type { Dimension } from "../model/cube.js";
import type { Decimal } from "../model/values/decimal.js";

/** A member of a dimension. A missing value is `null` instead of a member. */
export interface Member {
  /** Positive, stable for one version of the table. */
  readonly id: number;
  /** One value for each of `dimension.attributes`. */
  readonly values: readonly Value[];
  /** The first dataset that has it, and its dimension there, `null` for the dataset itself; absent for one dataset. */
  readonly home?: MemberHome;
}

export interface MemberHome {
  readonly dataset: string;
  readonly dimension: Dimension | null;
}

export interface Entry {
  /** 40 hexadecimal digits. */
  readonly id: string;
  /** One for each of `model.dimensions`. */
  readonly members: readonly (Member | null)[];
  /** One for each of `model.measures`. */
  readonly amounts: readonly Decimal[];
  /** Id of the source that last wrote the entry. */
  readonly source: number;
  /** Number of its record in that source; `null` if it is from none, or was loaded by an earlier version of the program. */
  readonly record: number | null;
}
