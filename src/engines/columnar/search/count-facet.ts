import type { FacetCounts } from "../../../core/engine/search.js";
import type { Kernel } from "../../kernel/kernel.js";
import { TooManyGroups } from "../../kernel/memory/errors.js";
import type { CodeCut, KernelBounds } from "../../kernel/query/query.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { AttributeField } from "../../../core/query/condition/field.js";
import type { FacetQuery } from "../../../core/query/search/query.js";
import type { Pace } from "../../../core/engine/pace.js";
import { openAmounts } from "../table/open-columns.js";
import { readIdTexts } from "../table/read-ids.js";
import { readCodes } from "../table/read-codes.js";
import type { IndexedTable } from "../select/select-members.js";
import type { ColumnarTable, MeasureColumn } from "../table/table.js";
import type { Matches } from "./matches.js";
import { planSortPasses } from "./sort-keys.js";
import { radixSort } from "./radix-sort.js";
import { type CountedRanks, topCounts } from "./top-counts.js";
import type { UnfilteredCache } from "./unfiltered-cache.js";

/** Members above which a facet is counted here: the kernel would sort a cell for each. */
const MANY_MEMBERS = 2 ** 16;
/** Matches that are counted here, whatever the table: in thousands of small ones, the kernel would take longer to be made. */
const FEW_MATCHES = 2 ** 10;
/** Rows between two checks. */
const BLOCK = 2 ** 14;

/** A table with the cached results of searches for all its rows. */
export interface CountedTable extends IndexedTable {
  readonly whole: UnfilteredCache;
  readonly pace: Pace;
}

/**
 * Count matches by the values of a field: the largest count first, then by value.
 * Cost: nothing if all entries match and were counted by the field before. For few matches a step for each, for many a
 * pass of the kernel over a code column; measures and ids are sorted.
 */
export function countFacet(
  kernel: Kernel,
  { postingLists, whole, pace: { check } }: CountedTable,
  found: Matches,
  { field, first, limit }: FacetQuery,
  bounds: KernelBounds,
): FacetCounts {
  switch (field.is) {
    case "attribute": {
      const count = (from: number, max: number): CountedRanks =>
        found.count <= FEW_MATCHES || postingLists.areFew(found.count)
          ? countHere(found, field, from, max, check)
          : found.table.dimensions[field.dimension.index]!.attributes[0]!.length > MANY_MEMBERS
            ? countHere(found, field, from, max, check, bounds.maxGroups)
            : countInKernel(kernel, found, field, from, max, bounds, check);
      return readPage(
        found.table,
        field,
        found.bitmap === null ? whole.page(field, first, limit, count) : count(first, limit),
      );
    }
    case "measure":
      return countAmounts(found, found.table.measures[field.measure.index]!, first, limit, check);
    case "id":
      return listIds(found, first, limit, check);
  }
}

/** @throws TooManyGroups above `maxGroups` values */
function countHere(
  { table, list }: Matches,
  field: AttributeField,
  first: number,
  limit: number,
  check: () => void,
  maxGroups = Infinity,
): CountedRanks {
  const { codes, ranks } = table.dimensions[field.dimension.index]!;
  const { rankOf, memberAt, missing } = ranks.of(field.attribute.index, check);
  const counts = new Uint32Array(memberAt.length);
  for (let from = 0; from < list.length; from += BLOCK) {
    check();
    const own = readCodes(table, codes, list.subarray(from, from + BLOCK));
    for (let at = 0; at < own.length; at++) counts[rankOf[own[at]!]!]!++;
  }
  if (missing >= 0) counts[missing] = 0;
  if (maxGroups < counts.length) {
    let groups = 0;
    for (let rank = 0; rank < counts.length; rank++) groups += Number(counts[rank]! > 0);
    if (groups > maxGroups) throw new TooManyGroups(maxGroups);
  }
  return topCounts(counts, first, limit, check);
}

function countInKernel(
  kernel: Kernel,
  { table, bitmap }: Matches,
  field: AttributeField,
  first: number,
  limit: number,
  bounds: KernelBounds,
  check: () => void,
): CountedRanks {
  const { codes, ranks } = table.dimensions[field.dimension.index]!;
  const { rankOf, memberAt, missing } = ranks.of(field.attribute.index, check);
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
function countAmounts(
  { table, list }: Matches,
  column: MeasureColumn,
  first: number,
  limit: number,
  check: () => void,
): FacetCounts {
  const amountOf = openAmounts(table, column);
  const { scale } = column;
  const sorted = new Float64Array(list.length);
  for (let at = 0; at < list.length; at++) {
    if (at % 1024 === 0) check();
    sorted[at] = decimalNumber({ unscaled: amountOf(list[at]!), scale });
  }
  sorted.sort();
  check();
  const starts: number[] = [];
  for (let at = 0; at < sorted.length; at++) if (at === 0 || sorted[at] !== sorted[at - 1]) starts.push(at);
  const runs = Uint32Array.from(starts, (start, rank) => (starts[rank + 1] ?? sorted.length) - start);
  const page = topCounts(runs, first, limit, check);
  return { values: Array.from(page.ranks, (rank) => sorted[starts[rank]!]!), counts: page.counts };
}

/** List ids in order. They are unique: each count is 1. */
function listIds({ table, list }: Matches, first: number, limit: number, check: () => void): FacetCounts {
  const hits = radixSort(
    list.length,
    planSortPasses(table, [{ by: "id", descending: false }], list, null, check),
    first,
    limit,
    check,
  );
  return {
    values: readIdTexts(
      table,
      Array.from(hits, (hit) => list[hit]!),
    ),
    counts: new Float64Array(hits.length).fill(1),
  };
}
