import type { Dimension, Model } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import type { Entry, Member } from "#src/core/engine/entry.js";

/** An immutable table in plain arrays; each column has one item per entry. */
export interface PlainTable {
  readonly model: Model;
  readonly ids: readonly string[];
  readonly sources: readonly number[];
  /** Number of each entry's record; `null` for none. */
  readonly records: readonly (number | null)[];
  /** One for each of `model.dimensions`. */
  readonly dimensions: readonly PlainDimension[];
  /** One for each of `model.measures`. */
  readonly measures: readonly PlainMeasure[];
}

export interface PlainDimension {
  readonly dimension: Dimension;
  /** Indexes into `members`. */
  readonly codes: readonly number[];
  /** Attribute values of each member. */
  readonly members: readonly (readonly Value[])[];
}

export interface PlainMeasure {
  /** Amounts times 10^`scale`. */
  readonly unscaled: readonly bigint[];
  readonly scale: number;
}

/** Return the member with a code; `null` for the missing value. */
export function memberAt({ dimension, members }: PlainDimension, code: number): Member | null {
  const values = members[code]!;
  if (
    (dimension.kind !== "compound" || dimension.derivation || dimension.sources) &&
    values[dimension.identity.index] === null
  )
    return null;
  return { id: code + 1, values: values.slice(0, dimension.attributes.length) };
}

export function entryAt(table: PlainTable, row: number): Entry {
  return {
    id: table.ids[row]!,
    members: table.dimensions.map((each) => memberAt(each, each.codes[row]!)),
    amounts: table.measures.map(({ unscaled, scale }) => ({ unscaled: unscaled[row]!, scale })),
    source: table.sources[row]!,
    record: table.records[row]!,
  };
}
