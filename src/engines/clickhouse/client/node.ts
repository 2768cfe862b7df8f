import { randomUUID } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { type Bounds, throwIfCancelled } from "../../../core/engine/bounds.js";
import { queryTooLong } from "../../../core/errors/errors.js";
import { explainClusterError, isDamage, isLost, ServerError } from "./failures.js";
import { type ExternalTable, writeMultipart } from "./multipart.js";
import { NodeState } from "./node-state.js";
import { collect, lostConnection, PATIENCE, readChunks, send } from "./send.js";
import { ALWAYS, type ClusterSettings, type NodePlace, READING } from "./settings.js";

/** Milliseconds between two looks at the checks of health while an answer is waited for. */
const LOOK_MS = 250;
/** Connections that are kept open for queries to one node. */
const MAX_IDLE = 16;

/** A statement that reads. It contains no text of users: that goes into parameters and external tables. */
export interface Query {
  readonly sql: string;
  /** Values of `{name:Type}` in the statement. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly tables?: readonly ExternalTable[];
  readonly settings?: Readonly<Record<string, string>>;
  /** The deadline of a stream is that of its first bytes: a client may take its time to read. */
  readonly bounds?: Pick<Bounds, "deadline" | "signal">;
  /** True if it asks about this node alone: no other replica can answer. */
  readonly isOwn?: boolean;
}

/** How a query ended. `lost`: its connection, also the second one. */
export type QueryOutcome = "complete" | "lost" | "cut off" | "failed";

/** A query that has ended. */
export interface EndedQuery {
  readonly milliseconds: number;
  readonly outcome: QueryOutcome;
  /** Error of the cluster; `null` if there was none. */
  readonly error: unknown;
}

/** Called with each query that has ended. */
export type NoteQuery = (query: EndedQuery) => void;

/** One server of a cluster. */
export class ClusterNode {
  readonly url: string;
  /** Called with each query that has ended. */
  noteQuery: NoteQuery = () => {};
  /** State that other threads may share. */
  readonly state: NodeState;
  /** The nodes that have the same data, with this one. */
  replicas: readonly ClusterNode[] = [this];
  patience = PATIENCE;
  readonly #settings: ClusterSettings;
  readonly #agent: http.Agent;
  #place: NodePlace | null = null;

  constructor(
    url: string,
    settings: ClusterSettings,
    place: NodePlace | null = null,
    state: NodeState = new NodeState(),
  ) {
    this.url = url;
    this.state = state;
    if (place) this.place = place;
    this.#settings = settings;
    const options = { keepAlive: true, maxFreeSockets: MAX_IDLE };
    this.#agent = url.startsWith("https:") ? new https.Agent(options) : new http.Agent(options);
  }

  /** `null` until it has answered. */
  get place(): NodePlace | null {
    return this.#place;
  }

  set place(place: NodePlace | null) {
    this.#place = place;
    this.state.shard = place && place.shard;
  }

  /** True if it did not answer when it was asked last. */
  get isLost(): boolean {
    return this.state.isLost;
  }

  set isLost(isLost: boolean) {
    this.state.isLost = isLost;
  }

  /** True if it may lack tables that other replicas have. */
  get isBehind(): boolean {
    return this.state.isBehind;
  }

  set isBehind(isBehind: boolean) {
    this.state.isBehind = isBehind;
  }

  /** True if it answered when it was asked last, and has all tables. */
  get isReadable(): boolean {
    return !this.isLost && !this.isBehind;
  }

