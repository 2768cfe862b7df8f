import { type Bounds, throwIfCancelled } from "../../../core/engine/bounds.js";
import type { Reader } from "../../../core/engine/engine.js";
import type { Entry } from "../../../core/engine/entry.js";
import { compareDecimals } from "../../../core/model/values/decimal.js";
import { type Both, isSameValue, type SharedFields } from "../../../core/model/shared-fields.js";
import type { Dataset } from "../../../store/dataset.js";
import type { VersionChanges } from "./compare-versions.js";

/** An entry by which two versions differ. */
export interface ChangedEntry {
  readonly change: "added" | "removed" | "changed";
  /** Names of the shared fields whose values differ; empty unless it was changed. */
  readonly fields: readonly string[];
  /** `null` if it was added. */
  readonly before: Entry | null;
  /** `null` if it was removed. */
  readonly after: Entry | null;
}

/** Entries that are read at once. */
const BATCH = 1024;

/** Number of the entries that differ. */
export function countChanges({ rows }: Pick<VersionChanges, "rows">): number {
  return rows.added.length + rows.removed.length + rows.changed.after.length;
}

/** Read one page of the entries that differ: first those added, then those removed, then those changed. */
export async function* readChangedEntries(
  versions: Both<Dataset>,
  { rows, shared }: Pick<VersionChanges, "rows" | "shared">,
  { first, limit }: { readonly first: number; readonly limit: number },
  bounds: Bounds,
): AsyncGenerator<readonly ChangedEntry[], void> {
  const { added, removed, changed } = rows;
  const end = first + limit;
  const readers = { before: versions.before.engine.read(bounds), after: versions.after.engine.read(bounds) };
  try {
    let begin = 0;
    const part = (of: Uint32Array): Uint32Array => {
      const [from, to] = [Math.max(0, first - begin), Math.max(0, end - begin)];
      begin += of.length;
      return of.subarray(from, to);
    };
    for await (const entries of readAll(readers.after, part(added), bounds)) {
      yield entries.map((after) => ({ change: "added", fields: [], before: null, after }));
    }
    for await (const entries of readAll(readers.before, part(removed), bounds)) {
      yield entries.map((before) => ({ change: "removed", fields: [], before, after: null }));
    }
    const position = begin;
    const after = part(changed.after);
    begin = position;
    const before = part(changed.before);
    for (let at = 0; at < after.length; at += BATCH) {
      throwIfCancelled(bounds);
      const was = await readers.before.readRows(before.subarray(at, at + BATCH));
      const is = await readers.after.readRows(after.subarray(at, at + BATCH));
      yield is.map((entry, place) => ({
        change: "changed",
        fields: listDifferent(shared, was[place]!, entry),
        before: was[place]!,
        after: entry,
      }));
    }
  } finally {
    readers.before.release();
    readers.after.release();
  }
}

async function* readAll(reader: Reader, rows: Uint32Array, bounds: Bounds): AsyncGenerator<readonly Entry[], void> {
  for (let at = 0; at < rows.length; at += BATCH) {
    throwIfCancelled(bounds);
    yield await reader.readRows(rows.subarray(at, at + BATCH));
  }
}

function listDifferent({ dimensions, measures }: SharedFields, before: Entry, after: Entry): readonly string[] {
  const changed = dimensions.filter((dimension) => {
    const [was, is] = [before.members[dimension.before.index], after.members[dimension.after.index]];
    return dimension.attributes.some(
      (attribute) => !isSameValue(was?.values[attribute.before.index], is?.values[attribute.after.index]),
    );
  });
  const amounts = measures.filter(
    (measure) => compareDecimals(before.amounts[measure.before.index]!, after.amounts[measure.after.index]!) !== 0,
  );
  return [...changed, ...amounts].map((field) => field.after.name);
}
