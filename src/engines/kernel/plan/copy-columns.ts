import type { QueryJob } from "./query-job.js";
import { OVERREAD } from "../memory/cube-memory.js";
import type { GroupQuery } from "../query/query.js";
import type { CodeColumn, AmountValues } from "../query/table.js";

/**
 * Copy the columns that a query reads to the scratch of a job, and return the query over the copies. The job's segments
 * have as many entries as the query's. Cost: copying each column once.
 */
export function copyColumns(job: QueryJob, query: GroupQuery): GroupQuery {
  const known = new Map<CodeColumn | AmountValues, CodeColumn | AmountValues>();

  function copy<C extends CodeColumn | AmountValues>(column: C): C {
    const before = known.get(column) as C | undefined;
    if (before) return before;
    const pointers = query.segments.map(({ memory, rows }, segment) => {
      const scratch = job.scratches[segment]!;
      const bytes = rows * column.width;
      const pointer = scratch.take(bytes + OVERREAD);
      scratch.memory.u8(pointer, bytes).set(memory.u8(column.pointers[segment]!, bytes));
      return pointer;
    });
    const copied = { ...column, pointers };
    job.zones.share(column, copied);
    known.set(column, copied);
    return copied;
  }

  return {
    ...query,
    segments: job.segments,
    cuts: query.cuts.map(({ column, pass }) => ({ column: copy(column), pass })),
    keys: query.keys.map((key) => ({ ...key, column: copy(key.column) })),
    measures: query.measures.map(copy),
  };
}
