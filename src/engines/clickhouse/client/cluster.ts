import { setTimeout as wait } from "node:timers/promises";
import { EngineUnreachable, OverCapacity } from "../../../core/errors/errors.js";
import { describeNode } from "./describe-node.js";
import { unreachable } from "./failures.js";
import { ClusterNode, type NoteQuery } from "./node.js";
import { NodeState } from "./node-state.js";
import type { ClusterSettings, NodePlace } from "./settings.js";

/** Milliseconds within which a node answers a check. */
const CHECK_MS = 2000;
const GRACE_MS = 50;
/** Milliseconds after which a silent node is checked again. */
const RETRY_MS = 2000;
/** Milliseconds between two checks of all nodes. */
const WATCH_MS = 10_000;

/** The nodes of a cluster: one or several for each shard. */
export class Cluster {
  readonly name: string;
  readonly database: string;
  /** Clauses by which dictionaries read tables as the user. */
  readonly credentials: string;
  /** One node for each shard, in their order: the one that writes. */
  readonly nodes: readonly ClusterNode[];
  /** True if a shard has several nodes: tables are replicated then. */
  readonly hasReplicas: boolean;
  #next = 0;

  readonly #shards: readonly ClusterNode[][];
  readonly #settings: ClusterSettings;
  /** Nodes that have not answered yet. */
  readonly #missing: Set<ClusterNode>;
  /** Sentences about what does not answer, as of the last check. */
  health: readonly string[] = [];
  #watch: NodeJS.Timeout | null = null;
  #checking: Promise<readonly ClusterNode[]> | null = null;

  readonly #isWriting: boolean;

  /**
   * @param all with their places, if they are known
   * @param isWriting true if all queries begin at the nodes that write
   */
  constructor(settings: ClusterSettings, all: readonly ClusterNode[], isWriting = false) {
    this.#settings = settings;
    this.#isWriting = isWriting;
    this.name = settings.cluster;
    this.database = settings.database;
    this.credentials = `USER ${quote(settings.user)} PASSWORD ${quote(settings.password)}`;
    const places = all.flatMap(({ place }) => place ?? []);
    const shards = Array.from({ length: Math.max(...places.map(({ shard }) => shard + 1)) }, (): ClusterNode[] => []);
    this.#shards = shards;
    this.#missing = new Set(all.filter(({ place }) => !place));
    this.hasReplicas = settings.urls.length > shards.length;
    for (const node of all) if (node.place) shards[node.place.shard]!.push(node);
    if (!isWriting) for (const replicas of shards) for (const node of replicas) node.replicas = replicas;
    // A node that answered when it was reached last.
    this.nodes = shards.map((replicas) => replicas.find(({ isLost }) => !isLost) ?? replicas[0]!);
  }

