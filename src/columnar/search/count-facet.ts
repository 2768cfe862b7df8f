import { compareValues } from "../../engine/compare.js";
import type { FacetCounts } from "../../engine/search.js";
import type { Kernel } from "../../kernel/kernel.js";
import type { CodeCut, KernelBounds } from "../../kernel/query.js";
import type { RowBitmap } from "../../kernel/table.js";
import { decimalNumber } from "../../model/decimal.js";
import type { AttributeField } from "../../query/search/field.js";
import type { FacetQuery } from "../../query/search/query.js";
import { openAmounts, openIdTexts, type ReadRow } from "../open-columns.js";
import { listRows, rowsFrom } from "../row-bitmaps.js";
import type { ColumnarTable, MeasureColumn } from "../table.js";

/**
 * Count the entries of a bitmap by a field, the largest count first, then by value.
 * @param rows `null`: every entry
 * Cost: a pass of the kernel over one code column; ids and measures are counted one by one.
 */
export function countFacet(
  kernel: Kernel,
  table: ColumnarTable,
  rows: RowBitmap | null,
  { field, first, limit }: FacetQuery,
  bounds: KernelBounds,
): FacetCounts {
  if (field.is === "attribute") return countMembers(kernel, table, rows, field, first, limit, bounds);
  const counts = new Map<string | number, number>();
  const valueOf = field.is === "id" ? openIdTexts(table) : openDoubles(table, table.measures[field.measure.index]!);
  for (const row of rows ? listRows(rows, table) : rowsFrom(0, table.rows)) {
    const value = valueOf(row);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const page = [...counts].toSorted((a, b) => b[1] - a[1] || compareValues(a[0], b[0])).slice(first, first + limit);
  return { values: page.map(([value]) => value), counts: Float64Array.from(page, ([, count]) => count) };
}

function openDoubles(table: ColumnarTable, column: MeasureColumn): ReadRow<number> {
  const amountOf = openAmounts(table, column);
  return (row) => decimalNumber({ unscaled: amountOf(row), scale: column.scale });
}

function countMembers(
  kernel: Kernel,
  table: ColumnarTable,
  rows: RowBitmap | null,
  { dimension, attribute, whole }: AttributeField,
  first: number,
  limit: number,
  bounds: KernelBounds,
): FacetCounts {
  const { codes, ranks, attributes, pickMembers } = table.dimensions[dimension.index]!;
  const { rankOf, memberAt, missing } = ranks.of(attribute.index);
  const page = kernel.aggregate(
    {
      segments: table.segments,
      filter: rows,
      cuts: missing < 0 ? [] : [present(codes, rankOf, missing)],
      keys: [{ column: codes, group: rankOf, cardinality: Math.max(1, memberAt.length) }],
      measures: [],
      order: [{ by: "count", descending: true }],
      first,
      limit: Math.min(limit, Number.MAX_SAFE_INTEGER),
    },
    bounds,
  );
  const members = page.keys[0]!.map((rank) => memberAt[rank]!);
  return { values: whole ? pickMembers(members) : attributes[attribute.index]!.pick(members), counts: page.counts };
}

/** No value is not counted. */
function present(column: CodeCut["column"], rankOf: Uint32Array, missing: number): CodeCut {
  const pass = new Uint8Array(column.size);
  rankOf.forEach((rank, code) => (pass[code] = Number(rank !== missing)));
  return { column, pass };
}
