import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureAddress, measureChange, type Waited } from "./datasets/measure.js";
import { LARGE_ROWS, SMALL_ROWS, writeTowns } from "./datasets/write-towns.js";
import { residentBytes, usedProcessor } from "./hostile/process-usage.js";
import { servePayments, type PaymentsServer } from "./hostile/payments-server.js";
import { markdownTable, print } from "./tables.js";

export interface DatasetsOptions {
  /** Number of small datasets; one in fifty is added that is large. */
  readonly datasets: number;
  /** Data directory to serve, written if it is not there; by default a temporary one. */
  readonly data: string | undefined;
}

/** Addresses that everybody asks for on a site with many datasets. */
const ADDRESSES: Readonly<Record<string, string>> = {
  "home page": "/",
  "list, page": "/datasets",
  "list, words": "/datasets?q=town+17",
  "list, territory": "/datasets?territories=ES",
  "list, JSON": "/datasets.json",
  "list, CSV": "/datasets.csv",
  "catalogue, Turtle": "/datasets.ttl",
  "catalogue, JSON-LD": "/datasets.jsonld",
  "feed of datasets": "/datasets.rss",
  sitemap: "/sitemap.xml",
  "llms.txt": "/llms.txt",
  "search page, a word of every entry": "/search?q=payee",
  "search page, a payee of every dataset": "/search?q=%22Payee+7%22",
  "search page, a payee of one dataset": "/search?q=ortzone17",
  "search page, nothing": "/search?q=xyzzy",
  "search feed": "/search.atom?q=payee",
  "search call, a word of every entry": "/api/2/search?q=payee",
  "search call, a payee of one dataset": "/api/2/search?q=ortzone17",
  "search call, filter without matches": "/api/2/search?q=payee&filter=to:nobody",
  "search call, facets": "/api/2/search?q=payee&facet_field=function",
  "suggestions, a word of every entry": "/api/2/suggest?q=payee",
  "suggestions, a payee of one dataset": "/api/2/suggest?q=ortzone17",
  "suggestions, misspelt": "/api/2/suggest?q=ortzonee17",
  "payee over all, of every third dataset": "/members/to/payee-7.json",
  "payee over all, of one dataset": "/members/to/local-payee-3-of-ortzone17.json",
  "function over all": "/members/function/roads.json",
  "list of cubes": "/api/3/cubes",
  "missing dataset": "/town-99999999",
  "page of a dataset": "/town-5",
  "page of a payee": "/town-5/to/payee-7",
  "aggregate of a dataset": "/api/2/aggregate?dataset=town-5&drilldown=function",
};

/** Measure a site with many datasets: its start and memory, each address cold and warm, and who is held up meanwhile. */
export async function benchDatasets({ datasets, data }: DatasetsOptions): Promise<void> {
  const temporary = data === undefined ? await mkdtemp(join(tmpdir(), "spendcube-bench-")) : null;
  const directory = data ?? join(temporary!, "data");
  const large = Math.ceil(datasets / 50);
  try {
    if (!existsSync(directory)) {
      const begun = performance.now();
      await writeTowns(directory, datasets, large);
      print(`written in ${seconds(performance.now() - begun)} s`);
    }
    const begun = performance.now();
    const server = await servePayments(directory, []);
    try {
      const start = performance.now() - begun;
      const { now } = residentBytes(server.pid);
      const used = usedProcessor(server.pid);
      const each = used / (datasets + large);
      print(`\n${datasets} datasets of ${SMALL_ROWS} rows and ${large} of ${LARGE_ROWS}\n`);
      print(
        markdownTable(
          ["start, s", "of the processor", "ms of it for each dataset", "resident, MB", "KB for each dataset"],
          [
            [
              seconds(start),
              seconds(used),
              each.toFixed(1),
              (now / 1e6).toFixed(0),
              (now / 1e3 / (datasets + large)).toFixed(0),
            ],
          ],
        ),
      );
      await measureAll(server, directory, each);
    } finally {
      await server.stop();
    }
  } finally {
    if (temporary !== null) await rm(temporary, { recursive: true });
  }
}

/** @param each milliseconds of the processor that the start took for each dataset: what times are compared with */
async function measureAll(server: PaymentsServer, directory: string, each: number): Promise<void> {
  const measured: [string, Waited][] = [];
  for (const [name, target] of Object.entries(ADDRESSES)) {
    const found = await measureAddress(server, target);
    process.stderr.write(
      `${name}: ${found.status}, ${found.cold.toFixed(0)}, ${found.warm.toFixed(0)} ms, silence ${found.silence.toFixed(0)}\n`,
    );
    measured.push([name, found]);
  }
  for (const kind of ["load", "version", "drop"] as const) {
    const found = await measureChange(server, directory, kind);
    process.stderr.write(`${kind}: ${found.cold.toFixed(0)} ms, silence ${found.silence.toFixed(0)}\n`);
    measured.push([kind, found]);
  }
  print("");
  print(
    markdownTable(
      ["", "status", "KB", "cold, ms", "warm, ms", "cold, datasets", "warm, datasets", "longest silence, ms"],
      measured.map(([name, { status, bytes, cold, warm, silence, coldProcessor, warmProcessor }]) => [
        name,
        String(status),
        (bytes / 1e3).toFixed(0),
        cold.toFixed(0),
        known(warm),
        known(coldProcessor / each),
        known(warmProcessor / each),
        silence.toFixed(0),
      ]),
    ),
  );
  print(`\nat the end ${(residentBytes(server.pid).now / 1e6).toFixed(0)} MB resident`);
}

function known(figure: number): string | null {
  return Number.isNaN(figure) ? null : figure.toFixed(0);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
