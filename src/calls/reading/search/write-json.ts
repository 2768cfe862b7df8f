import type { Entry } from "../../../core/engine/entry.js";
import { planEntrySource } from "../describe/entry-source.js";
import { ComputingTime } from "../../../core/engine/computing-time.js";
import { type Highlight, planHighlight } from "../../../core/engine/highlight.js";
import type { SearchResult } from "../../../core/engine/search.js";
import { type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import type { BoundSearch } from "../../../core/query/search/bind-search.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Chunks } from "../../answer.js";
import { planEntry } from "../entries/write-json.js";
import { gatherBatches, jsonObject } from "../formats/json.js";
import { type FoundHit, mergeHits } from "./merge-hits.js";
import { writeFacets } from "./write-facets.js";
import { describeMeasures, type MeasureDescription, warnOfCurrencies } from "./statistics.js";

/** A bound search, and its result in each dataset. */
export interface Found {
  readonly bound: BoundSearch;
  readonly datasets: readonly Dataset[];
  readonly results: readonly SearchResult[];
  /** Number of matches without a value of each facet. */
  readonly facetsMissing: readonly number[];
  /** Sentences about parts of the request without effect. */
  readonly warnings: readonly string[];
  /** True to tell where each entry was read from. */
  readonly provenance: boolean;
  /** Maximum seconds of computing highlights. */
  readonly maxSeconds: number;
}

/** The measure whose statistics are written next to the counts. */
const MAIN_MEASURE = "amount";

/** Write the result as JSON: `{"stats": {…}, "facets": {…}, "results": [ … ]}`. */
export function writeSearchJson(found: Found, origin: string): Chunks {
  return gatherBatches(writeResult(found, origin));
}

/** Write found entries as JSON, one line for each. */
export function writeSearchNdjson(found: Found, origin: string): Chunks {
  return gatherBatches(writeLines(found, origin));
}

async function* writeResult(found: Found, origin: string): AsyncGenerator<Iterable<string>, void> {
  const { bound, datasets, results } = found;
  const warnings = [...found.warnings, ...(bound.stats ? warnOfCurrencies(datasets, results) : [])];
  yield [
    `{"stats":${writeStats(found)},`,
    warnings.length > 0 ? `"warnings":${JSON.stringify(warnings)},` : "",
    `"facets":${writeFacets(bound, datasets, results, origin)},`,
    bound.facets.length > 0
      ? `"facets_missing":${jsonObject(bound.facets.map(({ name }, at) => [name, String(found.facetsMissing[at]!)]))},`
      : "",
    '"results":[',
  ];
  let before = "";
  const separate = (entry: string): string => {
    const text = before + entry;
    before = ",";
    return text;
  };
  yield* writeEntries(found, origin, separate);
  yield ["]}"];
}

function writeLines(found: Found, origin: string): AsyncGenerator<Iterable<string>, void> {
  return writeEntries(found, origin, (entry) => `${entry}\n`);
}

/** Write found entries in order, each as JSON and wrapped by `frame`. */
async function* writeEntries(
  { bound, datasets, results, provenance, maxSeconds }: Found,
  origin: string,
  frame: (entry: string) => string,
): AsyncGenerator<Iterable<string>, void> {
  const { order, page, highlight, queries } = bound;
  // Most datasets have no entry on the page.
  const writers = lazily(datasets, (dataset) => planEntry(dataset, origin));
  const time = new ComputingTime(maxSeconds * 1000);
  const highlights = highlight
    ? lazily(datasets, ({ model }, at) => planHighlight(model, queries[at]!.where, time.check))
    : null;
  const sources = provenance ? lazily(datasets, planSource) : null;
  const write = ({ dataset, hit: { entry } }: FoundHit): string => {
    const marks = highlights ? writeHighlight(time.run(() => highlights(dataset)(entry))) : "";
    return frame(writers(dataset)(entry, (sources?.(dataset)(entry) ?? "") + marks));
  };
  for await (const hits of mergeHits(results, order, page.first, page.pagesize)) yield each(hits, write);
}

/** Map an item when it is first asked for, by its place. */
export function lazily<Item, Result>(
  items: readonly Item[],
  map: (item: Item, at: number) => Result,
): (at: number) => Result {
  const results = new Map<number, Result>();
  return (at) => {
    let result = results.get(at);
    if (result === undefined) results.set(at, (result = map(items[at]!, at)));
    return result;
  };
}

function* each(hits: readonly FoundHit[], write: (hit: FoundHit) => string): Iterable<string> {
  for (const hit of hits) yield write(hit);
}

/** Return a function that writes the `source` key of an entry; a field of the model may have this name. */
function planSource(dataset: Dataset): (entry: Entry) => string {
  if (dataset.model.fields.some(({ name }) => name === "source")) return () => "";
  const describe = planEntrySource(dataset);
  return (entry) => `,"source":${JSON.stringify(describe(entry))}`;
}

/** Write the `@highlight` key: no field can have this name. */
function writeHighlight(highlight: Highlight): string {
  return `,"@highlight":${JSON.stringify(Object.fromEntries(highlight))}`;
}

function writeStats({ bound, results }: Found): string {
  const matches = matchesOf(results);
  const counts = [
    ["results_count_query", String(matches)],
    ["results_count", String(Math.max(0, Math.min(bound.page.pagesize, matches - bound.page.first)))],
  ] as const;
  if (!bound.stats) return jsonObject(counts);
  const measures = describeMeasures(bound, results);
  const written = [...measures].map(([name, measure]) => [name, writeMeasure(measure)] as const);
  const amounts = measures.get(MAIN_MEASURE);
  const main = amounts ? writeMeasure(amounts) : [];
  const byName = jsonObject(written.map(([name, fields]) => [name, jsonObject(fields)]));
  return jsonObject([...counts, ...main, ["measures", byName]]);
}

/** Write the statistics of a measure as keys and JSON values. Decimals are written with all digits. */
function writeMeasure(measure: MeasureDescription): (readonly [key: string, json: string])[] {
  return Object.entries(measure).map(([key, value]: [string, Decimal | number | null]) => [
    key,
    typeof value === "object" && value !== null ? decimalText(value) : JSON.stringify(value),
  ]);
}

export function matchesOf(results: readonly SearchResult[]): number {
  return results.reduce((sum, { numEntries }) => sum + numEntries, 0);
}
