import { mulberry32 } from "./cube/cube.js";
import { DUCKDB_SETTINGS, type DuckDbSetting, settingPath } from "./http/duckdb-settings.js";
import { departmentsCut, QUESTION } from "./http/question.js";
import type { Constant } from "./http/serve-constant.js";
import { type ServerProcess, startProcess } from "./http/server-process.js";
import { CONNECTIONS, requireWrk, runWrk, type Traffic } from "./http/wrk.js";
import { NotInstalled } from "./peers/contestant.js";
import { markdownTable, print } from "./tables.js";

const THREADS = 2;
const SECONDS = 15;
/** To warm up, and to choose between settings. */
const SHORT = 4;
const SAMPLE = 50;
const DEPARTMENTS = 200;

/** Requests a second from 32 connections: answers that are ready, and answers that nobody has asked for before. */
export async function benchHttp(rows: number): Promise<void> {
  try {
    requireWrk();
  } catch (error) {
    return leaveOut("the bench over HTTP", error);
  }
  const spendcube = await startProcess("serve-spendcube", [rows, THREADS]);
  try {
    await benchReady(spendcube);
    await benchCuts(spendcube, rows);
  } finally {
    await spendcube.stop();
  }
}

/** A cached aggregate beside a constant reply with the same headers and body, from nothing but the same server. */
async function benchReady(spendcube: ServerProcess): Promise<void> {
  const url = spendcube.url + QUESTION;
  const reply = await readReply(url);
  const constant = await startProcess("serve-constant", [], reply);
  try {
    const own = await measure(url);
    const limit = await measure(constant.url + QUESTION);
    const title = `cached aggregate of ${Buffer.byteLength(reply.body)} bytes`;
    print(`\n${title}; wrk, loopback, ${CONNECTIONS} connections, one thread\n`);
    print(trafficTable({ [title]: own, "the same bytes from uWebSockets.js alone": limit }));
    print(`\nratio ${(own.perSecond / limit.perSecond).toFixed(2)}`);
  } finally {
    await constant.stop();
  }
}

/** Q3 cut to three random departments, others in every request, beside DuckDB behind Fastify. */
async function benchCuts(spendcube: ServerProcess, rows: number): Promise<void> {
  let duckDb: ServerProcess;
  try {
    duckDb = await startProcess("serve-duckdb", [rows, THREADS]);
  } catch (error) {
    return leaveOut("DuckDB behind Fastify", error);
  }
  try {
    for (const setting of DUCKDB_SETTINGS) await checkAnswers(spendcube.url, duckDb.url + settingPath(setting));
    const setting = await chooseSetting(duckDb.url);
    const peer = await measure(duckDb.url + settingPath(setting) + QUESTION, 2);
    const own = await measure(spendcube.url + QUESTION, 2);
    const name = `DuckDB behind Fastify, ${setting.spelling}, ${setting.connections} connections`;
    print(`\nQ3 of ${rows} entries cut to three random departments; ${THREADS} threads\n`);
    print(trafficTable({ spendcube: own, [name]: peer }));
    print(`\nratio ${(own.perSecond / peer.perSecond).toFixed(1)}, p99 / median ${(own.p99 / own.median).toFixed(1)}`);
  } finally {
    await duckDb.stop();
  }
}

async function readReply(url: string): Promise<Constant> {
  const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const added = new Set(["content-length", "connection", "keep-alive", "date", "transfer-encoding"]);
  return { headers: [...response.headers].filter(([name]) => !added.has(name)), body: await response.text() };
}

/** @throws Error where two servers differ on one of some random cuts */
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

/** The setting in which DuckDB answers most. */
async function chooseSetting(base: string): Promise<DuckDbSetting> {
  const tried: { setting: DuckDbSetting; perSecond: number }[] = [];
  for (const setting of DUCKDB_SETTINGS) {
    const { perSecond } = await runWrk(base + settingPath(setting) + QUESTION, SHORT, 1);
    tried.push({ setting, perSecond });
  }
  return tried.toSorted((a, b) => b.perSecond - a.perSecond)[0]!.setting;
}

async function measure(url: string, seed?: number): Promise<Traffic> {
  await runWrk(url, SHORT, seed === undefined ? undefined : seed + 1);
  return runWrk(url, SECONDS, seed);
}

function trafficTable(servers: Readonly<Record<string, Traffic>>): string {
  return markdownTable(
    ["server", "requests a second", "median ms", "99th percentile ms"],
    Object.entries(servers).map(([name, { perSecond, median, p99 }]) => [name, perSecond, median, p99]),
  );
}

function leaveOut(what: string, error: unknown): void {
  if (!(error instanceof NotInstalled)) throw error;
  print(`${what} is left out: ${error.message}`);
}
