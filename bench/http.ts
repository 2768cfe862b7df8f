import { mulberry32 } from "./cube/cube.js";
import { DUCKDB_SETTINGS, type DuckDbSetting, settingPath } from "./http/duckdb-settings.js";
import { AGGREGATE_PATH, departmentsCut, QUESTION } from "./http/question.js";
import { readReply } from "./http/read-reply.js";
import { type ServerProcess, startProcess } from "./http/server-process.js";
import { CONNECTIONS, hasWrk, runWrk, type Traffic } from "./http/wrk.js";
import { NotInstalled } from "./peers/contestant.js";
import { markdownTable, print } from "./tables.js";

const THREADS = 2;
/** Seconds per run. Servers run in turn, so that other load on the machine slows all of them. */
const SECONDS = 5;
const ROUNDS = 5;
const SAMPLE = 50;
const DEPARTMENTS = 200;
const FIRST_SEED = 2;

/** Queries with answers of several sizes. */
const CACHED = {
  total: `${AGGREGATE_PATH}?dataset=cube`,
  "by year": `${AGGREGATE_PATH}?dataset=cube&drilldown=year`,
  "by function and region": QUESTION,
  "by programme": `${AGGREGATE_PATH}?dataset=cube&drilldown=programme.name&pagesize=900`,
  "by programme and region": `${AGGREGATE_PATH}?dataset=cube&drilldown=programme.name|region.name&pagesize=12000`,
};

/** Measure requests per second from 32 connections: cached answers, and answers that must be computed. */
export async function benchHttp(rows: number): Promise<void> {
  if (!hasWrk("the bench over HTTP")) return;
  const spendcube = await startProcess("serve-spendcube", [rows, THREADS]);
  try {
    await benchCached(spendcube);
    await benchCuts(spendcube, rows);
  } finally {
    await spendcube.stop();
  }
}

/** Compare cached aggregates with constant replies of the same headers and body, sent by uWebSockets.js alone. */
async function benchCached(spendcube: ServerProcess): Promise<void> {
  const lines: (readonly (string | number)[])[] = [];
  for (const [name, path] of Object.entries(CACHED)) {
    // The first answer may be sent in pieces.
    await readReply(spendcube.url + path);
    const reply = await readReply(spendcube.url + path);
    const constant = await startProcess("serve-constant", [], reply);
    try {
      const [own, limit] = await measure([spendcube.url + path, constant.url + path]);
      const ratio = own!.perSecond / limit!.perSecond;
      lines.push([name, Buffer.byteLength(reply.body), own!.perSecond, limit!.perSecond, ratio]);
    } finally {
      await constant.stop();
    }
  }
  print(`\ncached aggregates, requests per second; wrk, loopback, ${CONNECTIONS} connections\n`);
  print(markdownTable(["answer", "bytes", "spendcube", "the same bytes from uWebSockets.js alone", "ratio"], lines));
}

/** Compare Q3, cut to three random departments that differ in every request, with DuckDB behind Fastify. */
async function benchCuts(spendcube: ServerProcess, rows: number): Promise<void> {
  let duckDb: ServerProcess;
  try {
    duckDb = await startProcess("serve-duckdb", [rows, THREADS]);
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    return print(`DuckDB behind Fastify is left out: ${error.message}`);
  }
  try {
    for (const setting of DUCKDB_SETTINGS) await checkAnswers(spendcube.url, duckDb.url + settingPath(setting));
    const setting = await chooseSetting(duckDb.url);
    const urls = [spendcube.url + QUESTION, duckDb.url + settingPath(setting) + QUESTION];
    const [own, peer] = await measure(urls, FIRST_SEED);
    const name = `DuckDB behind Fastify, ${setting.spelling}, ${setting.connections} connections`;
    print(`\nQ3 of ${rows} entries cut to three random departments; ${THREADS} threads\n`);
    print(trafficTable({ spendcube: own!, [name]: peer! }));
    print(`\nspendcube / DuckDB: ${(own!.perSecond / peer!.perSecond).toFixed(1)}`);
  } finally {
    await duckDb.stop();
  }
}

/** Compare the answers of two servers to random cuts. @throws Error if they differ */
async function checkAnswers(one: string, other: string): Promise<void> {
  const random = mulberry32(3);
  for (let sample = 0; sample < SAMPLE; sample++) {
    const departments = new Set<number>();
    while (departments.size < 3) departments.add(Math.floor(random() * DEPARTMENTS));
    const path = QUESTION + departmentsCut([...departments]);
    const [answer, expected] = await Promise.all([one, other].map(async (base) => (await fetch(base + path)).text()));
    if (answer !== expected) throw new Error(`${one} and ${other} differ on ${path}:\n${answer}\n${expected}`);
  }
}

/** Find the setting in which DuckDB answers the most requests per second. */
async function chooseSetting(base: string): Promise<DuckDbSetting> {
  const tried: { setting: DuckDbSetting; perSecond: number }[] = [];
  for (const setting of DUCKDB_SETTINGS) {
    const { perSecond } = await runWrk(base + settingPath(setting) + QUESTION, SECONDS, FIRST_SEED - 1);
    tried.push({ setting, perSecond });
  }
  return tried.toSorted((a, b) => b.perSecond - a.perSecond)[0]!.setting;
}

/**
 * Measure servers in turn, after one run each to warm up.
 * @param seed seed of the first round for random cuts; each round uses another one
 * @returns per server the run with the median throughput
 */
async function measure(urls: readonly string[], seed?: number): Promise<readonly Traffic[]> {
  const runs: Traffic[][] = urls.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, url] of urls.entries()) {
      const traffic = await runWrk(url, SECONDS, seed === undefined ? undefined : seed + round);
      if (round > 0) runs[at]!.push(traffic);
    }
  }
  return runs.map((each) => each.toSorted((a, b) => a.perSecond - b.perSecond)[ROUNDS >> 1]!);
}

function trafficTable(servers: Readonly<Record<string, Traffic>>): string {
  return markdownTable(
    ["server", "requests per second", "median ms", "99th percentile ms", "p99 / median"],
    Object.entries(servers).map(([name, { perSecond, median, p99 }]) => [name, perSecond, median, p99, p99 / median]),
  );
}
