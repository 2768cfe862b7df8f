import { throwIfCancelled } from "../../../core/engine/bounds.js";
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
  /** Bytes that are read together, at least; by default as many as arrive at once. */
  readonly batchBytes?: number;
}

/** Stream the rows of a query in batches. @throws EngineUnreachable if the result was cut short */
export async function* streamed<T>(
  scope: ReadScope,
  { plan, parts: { tables, parameters }, types, rows, batchBytes = 0 }: RowStream,
  read: (block: RowBlock) => readonly T[] | Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void> {
  const release = scope.holds.add();
  try {
    throwIfCancelled(scope.bounds);
    const sql = `${await plan()} FORMAT RowBinary`;
    const reader = new RowReader(types);
    let count = 0;
    // The deadline is that of a computation: a client may take its time to read.
    const bounds = { deadline: Infinity, signal: scope.bounds.signal };
    const chunks = scope.view.version.cluster.node.stream({ sql, tables, parameters, bounds });
    for await (const chunk of joinChunks(chunks, batchBytes)) {
      throwIfCancelled(scope.bounds);
      const block = reader.read(chunk);
      count += block.length;
      if (block.length > 0) yield await read(block);
    }
    throwIfCancelled(scope.bounds);
    reader.end();
    if (rows !== undefined && count !== rows) throw unreachable(new Error(`${count} of ${rows} rows were sent`));
  } finally {
    release();
  }
}

/** Join chunks until they have so many bytes together. */
async function* joinChunks(chunks: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer, void> {
  let joined: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    joined.push(chunk);
    size += chunk.length;
    if (size < bytes) continue;
    yield Buffer.concat(joined);
    [joined, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(joined);
}
