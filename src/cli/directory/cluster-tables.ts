import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Cluster } from "../../engines/clickhouse/client/cluster.js";
import { completeReplicas } from "../../engines/clickhouse/table/complete-replicas.js";
import { tableOfHeader } from "../../engines/clickhouse/table/version-header.js";
import type { LoadedTables } from "../../process/jobs/load-into-cluster.js";
import { listTableHeaders } from "../../store/disk/list-headers.js";

/** Directory with a file for each version that has tables in the cluster: only those are ever dropped. */
const TABLES = "clickhouse";
const NAME = /^s[0-9a-f]{12}$/;

/**
 * The tables that the versions of a data directory have in a cluster. Tables are noted before they are written. They are
 * dropped once no segment names them and nothing reads them: after a failed load, after a version was removed, and at
 * the next start after a crash.
 */
export class ClusterTables implements LoadedTables {
  readonly #cluster: Cluster;
  readonly #data: string;
  readonly #directory: string;
  readonly #onError: (error: unknown) => void;
  /** Number of uses of each table: loads that write it, and open versions. */
  readonly #used = new Map<string, number>();
  /** Tables that loads are writing. */
  readonly #loading = new Set<string>();
  #tail: Promise<void> = Promise.resolve();

  /** @param onError called if tables could not be dropped: they are at the next opportunity */
  constructor(cluster: Cluster, data: string, onError: (error: unknown) => void) {
    this.#cluster = cluster;
    this.#data = data;
    this.#directory = join(data, TABLES);
    this.#onError = onError;
  }

  async begin(table: string): Promise<void> {
    this.#loading.add(table);
    this.#use(table, 1);
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await writeFile(join(this.#directory, table), "", { mode: 0o600 });
  }

  async end(table: string): Promise<void> {
    this.#loading.delete(table);
    await this.#leave(table);
    await this.completeReplicas();
  }

  readonly noteOpen = (table: string): (() => void) => {
    this.#use(table, 1);
    return () => void this.#leave(table);
  };

  /** Give replicas that were down the tables that they lack, as far as that takes seconds. */
  completeReplicas(): Promise<void> {
    if (!this.#cluster.hasReplicas) return Promise.resolve();
    this.#tail = this.#tail.then(() => this.#completeReplicas()).catch(this.#onError);
    return this.#tail;
  }

  /** Drop the tables that nothing needs. One call runs after the other. */
  dropUnused(): Promise<void> {
    this.#tail = this.#tail.then(() => this.#dropUnused()).catch(this.#onError);
    return this.#tail;
  }

  async #dropUnused(): Promise<void> {
    const noted = (await readdir(this.#directory).catch((): string[] => [])).filter((name) => NAME.test(name));
    const unused = noted.filter((table) => !this.#used.has(table));
    if (unused.length === 0) return;
    const named = await this.#listNamed();
    const errors: unknown[] = [];
    for (const table of unused) {
      if (named.has(table) || this.#used.has(table)) continue;
      try {
        await this.#cluster.drop(table);
        await rm(join(this.#directory, table), { force: true });
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  async #completeReplicas(): Promise<void> {
    const named = await this.#listNamed();
    for (const table of this.#loading) named.delete(table);
    await completeReplicas(this.#cluster, named);
  }

  async #listNamed(): Promise<Set<string>> {
    return new Set((await listTableHeaders(this.#data)).flatMap((header) => tableOfHeader(header) ?? []));
  }

  async #leave(table: string): Promise<void> {
    this.#use(table, -1);
    await this.dropUnused();
  }

  #use(table: string, change: number): void {
    const uses = (this.#used.get(table) ?? 0) + change;
    if (uses > 0) this.#used.set(table, uses);
    else this.#used.delete(table);
  }
}
