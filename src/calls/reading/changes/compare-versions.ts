import type { Bounds } from "../../../core/engine/bounds.js";
import { type ChangedRows, NO_CHANGES } from "../../../core/engine/changed-rows.js";
import type { Reader } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Measure } from "../../../core/model/cube.js";
import { type Both, type SharedFields, shareFields } from "../../../core/model/shared-fields.js";
import { type Decimal, subtractDecimals } from "../../../core/model/values/decimal.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Context } from "../../context.js";

/** A number of entries and their sum of each shared measure. */
export interface EntrySums {
  readonly numEntries: number;
  readonly sums: readonly Decimal[];
}

/**
 * How the entries of two versions that meet some filters differ. An entry that meets them only in the later version counts
 * as added, one that meets them only in the earlier version as removed.
 */
export interface VersionChanges {
  readonly shared: SharedFields;
  /** Rows, whose entries `readChangedEntries` reads. */
  readonly rows: ChangedRows;
  readonly added: EntrySums;
  readonly removed: EntrySums;
  readonly changed: Both<EntrySums>;
  readonly unchanged: EntrySums;
  readonly before: EntrySums;
  readonly after: EntrySums;
}

/** Versions and the filters that their entries must meet. */
export interface VersionComparison extends Both<Dataset> {
  readonly filters: Both<readonly Condition[]>;
}

/** Compare two versions: entries are joined by their ids. */
export function compareVersions(
  { changes }: Pick<Context, "changes">,
  { before, after, filters }: VersionComparison,
  bounds: Bounds,
): Promise<VersionChanges> {
  const shared = shareFields(before.model, after.model);
  return withReader(before, bounds, (earlier) =>
    withReader(after, bounds, async (later) => {
      const readers = { before: earlier, after: later };
      const all = await findRows(changes, { before, after }, readers, shared);
      const rows = filters.after.length + filters.before.length === 0 ? all : await narrow(all, readers, filters);
      return sumUp(rows, readers, filters, shared);
    }),
  );
}

async function findRows(
  changes: Context["changes"],
  { before, after }: Both<Dataset>,
  readers: Both<Reader>,
  shared: SharedFields,
): Promise<ChangedRows> {
  const [from, to] = [before.segment, after.segment];
  // A restored version shares its entries with the one that it was.
  if (from && to && from.file === to.file) return NO_CHANGES;
  const known = from && to && (await changes?.read(from, to));
  if (known) return known;
  const rows = await readers.after.compare(readers.before, shared);
  if (from && to) await changes?.write(from, to, rows);
  return rows;
}

/** Keep the entries that meet filters. */
async function narrow(
  { added, removed, changed }: ChangedRows,
  readers: Both<Reader>,
  filters: VersionComparison["filters"],
): Promise<ChangedRows> {
  const [isAdded, isRemoved, was, is] = [
    await readers.after.matchRows(added, filters.after),
    await readers.before.matchRows(removed, filters.before),
    await readers.before.matchRows(changed.before, filters.before),
    await readers.after.matchRows(changed.after, filters.after),
  ];
  const join = (...parts: readonly Uint32Array[]): Uint32Array => {
    const rows = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      rows.set(part, at);
      at += part.length;
    }
    return rows;
  };
  const isBoth = (_: number, at: number): boolean => was[at] === 1 && is[at] === 1;
  return {
    added: join(
      added.filter((_, at) => isAdded[at] === 1),
      changed.after.filter((_, at) => was[at] === 0 && is[at] === 1),
    ),
    removed: join(
      removed.filter((_, at) => isRemoved[at] === 1),
      changed.before.filter((_, at) => was[at] === 1 && is[at] === 0),
    ),
    changed: { before: changed.before.filter(isBoth), after: changed.after.filter(isBoth) },
  };
}

async function sumUp(
  rows: ChangedRows,
  readers: Both<Reader>,
  filters: VersionComparison["filters"],
  shared: SharedFields,
): Promise<VersionChanges> {
  const measures = {
    before: shared.measures.map((each) => each.before),
    after: shared.measures.map((each) => each.after),
  };
  const sum = async (side: keyof Both<unknown>, of: Uint32Array): Promise<EntrySums> => ({
    numEntries: of.length,
    sums: await readers[side].sumRows(of, measures[side]),
  });
  const total = (side: keyof Both<unknown>): Promise<EntrySums> =>
    totalOf(readers[side], measures[side], filters[side]);
  const [added, removed] = [await sum("after", rows.added), await sum("before", rows.removed)];
  const changed = {
    before: await sum("before", rows.changed.before),
    after: await sum("after", rows.changed.after),
  };
  const [before, after] = [await total("before"), await total("after")];
  return {
    shared,
    rows,
    added,
    removed,
    changed,
    unchanged: subtract(subtract(before, removed), changed.before),
    before,
    after,
  };
}

async function totalOf(
  reader: Reader,
  measures: readonly Measure[],
  filters: readonly Condition[],
): Promise<EntrySums> {
  const query = { filters, keys: [], measures, order: [], first: 0, limit: 0 };
  const { totals, numEntries } = await reader.aggregate(query);
  return { numEntries, sums: totals };
}

function subtract(from: EntrySums, part: EntrySums): EntrySums {
  return {
    numEntries: from.numEntries - part.numEntries,
    sums: from.sums.map((sum, at) => subtractDecimals(sum, part.sums[at]!)),
  };
}
