import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { importPeer } from "../peers/import-peer.js";
import { NotInstalled } from "../peers/contestant.js";
import type { EnterSearch } from "./contestant.js";
import type { CorpusDimension } from "./corpus.js";
import type { Clause } from "./questions.js";
import { entriesPath, textsPath } from "./share.js";
import { questionSql, readFound } from "./sql.js";

interface Pg {
  readonly default: { readonly Client: new (options: object) => Client };
}
interface Client {
  connect(): Promise<void>;
  query(sql: string): Promise<{ readonly rows: readonly Readonly<Record<string, string>>[] }>;
  end(): Promise<void>;
}

const PROGRAMS = "/usr/lib/postgresql";
/** Weights tell the texts of four dimensions apart, and all others from them. */
const WEIGHTS = ["A", "B", "C"];
/** A word that no question asks for, so that no phrase goes from one text into the next. */
const GAP = "zzgap";

/**
 * A PostgreSQL server of its own on this machine: a `tsvector` of all texts in every entry, with a GIN index, and one on
 * the amounts. The vectors are put together from those of the distinct texts.
 */
export const enterPostgres: EnterSearch = async ({ dimensions }, threads, directory) => {
  const { default: pg } = await importPeer<Pg>("pg");
  const server = startServer(join(directory, `postgres-${threads}`), threads);
  const client = new pg.Client({ host: server.socket, port: PORT, user: "bench", database: "postgres" });
  await client.connect();
  const start = performance.now();
  const largest = dimensions.toSorted((a, b) => b.texts.length - a.texts.length);
  const weightOf = (dimension: CorpusDimension): string => WEIGHTS[largest.indexOf(dimension)] ?? "D";
  for (const dimension of dimensions) {
    const { name } = dimension;
    await client.query(`CREATE UNLOGGED TABLE ${name}_raw (code int, text text)`);
    await client.query(`COPY ${name}_raw FROM '${textsPath(directory, dimension)}' (FORMAT csv)`);
    const vector = `setweight(to_tsvector('simple', text || ' ${GAP}'), '${weightOf(dimension)}')`;
    await client.query(`CREATE UNLOGGED TABLE ${name}_texts AS SELECT code, ${vector} AS words FROM ${name}_raw`);
    await client.query(`ANALYZE ${name}_texts`);
  }
  const codes = dimensions.map(({ name }) => `${name} int`);
  await client.query(`CREATE UNLOGGED TABLE raw (id int, ${codes.join(", ")}, amount bigint)`);
  await client.query(`COPY raw FROM '${entriesPath(directory)}' (FORMAT csv)`);
  const words = dimensions.map(({ name }) => `${name}_texts.words`).join(" || ");
  const joins = dimensions.map(({ name }) => `JOIN ${name}_texts ON ${name}_texts.code = raw.${name}`).join(" ");
  await client.query(`CREATE UNLOGGED TABLE entries AS SELECT raw.*, ${words} AS words FROM raw ${joins}`);
  await client.query("DROP TABLE raw");
  await client.query("CREATE INDEX ON entries USING gin (words) WITH (fastupdate = off)");
  await client.query("CREATE INDEX ON entries (amount)");
  await client.query("VACUUM ANALYZE entries");
  const seconds = (performance.now() - start) / 1000;
  const { rows } = await client.query("SELECT pg_total_relation_size('entries') AS bytes");
  const megabytes = Number(rows[0]!["bytes"]) / 1e6;
  return {
    built: () => ({ seconds, megabytes }),
    plan(question) {
      const where = question.clauses.map((clause) => printClause(dimensions, weightOf, clause));
      const sql = questionSql(question, where.join(" AND "));
      return async () => {
        const found = (await client.query(sql)).rows;
        return readFound(
          question,
          found.map(({ part, n }) => [part!, Number(n)] as const),
        );
      };
    },
    async close() {
      await client.end();
      server.stop();
    },
  };
};

const PORT = 54_329;

/** PostgreSQL refuses to be root. */
function startServer(home: string, threads: number): { readonly socket: string; stop(): void } {
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
  const made = spawnSync(...wrap("initdb", "-D", data, "-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C"));
  if (made.status !== 0) throw new NotInstalled(`initdb failed: ${made.stderr}`);
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
  // Also when this process fails.
  process.once("exit", stop);
  return { socket: home, stop };
}

function printClause(
  dimensions: readonly CorpusDimension[],
  weightOf: (dimension: CorpusDimension) => string,
  clause: Clause,
): string {
  if ("from" in clause) return `amount BETWEEN ${clause.from} AND ${clause.to}`;
  if ("phrase" in clause) return `words @@ '${clause.phrase.join(" <-> ")}'::tsquery`;
  if ("prefix" in clause) return `words @@ '${clause.prefix}:*'::tsquery`;
  const dimension = dimensions.find(({ name }) => name === clause.dimension);
  return `words @@ '${clause.word}${dimension ? `:${weightOf(dimension)}` : ""}'::tsquery`;
}
