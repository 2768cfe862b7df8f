import { throwIfCancelled } from "../../../core/engine/bounds.js";
import { type BinaryType, type RowBlock, RowReader } from "../client/row-reader.js";
import { unreachable } from "../client/failures.js";
import { MAX_TIMER } from "../client/node.js";
import type { ReadScope } from "./scope.js";
import type { StatementParts } from "./statement.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import type { Cluster } from "../client/cluster.js";

/** A query whose rows are streamed. */
export interface RowStream {
  /** Write the query; dictionaries that it names are there then. */
  readonly plan: () => Promise<string>;
  readonly parts: StatementParts;
  readonly types: readonly BinaryType[];
  /** Number of rows that there must be; absent if that is not known. */
  readonly rows?: number;
  /** True if its first bytes must come within the time of the request: it has one page, which is put in order first. */
  readonly isPage?: boolean;
  /** Bytes that are read together, at least; by default as many as arrive at once. */
  readonly batchBytes?: number;
}

/**
 * Stream the rows of a query in batches.
 * @throws EngineUnreachable if the result was cut short, or a shard falls silent
 */
export async function* streamed<T>(
  scope: ReadScope,
  { plan, parts: { tables, parameters }, types, rows, batchBytes = 0, isPage = false }: RowStream,
  read: (block: RowBlock) => readonly T[] | Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void> {
  const release = scope.holds.add();
  const { cluster } = scope.view.version;
  try {
    scope.check();
    cluster.refuseSilent();
    const sql = `${await plan()} FORMAT RowBinary`;
    const reader = new RowReader(types);
    let count = 0;
    const shards = new ShardCancellation(scope.bounds.signal);
    const bounds = { deadline: isPage ? scope.waits.deadline : Infinity, signal: shards };
    const chunks = waitForEach(scope, shards, cluster.node.stream({ sql, tables, parameters, bounds }));
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

/** Wait for each chunk; if that takes long, check whether a shard is silent. */
async function* waitForEach(
  { waits, view, bounds }: ReadScope,
  shards: ShardCancellation,
  chunks: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Buffer, void> {
  const { cluster } = view.version;
  const patience = bounds.maxComputing ?? Infinity;
  try {
    for (;;) {
      const end = waits.begin();
      const check = (): void => void shards.check(cluster);
      const timer = patience < MAX_TIMER ? setInterval(check, patience / 2).unref() : undefined;
      const next = await chunks.next().finally(() => {
        end();
        clearInterval(timer);
      });
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw shards.error ?? error;
  } finally {
    await chunks.return();
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

/** Cancels a query when its request is cancelled, and when a shard turns out to be silent. */
class ShardCancellation implements Cancellation {
  /** Error about a silent shard; `null` as long as none is. */
  error: Error | null = null;
  readonly #request: Cancellation | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(request: Cancellation | undefined) {
    this.#request = request;
  }

  get aborted(): boolean {
    return this.error !== null || (this.#request?.aborted ?? false);
  }

  addEventListener(type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
    this.#request?.addEventListener(type, listener);
  }

  removeEventListener(type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
    this.#request?.removeEventListener(type, listener);
  }

  /** Check that all shards answer, and cancel the query if one does not. */
  async check(cluster: Pick<Cluster, "listLost" | "refuseSilent">): Promise<void> {
    await cluster.listLost();
    try {
      cluster.refuseSilent();
    } catch (error) {
      this.error = error as Error;
      for (const listener of this.#listeners) listener();
    }
  }
}
