import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "./http/server-process.js";
import { CONNECTIONS, hasWrk, runWrk } from "./http/wrk.js";
import { bytesOf, timeFirstByte } from "./pages/first-byte.js";
import { markdownTable, print } from "./tables.js";

const THREADS = 2;
const SECONDS = 3;
/** One after the other. */
const REQUESTS = 200;

/** Pages by the file that holds paths of theirs. */
const PAGES = {
  dataset: "a dataset",
  member: "a member of the largest dimension",
  entries: "entries",
  turned: "entries, one of the first 1000 pages",
  filtered: "entries under a filter",
  explore: "explore: the largest dimension, a treemap",
  into: "explore: the same under a cut, bars",
} as const;

/** Requests a second, bytes and the time to the first byte for pages, put together in every request and ready. */
export async function benchPages(rows: number): Promise<void> {
  if (!hasWrk("the bench of pages")) return;
  await benchSubject("payments", rows);
  await benchSubject("cube", rows);
}

async function benchSubject(subject: "payments" | "cube", rows: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "spendcube-bench-"));
  try {
    const server = await startProcess("serve-pages", [subject, rows, directory, THREADS]);
    const [ready, fresh] = server.url.split(" ") as [string, string];
    const lines: (readonly (string | number)[])[] = [];
    for (const [page, title] of Object.entries(PAGES)) {
      lines.push([title, ...(await benchPage(ready, fresh, join(directory, `${page}.txt`)))]);
    }
    await server.stop();
    print(
      `\n${subject}: wrk, loopback, ${CONNECTIONS} connections, ${SECONDS} seconds; milliseconds to the first byte, ${REQUESTS} requests one after the other\n`,
    );
    print(markdownTable(HEADERS, lines));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const HEADERS = ["page", "bytes", "brotli", "fresh a second", "median ms", "p99", "ready a second", "median ms", "p99"];

async function benchPage(ready: string, fresh: string, file: string): Promise<readonly number[]> {
  const paths = readFileSync(file, "utf8").split("\n");
  const path = paths[0]!;
  const bytes = [await bytesOf(fresh + path, "identity"), await bytesOf(ready + path, "br")];
  // The first requests find the code not yet compiled.
  await runWrk(fresh + path, 1, file);
  const freshFirst = await timeFirstByte(fresh, paths, REQUESTS);
  const freshTraffic = await runWrk(fresh + path, SECONDS, file);
  const readyFirst = await timeFirstByte(ready, [path], REQUESTS);
  const readyTraffic = await runWrk(ready + path, SECONDS);
  return [
    ...bytes,
    freshTraffic.perSecond,
    freshFirst.median,
    freshFirst.p99,
    readyTraffic.perSecond,
    readyFirst.median,
    readyFirst.p99,
  ];
}