  /** Return the whole result of a query; it is sent once more, to another replica if there is one, if the connection is lost. */
  async query(query: Query): Promise<Buffer> {
    return this.#bounded(query, (run) =>
      this.#withRetry(query, async (node) => collect(await node.#read(query, run, READING), this.patience)),
    );
  }

  /** Return the rows of a query, which ends with `FORMAT JSONCompact`. */
  async queryRows(query: Query): Promise<readonly (readonly string[])[]> {
    return (JSON.parse((await this.query(query)).toString()) as { readonly data: readonly (readonly string[])[] }).data;
  }

  /** Stream the result of a query in chunks of any size. The caller counts the rows: they must be all. */
  async *stream(query: Query): AsyncGenerator<Buffer, void> {
    const settings = { ...READING, wait_end_of_query: "0" };
    const run = new Run();
    const end = this.#watch(query.bounds, run);
    let failure: unknown = null;
    try {
      const response = await this.#withRetry(query, (node) => node.#read(query, run, settings));
      run.abort = (reason) => response.destroy(reason);
      response.socket.setTimeout(0);
      for await (const chunk of readChunks(response, this.patience)) {
        run.endDeadline();
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw run.reason ?? explainClusterError(error);
    } finally {
      end();
      this.#note(run, failure);
    }
  }

  /** Run a statement that changes something. It is never sent twice. */
  async run(sql: string, settings: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#write(sql, "", { wait_end_of_query: "1", ...settings });
  }

  /** Drop a table, or a dictionary, that may be there. By default, servers refuse to drop large tables. */
  async drop(kind: "TABLE" | "DICTIONARY", name: string): Promise<void> {
    const noLimit = { max_table_size_to_drop: "0", max_partition_size_to_drop: "0" };
    await this.run(`DROP ${kind} IF EXISTS ${name} SYNC`, noLimit);
  }

  /** Insert rows. @param sql `INSERT INTO … FORMAT RowBinary` */
  async insert(sql: string, rows: Uint8Array): Promise<void> {
    await this.#write("", rows, { query: sql, async_insert: "0" });
  }

  /** Close all connections that are not in use. */
  close(): void {
    this.#agent.destroy();
  }

  /** Ask this node, and then the next replica, or this node again. */
  async #withRetry<T>({ isOwn = false }: Query, ask: (node: ClusterNode) => Promise<T>): Promise<T> {
    const first = isOwn ? this : this.#choose([this, ...this.#others]);
    try {
      return await first.#noteLoss(ask);
    } catch (error) {
      const next = isOwn ? this : first.#choose(first.#others);
      // A replica may lack a table, or have a damaged one.
      if (!isLost(error) && !(next !== first && isDamage(error))) throw error;
      return next.#noteLoss(ask);
    }
  }

  /** The other replicas, from the one after this on. */
  get #others(): readonly ClusterNode[] {
    const own = this.replicas.indexOf(this);
    return [...this.replicas.slice(own + 1), ...this.replicas.slice(0, own)];
  }

  /** Return the first node that can be read. */
  #choose(nodes: readonly ClusterNode[]): ClusterNode {
    return nodes.find(({ isReadable }) => isReadable) ?? nodes.find(({ isLost }) => !isLost) ?? nodes[0] ?? this;
  }

  async #noteLoss<T>(ask: (node: ClusterNode) => Promise<T>): Promise<T> {
    try {
      const answer = await ask(this);
      // It may have missed a load.
      if (this.isLost && this.replicas.length > 1) this.isBehind = true;
      this.state.noteAnswer();
      return answer;
    } catch (error) {
      this.isLost = isLost(error) && !(error instanceof ServerError);
      throw error;
    }
  }

  async #write(sql: string, rows: Uint8Array | string, settings: Readonly<Record<string, string>>): Promise<void> {
    try {
      // Servers close idle connections, and only reading can be repeated.
      const request = this.#request(settings, sql === "" ? rows : sql, false);
      await collect(await send(request), this.patience);
    } catch (error) {
      throw explainClusterError(error);
    }
  }

  async #read(
    { sql, parameters = {}, tables = [], settings = {}, bounds, isOwn = false }: Query,
    run: Run,
    reading: Readonly<Record<string, string>>,
  ): Promise<http.IncomingMessage> {
    const named = Object.entries(parameters).map(([name, value]) => [`param_${name}`, value]);
    const described = tables.flatMap(({ name, structure }) => [
      [`${name}_structure`, structure],
      [`${name}_format`, "RowBinary"],
    ]);
    const all = {
      ...reading,
      // A stream goes on after its deadline.
      ...(reading.wait_end_of_query === "1" && secondsLeft(bounds)),
      ...settings,
      ...Object.fromEntries([...named, ...described]),
      query_id: (run.id = randomUUID()),
    };
    run.node = this;
    const form = tables.length > 0 ? writeMultipart(sql, tables) : null;
    const request = this.#request(all, form?.body ?? sql, this.#agent);
    const giveUp = (): void => {
      if (this.state.isSilent && this.#others.some(({ isReadable }) => isReadable))
        run.abort?.(lostConnection(LOOK_MS));
    };
    const look = isOwn || this.replicas.length === 1 ? undefined : setInterval(giveUp, LOOK_MS);
    try {
      return await send({
        ...request,
        headers: { ...request.headers, ...(form && { "content-type": form.type }) },
        onStart: (abort) => {
          run.abort = abort;
          if (run.reason) abort(run.reason);
        },
      });
    } finally {
      clearInterval(look);
    }
  }

  #request(settings: Readonly<Record<string, string>>, body: Uint8Array | string, agent: http.Agent | false) {
    const { user, password, database, ca } = this.#settings;
    const url = new URL(this.url);
    for (const [name, value] of Object.entries({ database, ...ALWAYS, ...settings })) url.searchParams.set(name, value);
    return {
      url,
      headers: { "x-clickhouse-user": user, "x-clickhouse-key": password },
      body,
      agent,
      ca,
      patience: this.patience,
    };
  }

  async #bounded<T>({ bounds }: Query, compute: (run: Run) => Promise<T>): Promise<T> {
    const run = new Run();
    const end = this.#watch(bounds, run);
    let failure: unknown = null;
    try {
      return await compute(run);
    } catch (error) {
      failure = error;
      throw run.reason ?? explainClusterError(error);
    } finally {
      end();
      this.#note(run, failure);
    }
  }

  #note({ begun, reason }: Run, error: unknown): void {
    const outcome = reason ? "cut off" : error === null ? "complete" : isLost(error) ? "lost" : "failed";
    this.noteQuery({ milliseconds: performance.now() - begun, outcome, error });
  }

  /** End a run at its deadline, and when its answer is no longer needed. @returns ends the watch */
  #watch(bounds: Query["bounds"], run: Run): () => void {
    if (!bounds) return () => {};
    const { signal, deadline } = bounds;
    const stop = (reason: Error): void => {
      run.reason ??= reason;
      run.abort?.(run.reason);
      // Closing the connection cancels what only reads; this also ends what a proxy keeps open.
      if (run.id !== "") void (run.node ?? this).run(`KILL QUERY WHERE query_id = '${run.id}' ASYNC`).catch(() => {});
    };
    const onAbort = (): void => {
      try {
        throwIfCancelled({ signal });
      } catch (error) {
        stop(error as Error);
      }
    };
    signal?.addEventListener("abort", onAbort);
    const left = deadline - performance.now();
    const timer = left < MAX_TIMER ? setTimeout(() => stop(queryTooLong()), left) : undefined;
    run.endDeadline = () => clearTimeout(timer);
    return () => {
      run.endDeadline();
      signal?.removeEventListener("abort", onAbort);
    };
  }
}

/** Longest time that a timer can wait. */
export const MAX_TIMER = 2 ** 31 - 1;

/** A query that is running: its id, and how to end it. */
class Run {
  readonly begun = performance.now();
  id = "";
  node: ClusterNode | null = null;
  abort: ((reason: Error) => void) | null = null;
  reason: Error | null = null;
  /** Lets it go on after its deadline. */
  endDeadline: () => void = () => {};
}

/** Limit the time of the query in the cluster, too, should this process end. */
function secondsLeft(bounds: Query["bounds"]): Readonly<Record<string, string>> {
  if (!bounds || !Number.isFinite(bounds.deadline)) return {};
  return { max_execution_time: String(Math.max(1, Math.ceil((bounds.deadline - performance.now()) / 1000))) };
}
