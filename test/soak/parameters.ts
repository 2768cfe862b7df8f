import type { Random } from "../unit/engines/kernel/random.js";
import {
  AGAINST,
  ATTRIBUTES,
  DATASETS,
  DIMENSIONS,
  FLAGS,
  FORMS,
  MEASURES,
  GOOD,
  GOOD_PATHS,
  NUMBERS,
  ORDERS,
  RANGES,
  TERMS,
  VALUES,
  VERSIONS,
} from "./words.js";

export interface FuzzedRequest {
  readonly method: string;
  /** The encoded target, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  /** Path of the call in the interface's document, if the request is one of it. */
  readonly template?: string;
}

const API: readonly ((random: Random) => string)[] = [
  () => "/api/2/aggregate",
  () => "/api/2/search",
  () => "/api/2/permissions",
  () => "/api/mytax",
  () => "/api/2/new",
  (random) => `/${random.pick(DATASETS)}/${random.pick(DIMENSIONS)}.distinct`,
  (random) => `/${random.pick(DATASETS)}${suffix(random)}`,
  (random) => `/${random.pick(DATASETS)}/model${suffix(random)}`,
  (random) => `/${random.pick(DATASETS)}/dimensions${suffix(random)}`,
  (random) => `/${random.pick(DATASETS)}/${random.pick(DIMENSIONS)}${suffix(random)}`,
  (random) => `/${random.pick(DATASETS)}/${random.pick(DIMENSIONS)}/${encode(random, value(random))}${suffix(random)}`,
  (random) =>
    `/${random.pick(DATASETS)}/${random.pick(DIMENSIONS)}/${encode(random, value(random))}/entries${suffix(random)}`,
  (random) => `/${random.pick(DATASETS)}/entries${suffix(random)}`,
  (random) =>
    `/${random.pick(DATASETS)}/entries/${random.chance(50) ? "a".padStart(40, "0") : encode(random, value(random))}${suffix(random)}`,
  (random) => `/${random.pick(DATASETS)}/explore${random.pick(["", ".svg", ".html", ".json"])}`,
  (random) => `/${random.pick(DATASETS)}/embed`,
  (random) =>
    `/${random.pick(DATASETS)}/sources${random.pick(["", "/1", "/1/runs", "/1/runs/1", "/x", "/1/runs/99999999999999999999"])}${suffix(random)}`,
  (random) => `/${random.pick(DATASETS)}/editor`,
  (random) => `/datasets${random.pick(["", ".json", ".csv", ".rss", ".html", ".xml", "/new"])}`,
  (random) =>
    random.pick([
      "/",
      "/search",
      "/api",
      "/explore/tax",
      "/login",
      "/register",
      "/settings",
      "/dashboard",
      "/openapi.json",
      "/readyz",
      "/healthz",
    ]),
  (random) => `/static/${encode(random, value(random))}`,
  (random) => `/${Array.from({ length: random.int(6) }, () => encode(random, value(random))).join("/")}`,
];

