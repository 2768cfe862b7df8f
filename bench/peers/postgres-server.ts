import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { NotInstalled } from "./contestant.js";
import { importPeer } from "./import-peer.js";

interface Pg {
  readonly default: { readonly Client: new (options: object) => Client };
}
export interface Client {
  connect(): Promise<void>;
  query(sql: string): Promise<{ readonly rows: readonly Readonly<Record<string, string>>[] }>;
  end(): Promise<void>;
}

const PROGRAMS = "/usr/lib/postgresql";
const PORT = 54_329;

/**
 * Start a separate PostgreSQL server on this machine, and connect to it.
 * @param home directory to create for the server
 * @param threads number of processes per query
 * @throws NotInstalled if PostgreSQL is not on this machine
 */
export async function startPostgres(
  home: string,
  threads: number,
): Promise<{ readonly client: Client; stop(): Promise<void> }> {
  const { default: pg } = await importPeer<Pg>("pg");
  const stopServer = startServer(home, threads);
  const client = new pg.Client({ host: home, port: PORT, user: "bench", database: "postgres" });
  await client.connect();
  return {
    client,
    async stop() {
      await client.end();
      stopServer();
    },
  };
}

/** Start a server; as another user if this process is root, because PostgreSQL refuses root. */
function startServer(home: string, threads: number): () => void {
  const [version] = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).toSorted().toReversed() : [];
  if (!version) throw new NotInstalled("PostgreSQL is not installed: apt-get install postgresql");
  const programs = join(PROGRAMS, version, "bin");
  mkdirSync(home, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chmodSync(join(home, ".."), 0o755);
    spawnSync("chown", ["postgres", home]);
  }
  const wrap = (program: string, ...options: string[]): [string, string[]] =>
    isRoot
      ? ["runuser", ["-u", "postgres", "--", join(programs, program), ...options]]
      : [join(programs, program), options];
  const data = join(home, "data");
  const result = spawnSync(...wrap("initdb", "-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C"));
  if (result.status !== 0) throw new NotInstalled(`initdb failed: ${result.stderr}`);
  const settings = {
    listen_addresses: "",
    unix_socket_directories: home,
    port: String(PORT),
    shared_buffers: "3GB",
    work_mem: "512MB",
    maintenance_work_mem: "2GB",
    max_wal_size: "8GB",
    effective_cache_size: "8GB",
    random_page_cost: "1.1",
    jit: "off",
    max_parallel_workers_per_gather: String(threads - 1),
    max_parallel_maintenance_workers: "1",
    fsync: "off",
    autovacuum: "off",
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const control = (...own: string[]): number | null =>
    spawnSync(...wrap("pg_ctl", "-D", data, "-w", ...own), { stdio: "ignore" }).status;
  if (control("-l", join(home, "log"), "-o", options.join(" "), "start") !== 0)
    throw new Error("PostgreSQL does not start");
  const stop = (): void => void control("-m", "immediate", "stop");
  // Even if this process fails.
  process.once("exit", stop);
  return stop;
}
