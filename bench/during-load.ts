import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

const COUNCILS = resolve("../shared/data/gb-councils");
const LOAD = ["--metadata", join(COUNCILS, "model.json"), "--csv", join(COUNCILS, "data.csv.gz"), "--skip-invalid"];
const QUERIES = [
  "",
  "&drilldown=from",
  "&drilldown=year",
  "&drilldown=unit&pagesize=50",
  "&drilldown=from|year",
  "&drilldown=year&cut=from:manchester",
  "&drilldown=unit&cut=year:2015&pagesize=50",
  "&drilldown=to&cut=year:2019&pagesize=20",
];
/** Milliseconds between an answer and the next query, as from a dashboard: this is not an overload test. */
const PAUSE = 5;
const SECONDS_IDLE = 20;

/**
 * Measure uncached aggregates over HTTP on an idle server and while the same dataset is loaded again. Goal: the 99th
 * percentile during a load is at most three times as long.
 */
export async function benchDuringLoad(): Promise<void> {
  if (!existsSync(COUNCILS)) return print("gb-councils is not on this machine; this benchmark is left out");
  const data = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
  try {
    await done(start(["load", "--data", data, ...LOAD]));
    const server = start(["serve", "--data", data, "--port", "0", "--max-cache-bytes", "0"]);
    const url = await urlOf(server);
    await measure(url, setTimeout(3000));
    const idle = await measure(url, setTimeout(SECONDS_IDLE * 1000));
    const begin = performance.now();
    const loading = done(start(["load", "--data", data, ...LOAD]));
    const busy = await measure(url, loading);
    const seconds = (performance.now() - begin) / 1000;
    server.kill("SIGTERM");
    await once(server, "exit");
    print(describe(idle, busy, seconds));
  } finally {
    await rm(data, { recursive: true });
  }
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [resolve("dist/cli.js"), ...args], { stdio: ["ignore", "pipe", "pipe"] });
}

async function done(child: ChildProcess): Promise<void> {
  const [err] = await Promise.all([text(child.stderr!), text(child.stdout!), once(child, "close")]);
  if (child.exitCode !== 0) throw new Error(err);
}

async function urlOf(server: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface(server.stdout!), "line")) as [string];
  server.stderr!.resume();
  return line.split(" ").at(-1)!;
}

/** Send one query after the other until `end` settles. @returns the milliseconds of each answer, ascending */
async function measure(url: string, end: Promise<unknown>): Promise<number[]> {
  const waiting = { isOver: false };
  const ending = end.finally(() => (waiting.isOver = true));
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let at = 0; !waiting.isOver; at++) {
    const begin = performance.now();
    await ask(`${url}/api/2/aggregate?dataset=gb-councils${QUERIES[at % QUERIES.length]}`, agent);
    times.push(performance.now() - begin);
    await setTimeout(PAUSE);
  }
  agent.destroy();
  await ending;
  return times.toSorted((a, b) => a - b);
}

async function ask(url: string, agent: Agent): Promise<void> {
  const sent = request(url, { agent }).end();
  const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream & { statusCode: number }];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(body);
}

function describe(idle: readonly number[], busy: readonly number[], seconds: number): string {
  const rows = [0.5, 0.9, 0.99, 1].map((share) => {
    const [before, during] = [idle, busy].map((times) => times[Math.ceil(times.length * share) - 1]!);
    const name = share === 1 ? "longest" : share === 0.5 ? "median" : `${share * 100}th percentile`;
    return `| ${name} | ${before!.toFixed(1)} | ${during!.toFixed(1)} | ${(during! / before!).toFixed(1)} |`;
  });
  return [
    `${idle.length} aggregates without a load and ${busy.length} during one of ${seconds.toFixed(1)} seconds, in milliseconds`,
    "",
    "| | without | during a load | ratio |\n| --- | ---: | ---: | ---: |",
    ...rows,
  ].join("\n");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
