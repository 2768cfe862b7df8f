import { throwIfCancelled } from "../../engine/bounds.js";
import { type BinaryType, type RowBlock, RowReader } from "../client/row-reader.js";
import { unreachable } from "../client/failures.js";
import type { ReadScope } from "./scope.js";
import type { StatementParts } from "./statement.js";

/** A query whose rows are streamed. */
export interface RowStream {
  /** Write the query; dictionaries that it names are there then. */
  readonly plan: () => Promise<string>;
  readonly parts: StatementParts;
  readonly types: readonly BinaryType[];
  /** Number of rows that there must be; absent if that is not known. */
  readonly rows?: number;
}

/** Stream the rows of a query in batches. @throws EngineUnreachable if the result was cut short */
export async function* streamed<T>(
  scope: ReadScope,
  { plan, parts: { tables, parameters }, types, rows }: RowStream,
  read: (block: RowBlock) => readonly T[],
): AsyncGenerator<readonly T[], void> {
  const release = scope.holds.add();
  try {
    throwIfCancelled(scope.bounds);
    const sql = `${await plan()} FORMAT RowBinary`;
    const reader = new RowReader(types);
    let count = 0;
    // The deadline is that of a computation: a client may take its time to read.
    const bounds = { deadline: Infinity, signal: scope.bounds.signal };
    for await (const chunk of scope.view.version.cluster.node.stream({ sql, tables, parameters, bounds })) {
      throwIfCancelled(scope.bounds);
      const block = reader.read(chunk);
      count += block.length;
      if (block.length > 0) yield read(block);
    }
    throwIfCancelled(scope.bounds);
    reader.end();
    if (rows !== undefined && count !== rows) throw unreachable(new Error(`${count} of ${rows} rows were sent`));
  } finally {
    release();
  }
}
