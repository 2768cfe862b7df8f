import { countRows, type QueryJob } from "./query-job.js";
import { OVERREAD } from "../memory/cube-memory.js";
import type { Pointer } from "../memory/pointer.js";
import type { GroupQuery } from "../query/query.js";
import type { CodeColumn, AmountValues, RowList } from "../query/table.js";

/** A query over entries that lie side by side in scratch. */
export interface Gathered {
  readonly job: QueryJob;
  readonly query: GroupQuery;
}

/**
 * Copy what a query reads of the entries of a list side by side, so that they are all that there is to pass over.
 * Cost: for each entry and column one look somewhere in the table.
 */
export function gatherRows(job: QueryJob, query: GroupQuery, list: RowList): Gathered {
  const parts = job.segments
    .map(({ memory }, segment) => ({ memory, segment, rows: ownRows(job, segment, list) }))
    .filter(({ rows }) => rows.length > 0);
  const segments = parts.map(({ memory, rows }) => ({ memory, rows: rows.length }));
  const scratches = parts.map(({ segment }) => job.scratches[segment]!);
  const lists = parts.map(({ rows }, at) => scratches[at]!.put32(rows));
  const known = new Map<CodeColumn | AmountValues, readonly Pointer[]>();

  /** A column may be that of a cut and of a key. */
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
  // In full: what begins with a spread has a hidden class of its own each time, and few entries are soon summed up.
  const { pool, deadline, threads, parallelEntries, zones, visit } = job;
  const { cuts, keys, measures, weight, order, first, limit } = query;
  return {
    job: { segments, scratches, pool, deadline, threads, parallelEntries, zones, isZoned: false, visit },
    query: {
      segments,
      filter: null,
      cuts: cuts.map(({ column, pass }) => ({ column: codesOf(column), pass })),
      keys: keys.map(({ column, group, cardinality }) => ({ column: codesOf(column), group, cardinality })),
      measures: measures.map(numbersOf),
      weight,
      order,
      first,
      limit,
    },
  };
}

/** The rows of a segment, numbered from its first one. */
export function ownRows({ segments }: QueryJob, segment: number, { rows: list }: RowList): Uint32Array {
  if (segments.length === 1) return list;
  const first = countRows(segments.slice(0, segment));
  const end = first + segments[segment]!.rows;
  return list.filter((row) => row >= first && row < end).map((row) => row - first);
}
