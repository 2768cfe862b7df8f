import { LRUCache } from "lru-cache";
import type { YearSum } from "../../../core/engine/member-sums.js";
import type { Member } from "../../../core/engine/entry.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { Value } from "../../../core/model/values/value.js";
import type { Dataset } from "../../../store/dataset.js";

/** A member that was found in a version, by the name of its dimension. */
export interface KeptMember {
  readonly dimension: string;
  readonly member: Member;
  readonly numEntries: number;
  /** Its sums, where they are stored. */
  readonly years?: readonly YearSum[];
}

/** Entries of one member and year. */
export interface NamedRow {
  /** Identity of the member. */
  readonly member: string;
  /** `null` for entries without a date. */
  readonly year: string | null;
  /** Values of the identities of `apart`. */
  readonly apart: readonly Value[];
  readonly numEntries: number;
  readonly sums: readonly Decimal[];
}

/** Maximum number of names, and of rows, that are kept: some ten megabytes of each. */
const MAX_NAMES = 50_000;
const MAX_ROWS = 100_000;

/** The members of names in versions, as they were found last: the next version of a dataset is looked into anew, and no other. */
const FOUND = new LRUCache<string, readonly KeptMember[]>({ max: MAX_NAMES });

/** The sums of members in versions. */
const SUMMED = new LRUCache<string, readonly NamedRow[]>({
  maxSize: MAX_ROWS,
  sizeCalculation: (rows) => 1 + rows.length,
});

/** Return what is kept of a name in a version; else compute and keep it. */
export function keepFound(
  dataset: Dataset,
  name: readonly string[],
  find: () => Promise<readonly KeptMember[]>,
): Promise<readonly KeptMember[]> | readonly KeptMember[] {
  return keep(FOUND, keyOf(dataset, name), find);
}

/** Return the rows that are kept of members in a version; else compute and keep them. */
export function keepRows(
  dataset: Dataset,
  members: readonly (string | number)[],
  sum: () => Promise<readonly NamedRow[]>,
): Promise<readonly NamedRow[]> | readonly NamedRow[] {
  return keep(SUMMED, keyOf(dataset, members), sum);
}

function keep<Value extends object>(
  cache: LRUCache<string, Value>,
  key: string,
  compute: () => Promise<Value>,
): Promise<Value> | Value {
  return (
    cache.get(key) ??
    compute().then((value) => {
      cache.set(key, value);
      return value;
    })
  );
}

/** A version is unique among those of all datasets. */
function keyOf({ version, language }: Dataset, parts: readonly (string | number)[]): string {
  return JSON.stringify([version, language, ...parts]);
}
