import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "./http/server-process.js";
import { CONNECTIONS, hasWrk, runWrk } from "./http/wrk.js";
import { missingBrowser } from "#scripts/browser.js";
import { bytesOf, timeFirstByte } from "./pages/first-byte.js";
import { type PageVisit, visitPages } from "./pages/first-paint.js";
import { markdownTable, print } from "./tables.js";

const THREADS = 2;
const SECONDS = 3;
/** Successive requests whose time to the first byte is measured. */
const REQUESTS = 200;

/** Pages by the name of the file with their paths. */
const PAGES = {
  dataset: "a dataset",
  member: "a member of the largest dimension",
  entries: "entries",
  turned: "entries, one of the first 1000 pages",
  filtered: "entries under a filter",
  explore: "explore: the largest dimension, a treemap",
  into: "explore: the same under a cut, bars",
} as const;

/**
 * Measure pages, rendered for each request and cached: requests per second, bytes, and time to the first byte; in a
 * browser their weight and first paint.
 */
export async function benchPages(rows: number): Promise<void> {
  if (!hasWrk("the bench of pages")) return;
  await benchSubject("payments", rows);
  await benchSubject("cube", rows);
}

async function benchSubject(subject: "payments" | "cube", rows: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "spendcube-bench-"));
  try {
    const server = await startProcess("serve-pages", [subject, rows, directory, THREADS]);
    const [cached, fresh] = server.url.split(" ") as [string, string];
    const lines: (readonly (string | number)[])[] = [];
    const pages = Object.entries(PAGES).map(([page, title]) => ({ title, file: join(directory, `${page}.txt`) }));
    for (const { title, file } of pages) lines.push([title, ...(await benchPage(cached, fresh, file))]);
    const visits = await visitAll(cached, pages);
    await server.stop();
    print(
      `\n${subject}: wrk, loopback, ${CONNECTIONS} connections, ${SECONDS} seconds; milliseconds to the first byte, ${REQUESTS} requests one after the other\n`,
    );
    print(markdownTable(HEADERS, lines));
    if (visits === null) return;
    print(`\n${subject}: Chromium as a phone, 1.6 Mbit/s, 150 ms: the first page of a visit, and the second\n`);
    print(markdownTable(VISIT_HEADERS, visits));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const HEADERS = [
  "page",
  "bytes",
  "brotli",
  "fresh per second",
  "median ms",
  "p99",
  "cached per second",
  "median ms",
  "p99",
];

const VISIT_HEADERS = [
  "page",
  "requests",
  "kB",
  "first paint, ms",
  "later: requests",
  "later: kB",
  "later: first paint, ms",
];

/** Visit each kind of page with a browser; `null` if there is none. */
async function visitAll(
  url: string,
  pages: readonly { readonly title: string; readonly file: string }[],
): Promise<readonly (readonly (string | number)[])[] | null> {
  const missing = missingBrowser();
  if (missing) {
    print(missing);
    return null;
  }
  const visits = await visitPages(pages.map(({ file }) => url + firstPath(file)));
  return visits.map(({ first, later }, at) => [pages[at]!.title, ...describeVisit(first), ...describeVisit(later)]);
}

function describeVisit({ requests, bytes, firstPaint }: PageVisit): readonly number[] {
  return [requests, bytes / 1000, Math.round(firstPaint)];
}

function firstPath(file: string): string {
  return readFileSync(file, "utf8").split("\n")[0]!;
}

async function benchPage(cached: string, fresh: string, file: string): Promise<readonly number[]> {
  const paths = readFileSync(file, "utf8").split("\n");
  const path = paths[0]!;
  const bytes = [await bytesOf(fresh + path, "identity"), await bytesOf(cached + path, "br")];
  // Warm up: the first requests run uncompiled code.
  await runWrk(fresh + path, 1, file);
  const freshFirst = await timeFirstByte(fresh, paths, REQUESTS);
  const freshTraffic = await runWrk(fresh + path, SECONDS, file);
  const cachedFirst = await timeFirstByte(cached, [path], REQUESTS);
  const cachedTraffic = await runWrk(cached + path, SECONDS);
  return [
    ...bytes,
    freshTraffic.perSecond,
    freshFirst.median,
    freshFirst.p99,
    cachedTraffic.perSecond,
    cachedFirst.median,
    cachedFirst.p99,
  ];
}