/** Values of parameters, by name. */
export const PARAMETERS: Readonly<Record<string, (random: Random) => string>> = {
  dataset: (random) => random.pick(DATASETS),
  measure: (random) => (random.chance(40) ? random.pick(MEASURES) : joined(random, 3, () => random.pick(TERMS))),
  against: (random) => random.pick(AGAINST),
  having: (random) => joined(random, 2, () => `${random.pick(TERMS)}:${random.pick(RANGES)}`),
  top: (random) => random.pick(["1", "3", "2@region", "1@year", "0", "-1", "x@y", "3@nothing"]),
  rollup: (random) => random.pick(FLAGS),
  parents: (random) => random.pick(FLAGS),
  exact: (random) => random.pick(FLAGS),
  explain: (random) => random.pick(FLAGS),
  provenance: (random) => random.pick(FLAGS),
  bom: (random) => random.pick(FLAGS),
  cite: (random) => random.pick(FLAGS),
  inflate: (random) => random.pick(["2009", "x", ""]),
  aggregates: (random) => joined(random, 2, () => random.pick(["amount.sum", "_count", "amount.avg", "x"])),
  fields: (random) => joined(random, 3, () => field(random)),
  from: (random) => random.pick(VERSIONS),
  to: (random) => random.pick(VERSIONS),
  url: (random) =>
    `http://${random.pick(["127.0.0.1", "x"])}/${random.pick(DATASETS)}${random.pick(["", "/explore", "/embed.html", "/region"])}?${random.pick(["", "drilldown=region", "chart=pivot&drilldown=region|year", "measure=amount.share", "_view=x"])}`,
  maxwidth: (random) => random.pick(NUMBERS),
  maxheight: (random) => random.pick(NUMBERS),
  widget: (random) => random.pick(["treemap", "barchart", "pie", "aggregate_table", "x"]),
  state: (random) =>
    random.pick(['{"drilldowns":["region"]}', '{"cuts":{"year":"2009"},"drilldown":"region"}', "{", "[]"]),
  _view: (random) => random.pick(["default", "x", ""]),
  entry: (random) => (random.chance(50) ? "a".padStart(40, "0") : value(random)),
  cut: (random) => joined(random, 6, () => `${field(random)}:${value(random)}`),
  drilldown: (random) => joined(random, 4, () => field(random)),
  order: (random) =>
    joined(random, 3, () => `${random.chance(50) ? random.pick(MEASURES) : field(random)}:${random.pick(ORDERS)}`),
  page: (random) => random.pick(NUMBERS),
  pagesize: (random) => random.pick(NUMBERS),
  facet_page: (random) => random.pick(NUMBERS),
  facet_pagesize: (random) => random.pick(NUMBERS),
  format: (random) => random.pick(FORMS),
  q: (random) => lucene(random, 4),
  fq: (random) => lucene(random, 3),
  filter: (random) => joined(random, 3, () => `${field(random)}:${value(random)}`),
  facet_field: (random) => joined(random, 4, () => field(random)),
  category: (random) => random.pick(["budget", "spending", "other", "any", "x"]),
  stats: (random) => random.pick(["true", "false", "1", ""]),
  highlight: (random) => random.pick(["true", "false", "1", ""]),
  expand_facet_dimensions: () => "1",
  attribute: (random) => random.pick(ATTRIBUTES),
  chart: (random) =>
    random.pick([
      "bars",
      "line",
      "areas",
      "table",
      "pivot",
      "stacked",
      "stacked-share",
      "multiples",
      "dots",
      "calendar",
      "icicle",
      "map",
      "flow",
      "treemap",
      "pie",
      "",
    ]),
  field: (random) => field(random),
  value: (random) => value(random),
  year: (random) => random.pick(["2009", "x", "", "all"]),
  territories: (random) => random.pick(["GB", "DE", "XX", "gb", "GB|DE"]),
  languages: (random) => random.pick(["en", "de", "xx", ""]),
  callback: (random) => random.pick(["f", "a.b", "1", "alert(1)", "x".repeat(2049), ""]),
  pretty: (random) => random.pick(["true", "false", "x"]),
  income: (random) => random.pick(NUMBERS),
  spending: (random) => random.pick(NUMBERS),
  smoker: (random) => random.pick(["yes", "no", "YES", "x"]),
  csv_file: (random) => random.pick(["http://127.0.0.1/x", "file:///etc/passwd", "x", ""]),
  metadata: (random) => random.pick(["http://127.0.0.1/x", "gopher://x", ""]),
  wait: () => "true",
  next: (random) => random.pick(["//evil.example", "/town", "\\evil"]),
  _: (random) => value(random),
};

const HEADERS: Readonly<Record<string, (random: Random) => string>> = {
  Accept: (random) =>
    random.pick([
      "text/html",
      "application/json",
      "text/csv;q=0.5, */*;q=0",
      "x",
      "*/*;q=abc",
      "application/vnd.apache.arrow.stream",
    ]),
  "Accept-Encoding": (random) => random.pick(["gzip", "br", "identity;q=0", "gzip;q=0, *", "x".repeat(200)]),
  "Accept-Language": (random) =>
    random.pick(["de", "en-GB, fr;q=0.3", "zz-ZZ-ZZ", "x-klingon", "*", "de-DE-u-co-phonebk", "\u00ff"]),
  Authorization: (random) =>
    random.pick(["ApiKey x", "ApiKey ada.x", "Basic eDp5", "ApiKey", "", `ApiKey ${"x".repeat(3000)}`]),
  Cookie: (random) => random.pick(["spendcube_session=x", `spendcube_session=${"A".repeat(43)}`, ";;;==", "a=b; c"]),
  Host: (random) => random.pick(["x", "", "[::1]:80", "a b", "x/y", "x:99999999"]),
  "If-None-Match": (random) => random.pick(["*", '"x"', 'W/"x", "y"', ","]),
  "If-Modified-Since": (random) =>
    random.pick(["Sun, 06 Nov 1994 08:49:37 GMT", "x", "Thu, 01 Jan 9999999 00:00:00 GMT"]),
  Range: () => "bytes=0-10",
  "X-Forwarded-For": (random) => random.pick(["1.2.3.4", ",,,", "x".repeat(500)]),
  "X-Forwarded-Host": (random) => random.pick(["y.example", "a b", ",", '"']),
  "X-Forwarded-Proto": (random) => random.pick(["https", "javascript", ","]),
  "Content-Type": (random) =>
    random.pick([
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "application/json",
      "x",
    ]),
};

const METHODS = [
  "GET",
  "GET",
  "GET",
  "GET",
  "GET",
  "GET",
  "HEAD",
  "OPTIONS",
  "POST",
  "PUT",
  "DELETE",
  "PATCH",
  "FOO",
] as const;

