import type { FacetCounts } from "../../engine/search.js";
import type { Kernel } from "../../kernel/kernel.js";
import type { CodeCut, KernelBounds } from "../../kernel/query/query.js";
import { decimalNumber } from "../../model/values/decimal.js";
import type { AttributeField } from "../../query/condition/field.js";
import type { FacetQuery } from "../../query/search/query.js";
import { openAmounts, openIdTexts } from "../table/open-columns.js";
import { readCodes } from "../table/read-codes.js";
import type { IndexedTable } from "../select/select-members.js";
import type { ColumnarTable, MeasureColumn } from "../table/table.js";
import type { Matches } from "./matches.js";
import { planSortPasses } from "./sort-keys.js";
import { radixSort } from "./radix-sort.js";
import { type CountedRanks, topCounts } from "./top-counts.js";
import type { UnfilteredCache } from "./unfiltered-cache.js";

/** A table with the cached results of searches for all its rows. */
export interface CountedTable extends IndexedTable {
  readonly whole: UnfilteredCache;
}

/**
 * Count matches by the values of a field: the largest count first, then by value.
 * Cost: nothing if all entries match and were counted by the field before. For few matches a step for each, for many a
 * pass of the kernel over a code column; measures and ids are sorted.
 */
export function countFacet(
  kernel: Kernel,
  { postingLists, whole }: CountedTable,
  found: Matches,
  { field, first, limit }: FacetQuery,
  bounds: KernelBounds,
): FacetCounts {
  switch (field.is) {
    case "attribute": {
      const count = (from: number, max: number): CountedRanks =>
        postingLists.areFew(found.count)
          ? countHere(found, field, from, max)
          : countInKernel(kernel, found, field, from, max, bounds);
      return readPage(
        found.table,
        field,
        found.bitmap === null ? whole.page(field, first, limit, count) : count(first, limit),
      );
    }
    case "measure":
      return countAmounts(found, found.table.measures[field.measure.index]!, first, limit);
    case "id":
      return listIds(found, first, limit);
  }
}

function countHere({ table, list }: Matches, field: AttributeField, first: number, limit: number): CountedRanks {
  const { codes, ranks } = table.dimensions[field.dimension.index]!;
  const { rankOf, memberAt, missing } = ranks.of(field.attribute.index);
  const counts = new Uint32Array(memberAt.length);
  const own = readCodes(table, codes, list);
  for (let at = 0; at < own.length; at++) counts[rankOf[own[at]!]!]!++;
  if (missing >= 0) counts[missing] = 0;
  return topCounts(counts, first, limit);
}

function countInKernel(
  kernel: Kernel,
  { table, bitmap }: Matches,
  field: AttributeField,
  first: number,
  limit: number,
  bounds: KernelBounds,
): CountedRanks {
  const { codes, ranks } = table.dimensions[field.dimension.index]!;
  const { rankOf, memberAt, missing } = ranks.of(field.attribute.index);
  const { keys, counts } = kernel.aggregate(
    {
      segments: table.segments,
      filter: bitmap,
      cuts: missing < 0 ? [] : [present(codes, rankOf, missing)],
      keys: [{ column: codes, group: rankOf, cardinality: Math.max(1, memberAt.length) }],
      measures: [],
      order: [{ by: "count", descending: true }],
      first,
      limit: Math.min(limit, Number.MAX_SAFE_INTEGER),
    },
    bounds,
  );
  return { ranks: keys[0]!, counts };
}

function readPage(
  { dimensions }: ColumnarTable,
  { dimension, attribute, whole }: AttributeField,
  { ranks: page, counts }: CountedRanks,
): FacetCounts {
  const { ranks, pickMembers, attributes } = dimensions[dimension.index]!;
  const { memberAt } = ranks.of(attribute.index);
  const members = page.map((rank) => memberAt[rank]!);
  return { values: whole ? pickMembers(members) : attributes[attribute.index]!.pick(members), counts };
}

/** Return a cut that leaves out entries without a value: these are not counted. */
function present(column: CodeCut["column"], rankOf: Uint32Array, missing: number): CodeCut {
  const pass = new Uint8Array(column.size);
  rankOf.forEach((rank, code) => (pass[code] = Number(rank !== missing)));
  return { column, pass };
}

/** Count amounts by their nearest doubles. */
function countAmounts({ table, list }: Matches, column: MeasureColumn, first: number, limit: number): FacetCounts {
  const amountOf = openAmounts(table, column);
  const { scale } = column;
  const sorted = Float64Array.from(list, (row) => decimalNumber({ unscaled: amountOf(row), scale }));
  sorted.sort();
  const starts: number[] = [];
  for (let at = 0; at < sorted.length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) starts.push(at);
  const runs = Uint32Array.from(starts, (start, rank) => (starts[rank + 1] ?? sorted.length) - start);
  const page = topCounts(runs, first, limit);
  return { values: Array.from(page.ranks, (rank) => sorted[starts[rank]!]!), counts: page.counts };
}

/** List ids in order. They are unique: each count is 1. */
function listIds({ table, list }: Matches, first: number, limit: number): FacetCounts {
  const hits = radixSort(
    list.length,
    planSortPasses(table, [{ by: "id", descending: false }], list, null),
    first,
    limit,
  );
  const idOf = openIdTexts(table);
  return {
    values: Array.from(hits, (hit) => idOf(list[hit]!)),
    counts: new Float64Array(hits.length).fill(1),
  };
}
