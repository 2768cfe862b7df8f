import { countRows, type QueryJob } from "./query-job.js";
import { OVERREAD } from "../memory/cube-memory.js";
import type { Pointer } from "../memory/pointer.js";
import type { GroupQuery } from "../query/query.js";
import type { CodeColumn, AmountValues, RowList } from "../query/table.js";

/** A query over entries that were copied to contiguous columns in scratch. */
export interface Gathered {
  readonly job: QueryJob;
  readonly query: GroupQuery;
}

/**
 * Copy the listed entries of the columns that a query reads to contiguous columns, so that a pass reads only them.
 * Cost: one random read per entry and column.
 */
export function gatherRows(job: QueryJob, query: GroupQuery, list: RowList): Gathered {
  const parts = job.segments
    .map(({ memory }, segment) => ({ memory, segment, rows: ownRows(job, segment, list) }))
    .filter(({ rows }) => rows.length > 0);
  const segments = parts.map(({ memory, rows }) => ({ memory, rows: rows.length }));
  const scratches = parts.map(({ segment }) => job.scratches[segment]!);
  const lists = parts.map(({ rows }, at) => scratches[at]!.put32(rows));
  const known = new Map<CodeColumn | AmountValues, readonly Pointer[]>();

  /** Copy a column once, even if it is used by both a cut and a key. */
  function gather(column: CodeColumn | AmountValues): readonly Pointer[] {
    let pointers = known.get(column);
    if (!pointers) {
      pointers = parts.map(({ segment, memory, rows }, at) => {
        const to = scratches[at]!.take(rows.length * column.width + OVERREAD);
        memory.exports.gatherItems(column.pointers[segment]!, column.width, lists[at]!, rows.length, to);
        return to;
      });
      known.set(column, pointers);
    }
    return pointers;
  }

  const codesOf = (column: CodeColumn): CodeColumn => {
    const { width, size } = column;
    return { pointers: gather(column), width, size };
  };
  const numbersOf = (column: AmountValues): AmountValues => {
    const { width, min, max } = column;
    return { pointers: gather(column), width, min, max };
  };
  // Without spreads: an object that begins with one gets a new hidden class each time, which costs more than adding up
  // few entries.
  const { pool, deadline, threads, parallelEntries, zones, visit } = job;
  const { cuts, keys, measures, extremes, weight, order, first, limit } = query;
  return {
    job: { segments, scratches, pool, deadline, threads, parallelEntries, zones, isZoned: false, visit },
    query: {
      segments,
      filter: null,
      cuts: cuts.map(({ column, pass }) => ({ column: codesOf(column), pass })),
      keys: keys.map(({ column, group, cardinality }) => ({ column: codesOf(column), group, cardinality })),
      measures: measures.map(numbersOf),
      extremes,
      weight,
      order,
      first,
      limit,
    },
  };
}

/** Return the listed rows of one segment, numbered from the segment's first row. */
export function ownRows({ segments }: QueryJob, segment: number, { rows: list }: RowList): Uint32Array {
  if (segments.length === 1) return list;
  const first = countRows(segments.slice(0, segment));
  const end = first + segments[segment]!.rows;
  return list.filter((row) => row >= first && row < end).map((row) => row - first);
}
