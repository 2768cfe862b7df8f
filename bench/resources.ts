import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readReply } from "./http/read-reply.js";
import { startProcess } from "./http/server-process.js";
import { CONNECTIONS, hasWrk, runWrk } from "./http/wrk.js";
import { markdownTable, median, print } from "./tables.js";

const THREADS = 2;
const SECONDS = 3;
const ROUNDS = 3;

/** Calls by the name of the file with their paths. */
const CALLS = {
  member: "a member",
  entry: "an entry",
  prefix: "distinct by three letters, first 10",
  cut: "distinct under a cut, first 10",
  aggregate: "an aggregate: one member by year",
} as const;

/** Measure requests per second for members, distinct members and entries: cached, and different in every request. */
export async function benchResources(): Promise<void> {
  if (!hasWrk("the bench of resources")) return;
  const directory = mkdtempSync(join(tmpdir(), "spendcube-bench-"));
  const payments = await startProcess("serve-payments", [directory, THREADS]);
  const [cached, fresh] = payments.url.split(" ") as [string, string];
  try {
    const lines: (readonly (string | number)[])[] = [];
    for (const [call, title] of Object.entries(CALLS)) {
      const paths = join(directory, `${call}.txt`);
      const [path] = readFileSync(paths, "utf8").split("\n", 1);
      lines.push([title, ...(await benchCall(cached, fresh, path!, paths))]);
    }
    print(`\nrequests per second; wrk, loopback, ${CONNECTIONS} connections; medians of ${ROUNDS} runs\n`);
    print(
      markdownTable(["call", "bytes", "constant reply", "cached", "ratio", "different every time", "ratio"], lines),
    );
  } finally {
    await payments.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Measure a call on three servers in turn, so that other load on the machine slows all of them. */
async function benchCall(cached: string, fresh: string, path: string, paths: string): Promise<readonly number[]> {
  const reply = await readReply(cached + path);
  const constant = await startProcess("serve-constant", [], reply);
  const runs: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const figures = [
        await runWrk(constant.url + path, SECONDS),
        await runWrk(cached + path, SECONDS),
        await runWrk(fresh + path, SECONDS, paths),
      ];
      // The first round warms up.
      if (round > 0) figures.forEach(({ perSecond }, at) => runs[at]!.push(perSecond));
    }
  } finally {
    await constant.stop();
  }
  const [limit, own, others] = runs.map(median) as [number, number, number];
  return [Buffer.byteLength(reply.body), limit, own, own / limit, others, others / limit];
}
