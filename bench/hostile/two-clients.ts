import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { markdownTable, print } from "../tables.js";
import { type PaymentsServer, servePayments } from "./payments-server.js";
import { Probe } from "./probe.js";
import { send } from "./send.js";
import { describeTarget } from "./target.js";

/** Requests a second of the first client. */
const RATES = [1, 5, 25] as const;
/** Times that answers to the second client may take of what they take alone. */
const MAX_RATIO = 3;
const ALONE_MS = 5000;
const BESIDE_MS = 10_000;
/** Addresses of this machine: one is one client. */
const FIRST = "127.0.0.2";
const SECOND = "127.0.0.3";

/** Kinds of requests of the first client, each with a path that is asked for again and again. */
function listKinds(dataset: string, key: string): readonly (readonly [kind: string, path: string])[] {
  const aggregate = `/api/2/aggregate?dataset=${dataset}&drilldown=${key}`;
  return [
    ["picture", `/${dataset}/explore.svg?drilldown=${key}&measure=amount.median`],
    ["crosstab", `/${dataset}/explore.csv?chart=pivot&drilldown=to|unit&measure=amount.median`],
    ["embedded chart", `/${dataset}/embed?drilldown=${key}`],
    ["explorer", `/${dataset}/explore?drilldown=${key}|unit`],
    ["aggregate", aggregate],
    ["workbook", `${aggregate}&format=xlsx`],
    ["search", `/api/2/search?dataset=${dataset}&q=*a*&facet_field=to`],
    ["suggestions", "/api/2/suggest?q=s"],
    ["newer interface", `/api/3/cubes/${dataset}/aggregate?drilldown=${key}`],
    ["page of the dataset", `/${dataset}.html`],
    ["page of a dimension", `/${dataset}/to.html?q=a`],
    ["page of entries", `/${dataset}/entries.html?q=a*`],
    ["feed of entries", `/${dataset}/entries.atom`],
    ["data package", `/${dataset}/meta/datapackage.json`],
    ["list of datasets", "/datasets.ttl"],
  ];
}

/** Ask for each kind at several rates, and measure how long another client waits for small answers beside it. */
export async function benchTwoClients(directory: string): Promise<void> {
  const rows: (readonly (string | number)[])[] = [];
  for (let at = 0, count = 1; at < count; at++) {
    // Without its cache, every answer is computed.
    const server = await servePayments(directory, ["--max-cache-bytes", "0"]);
    try {
      const { dataset, key } = await describeTarget(server.url);
      const kinds = listKinds(dataset, key);
      count = kinds.length;
      const [kind, path] = kinds[at]!;
      const small = new Probe(server.url, nextSearch(dataset), SECOND);
      const alone = await measure(small, ALONE_MS);
      const beside: number[] = [];
      for (const rate of RATES) beside.push(await besideOf(server, path, rate, small));
      await small.stop();
      const ratios = beside.map((ms) => ms / alone);
      rows.push([kind, alone, ...beside, Math.max(...ratios), Math.max(...ratios) <= MAX_RATIO ? "yes" : "no"]);
      process.stderr.write(`${kind}: ${ratios.map((ratio) => ratio.toFixed(1)).join(", ")}\n`);
    } finally {
      await server.stop();
    }
  }
  const heads = ["alone", ...RATES.map((rate) => `${rate}/s`), "÷ alone", `≤ ${MAX_RATIO}`];
  print(`\n95th percentile of small searches of a client, in ms, beside another one\n`);
  print(markdownTable(["the other asks for", ...heads], rows));
}

/** Return searches of which no two are equal. */
function nextSearch(dataset: string): () => string {
  let asked = 0;
  return () => `/api/2/search?dataset=${dataset}&q=service%20OR%20x${++asked}&pagesize=5&facet_field=from`;
}

async function besideOf(server: PaymentsServer, path: string, rate: number, small: Probe): Promise<number> {
  const agent = new Agent({ keepAlive: true, localAddress: FIRST });
  const timer = setInterval(() => void send(server.url, { target: path }, agent), 1000 / rate);
  try {
    return await measure(small, BESIDE_MS);
  } finally {
    clearInterval(timer);
    agent.destroy();
    await setTimeout(2000);
  }
}

async function measure(small: Probe, milliseconds: number): Promise<number> {
  small.clear();
  await setTimeout(milliseconds);
  const times = [...small.times, small.silence].filter(Number.isFinite).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)]!;
}