  /** Settings by which another thread opens it: its nodes are known to be there. */
  get settings(): ClusterSettings {
    // The first of each shard writes.
    const all = [...this.all.toSorted((a, b) => Number(b.isReadable) - Number(a.isReadable)), ...this.#missing];
    return { ...this.#settings, urls: all.map(({ url }) => url), places: all.map(({ place }) => place) };
  }

  /** Settings by which another thread reads what this one loads: the threads share what they find out about nodes. */
  get readingSettings(): ClusterSettings {
    const all = [...this.all, ...this.#missing];
    return {
      ...this.#settings,
      urls: all.map(({ url }) => url),
      places: all.map(({ place }) => place),
      states: all.map(({ state }) => state.buffer),
    };
  }

  /** All nodes of each shard. One that has not answered yet is missing. */
  get shards(): readonly (readonly ClusterNode[])[] {
    return this.#shards;
  }

  /** Check that no shard is known to be silent. @param shard the only one to be asked @throws EngineUnreachable */
  refuseSilent(shard?: number): void {
    const silent = this.#shards.findIndex(
      (replicas, at) =>
        (shard === undefined || shard === at) && replicas.length > 0 && replicas.every(({ state }) => state.isSilent),
    );
    if (silent >= 0) throw unreachable(new Error(`Shard ${silent + 1} did not answer the last check`));
  }

  /** All nodes that have answered. */
  get all(): readonly ClusterNode[] {
    return this.shards.flat();
  }

  /** Return the node that a query begins at: each in turn. */
  get node(): ClusterNode {
    this.#addFound();
    const readers = this.hasReplicas && !this.#isWriting ? this.all.filter(({ isReadable }) => isReadable) : this.nodes;
    return readers.length > 0 ? readers[this.#next++ % readers.length]! : this.nodes[0]!;
  }

  /** Return the same cluster for a load: all that it does begins at the nodes that write. */
  forWriting(): Cluster {
    return this.hasReplicas ? new Cluster(this.settings, this.all, true) : this;
  }

  /** Run something on one node of each shard at once: the one that writes. */
  onAll<T>(run: (node: ClusterNode, shard: number) => Promise<T>): Promise<T[]> {
    return Promise.all(this.nodes.map(run));
  }

  /** Run something on every node at once. One that does not answer is left out, if its shard has another. */
  async onReplicas(run: (node: ClusterNode) => Promise<void>): Promise<void> {
    await Promise.all(
      this.shards.map(async (replicas) => {
        const reached = replicas.filter(({ isLost }) => !isLost);
        const results = await Promise.allSettled((reached.length > 0 ? reached : replicas).map(run));
        const failed = results.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
        const isEnough = failed.length < results.length && failed.every((each) => each instanceof EngineUnreachable);
        if (failed.length > 0 && !isEnough) throw failed[0];
      }),
    );
  }

  /**
   * Drop all tables and dictionaries whose names begin with a prefix.
   * @param nodes that have some; absent: all
   * @throws if a node is left that may have some: try again when it is back
   */
  async drop(prefix: string, nodes?: readonly ClusterNode[]): Promise<void> {
    const reached = nodes ?? this.all;
    const results = await Promise.allSettled(reached.map((node) => dropTables(node, prefix, this.hasReplicas)));
    const failed = results.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
    if (!nodes && this.#missing.size > 0)
      throw unreachable(new Error(`${listUrls(this.#missing)} has not answered yet`));
  }

  /** List the nodes that do not answer now. Calls at the same time share one check. */
  listLost(milliseconds = CHECK_MS): Promise<readonly ClusterNode[]> {
    this.#checking ??= this.#listLost(milliseconds).finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  async #listLost(milliseconds: number): Promise<readonly ClusterNode[]> {
    const { all } = this;
    const silent = await Promise.all(all.map((node) => isSilent(node, milliseconds)));
    for (const [at, node] of all.entries()) node.isLost = node.state.isSilent = silent[at]!;
    return all.filter((_, at) => silent[at]);
  }

  /** Notice queries from now on. */
  watchQueries(noteQuery: NoteQuery): void {
    for (const node of [...this.all, ...this.#missing]) node.noteQuery = noteQuery;
  }

  /**
   * Check at intervals which nodes answer; shorter ones while one is silent, because its shard is refused meanwhile.
   * @param complete called if a node that answers may lack tables
   */
  watchHealth(complete: () => Promise<void>): void {
    const check = async (): Promise<void> => {
      await this.checkHealth();
      if (this.all.some(({ isBehind, isLost }) => isBehind && !isLost)) await complete();
    };
    const watch = (): void => {
      const isWaiting = this.all.some(({ state }) => state.isSilent);
      const wait = isWaiting ? RETRY_MS : WATCH_MS;
      this.#watch = setTimeout(() => void check().finally(() => this.#watch && watch()), wait).unref();
    };
    if (!this.#watch) watch();
  }

  async checkHealth(): Promise<void> {
    await Promise.all([...this.#missing].map((node) => this.#findMissing(node)));
    await this.listLost();
    this.health = [
      ...this.shards.flatMap((replicas, shard) => {
        if (replicas.every(({ isLost }) => isLost))
          return [`Shard ${shard + 1} of the ClickHouse cluster does not answer`];
        return replicas.flatMap((node, at) => (node.isReadable ? [] : [describeReplica(node, at, shard)]));
      }),
      ...Array.from(this.#missing, () => "A server of the ClickHouse cluster has not answered since the start"),
    ];
  }

  close(): void {
    if (this.#watch) clearTimeout(this.#watch);
    this.#watch = null;
    for (const node of [...this.all, ...this.#missing]) node.close();
  }

  /** Read from nodes of which another thread has found out what they are. */
  #addFound(): void {
    for (const node of this.#missing) {
      const { shard } = node.state;
      if (shard !== null && !node.place) this.#add(node, { shard, replica: "" });
    }
  }

  #add(node: ClusterNode, place: NodePlace): void {
    const replicas = this.#shards[place.shard];
    if (!replicas || !this.#missing.delete(node)) return;
    node.place = place;
    node.replicas = replicas;
    replicas.push(node);
  }

  /** Ask a node that has not answered yet what it is. */
  async #findMissing(node: ClusterNode): Promise<void> {
    const { place, errors } = await describeNode(node, this.#settings);
    if (!place || errors.length > 0) return;
    // Other threads read it once they know its place.
    node.isLost = false;
    node.isBehind = true;
    this.#add(node, place);
  }
}

function describeReplica({ isLost }: ClusterNode, replica: number, shard: number): string {
  const state = isLost ? "does not answer" : "lacks tables, which it is fetching";
  return `Replica ${replica + 1} of shard ${shard + 1} of the ClickHouse cluster ${state}; the shard answers without it`;
}

async function isSilent(node: ClusterNode, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds + GRACE_MS;
  const before = node.state.answers;
  const reached = node.query({ sql: "SELECT 1", bounds: { deadline }, isOwn: true }).then(
    () => false,
    // A node that has too much to do answers.
    (error: unknown) => !(error instanceof OverCapacity) || error.limit === "deadline",
  );
  // A thread that computed all the time has not read the answer yet.
  const late = wait(milliseconds, undefined, { ref: false }).then(() => wait(GRACE_MS, true, { ref: false }));
  // A busy node may have answered others.
  return (await Promise.race([reached, late])) && node.state.answers === before;
}

/** Name nodes in a message. */
export function listUrls(nodes: Iterable<ClusterNode>): string {
  return Array.from(nodes, ({ url }) => url).join(" and ");
}

async function dropTables(node: ClusterNode, prefix: string, hasReplicas: boolean): Promise<void> {
  // Its data is not needed now, and it may not answer for long.
  if (hasReplicas && node.isLost) throw unreachable(new Error(`${node.url} does not answer`));
  const found = await node.queryRows({
    sql: `SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})
      ORDER BY engine = 'Dictionary' DESC FORMAT JSONCompact`,
    parameters: { prefix },
    isOwn: true,
  });
  // A table cannot be dropped before the dictionary that reads it.
  for (const [name, engine] of found) {
    await node.drop(engine === "Dictionary" ? "DICTIONARY" : "TABLE", name!);
  }
}

/** Open a cluster whose nodes were found to be right: the settings have their places. */
export function reopenCluster(settings: ClusterSettings): Cluster {
  const { urls, places, states } = settings;
  const nodes = urls.map(
    (url, at) => new ClusterNode(url, settings, places?.[at] ?? null, new NodeState(states?.[at])),
  );
  return new Cluster(settings, nodes);
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}