/** Generate a valid HTTP request whose parameters are valid or nearly valid. */
export function makeRequest(random: Random): FuzzedRequest {
  const method = random.pick(METHODS);
  const query = makeQuery(random);
  const hasBody = method === "POST" || method === "PUT" || method === "PATCH";
  return {
    method,
    target: random.chance(50) ? makeGoodTarget(random) : random.pick(API)(random) + (query === "" ? "" : `?${query}`),
    headers: makeHeaders(random),
    body: hasBody ? makeBody(random) : undefined,
  };
}

/** Generate a few headers. */
export function makeHeaders(random: Random): Readonly<Record<string, string>> {
  const names = Object.keys(HEADERS).filter(() => random.chance(4));
  return Object.fromEntries(names.map((name) => [name, printable(HEADERS[name]!(random))]));
}

function makeQuery(random: Random): string {
  const names = Object.keys(PARAMETERS);
  const pairs = Array.from({ length: random.int(7) }, () => {
    const name = random.pick(names);
    return `${name}=${encode(random, PARAMETERS[name]!(random))}`;
  });
  if (random.chance(70)) pairs.push(`dataset=${random.pick(["uk-spending", "town"])}`);
  return pairs.join(random.chance(95) ? "&" : random.pick(["&&", ";", "&=&"]));
}

/** Generate parameters from names that exist, so that computations are fuzzed, too, and not only refusals. */
function makeGoodTarget(random: Random): string {
  const dataset = random.chance(70) ? "uk-spending" : "town";
  const parts = GOOD[dataset];
  const names = (Object.keys(parts) as (keyof typeof parts)[]).filter(() => random.chance(20));
  const pairs = names.map((name) => `${name}=${encode(random, random.pick(parts[name]))}`);
  if (random.chance(20)) pairs.push(makeQuery(random));
  return `${random.pick(GOOD_PATHS).replace("{dataset}", dataset)}?${[`dataset=${dataset}`, ...pairs].join("&")}`;
}

export function makeBody(random: Random): string {
  if (random.chance(60)) return makeQuery(random);
  const part = `--x\r\nContent-Disposition: form-data; name="${random.pick(["csv_file", "metadata", "token", "file"])}"${random.pick(["", '; filename="a.csv"', '; filename="../../x"'])}\r\n\r\n${value(random)}\r\n`;
  return part.repeat(random.int(4)) + random.pick(["--x--\r\n", "", "--x"]);
}

/** Generate a search in Lucene's grammar, sometimes with errors. */
function lucene(random: Random, depth: number): string {
  if (depth === 0 || random.chance(40)) return term(random);
  const inner = (): string => lucene(random, depth - 1);
  return random.pick([
    () => `${inner()} ${random.pick(["AND", "OR", "NOT", "&&", "||", ""])} ${inner()}`,
    () => `(${inner()})`,
    () => `${random.pick(["+", "-", "!"])}${inner()}`,
    () => `${field(random)}:(${inner()})`,
    () => `${inner()}^${random.pick(NUMBERS)}`,
    () => `${inner()}${random.pick(VALUES)}`,
    () => "(".repeat(random.int(70)) + inner() + ")".repeat(random.int(70)),
  ])();
}

function term(random: Random): string {
  return random.pick([
    () => value(random),
    () => `"${value(random)} ${value(random)}"`,
    () => `${field(random)}:${value(random)}`,
    () =>
      `${field(random)}:${random.pick(["[", "{"])}${random.pick(NUMBERS)} TO ${random.pick([...NUMBERS, "*"])}${random.pick(["]", "}"])}`,
    () => `${value(random)}~${random.pick(["", "1", "9", "x"])}`,
    () => `*${value(random)}?`,
    () => "*:*",
  ])();
}

function field(random: Random): string {
  const dimension = random.pick(DIMENSIONS);
  if (random.chance(10)) return random.pick([...MEASURES, "year", "month", "time.year", "dataset"]);
  return random.chance(50) ? dimension : `${dimension}.${random.pick(ATTRIBUTES)}`;
}

/** Generate text that may have a meaning to some part of the program. */
export function value(random: Random): string {
  if (random.chance(10)) return random.pick(NUMBERS);
  if (random.chance(3)) return random.pick(VALUES).repeat(random.int(400));
  return random.chance(80) ? random.pick(VALUES) : random.pick(VALUES) + random.pick(VALUES);
}

function joined(random: Random, most: number, part: () => string): string {
  return Array.from({ length: random.int(most + 1) }, part).join(
    random.chance(95) ? "|" : random.pick(["||", ",", "| "]),
  );
}

/** Encode a value like a client, correctly or not. */
export function encode(random: Random, text: string): string {
  if (random.chance(3)) return text.replaceAll(/[^\x21-\x7e]/g, "%ff");
  return encodeURIComponent(text.toWellFormed()).replaceAll("%20", random.pick(["%20", "+"]));
}

function suffix(random: Random): string {
  return random.chance(60) ? "" : `.${random.pick(FORMS)}`;
}

/** Remove control characters, which a header must not contain; `makeBytes` sends them. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, "?");
}
