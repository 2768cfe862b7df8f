import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { after, before, describe, it } from "node:test";
import { tableFromIPC } from "apache-arrow";
import { strFromU8, unzipSync } from "fflate";
import { TOOLS } from "#src/features/assistants/tools/tools.js";
import { makeRoutes } from "#src/features/features.js";
import type { Route } from "#src/web/http/message/route.js";
import { sha1 } from "#src/core/model/values/sha1.js";
import { type Decimal, decimalNumber, decimalText, shortestDecimal } from "#src/core/model/values/decimal.js";
import { contextOf } from "../../fixtures.js";
import { sendText } from "../features/assistant.js";
import { request, type Response } from "../client.js";
import { crawl } from "../pages/crawl.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

/** Amounts in hundredths, above 2^53 and with odd cents: no double has one of them. */
const PAID = [
  9_007_199_254_740_993n,
  21_352_878_155_975_555n,
  33_698_557_057_210_129n,
  46_044_235_958_444_691n,
  58_389_914_859_679_253n,
  -21_234_567_890_123_457n,
];
/** The amount that the second version has in place of the first one. */
const CHANGED = 9_007_199_254_741_009n;
const PLANNED = 70_735_593_760_913_817n;

const MODEL = {
  dataset: { name: "town", label: "Town", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Paid", column: "paid", datatype: "float" },
    planned: { type: "measure", label: "Planned", column: "planned", datatype: "float" },
    time: { type: "date", label: "Date", column: "date", datatype: "date" },
    number: { type: "attribute", column: "number", datatype: "string", key: true },
    region: { type: "attribute", column: "region", datatype: "string", facet: true },
    function: {
      type: "compound",
      attributes: {
        name: { column: "code", datatype: "string" },
        label: { column: "code", datatype: "string" },
      },
    },
  },
};

function writeRows(paid: readonly bigint[]): string {
  const rows = paid.map((unscaled, at) =>
    [
      at + 1,
      decimalText({ unscaled, scale: 2 }),
      at === 0 ? decimalText({ unscaled: PLANNED, scale: 2 }) : "0",
      at % 2 === 0 ? "2009-03-02" : "2010-05-06",
      ["North", "South", "East"][at % 3],
      1 + (at % 4),
    ].join(),
  );
  return ["number,paid,planned,date,region,code", ...rows, ""].join("\n");
}

/** Sums and differences of amounts, without the sign. */
function combine(amounts: readonly bigint[]): readonly bigint[] {
  const sums = amounts.reduce<readonly bigint[]>(
    (all, amount) => all.flatMap((sum) => [sum - amount, sum, sum + amount]),
    [0n],
  );
  return sums.filter((sum) => sum > 0n);
}

const ALL = [...combine([...PAID, CHANGED]), PLANNED].map((unscaled): Decimal => ({ unscaled, scale: 2 }));
const TRUE = new Set(ALL.map(decimalText));
/** What a double makes of them. */
const ROUNDED = new Map(
  ALL.map((amount) => [decimalText(shortestDecimal(decimalNumber(amount))), decimalText(amount)] as const).filter(
    ([rounded]) => !TRUE.has(rounded),
  ),
);

/** The table of all routes, so that new ones are asked, too. */
const ROUTES = makeRoutes(contextOf([]));

let server: LoadingServer;

before(async () => {
  server = await startLoading();
  for (const paid of [PAID, [CHANGED, ...PAID.slice(1)]]) {
    const csv_file = server.files.put("/town.csv", writeRows(paid));
    const { json } = await server.loaded("ada", { csv_file, metadata: server.files.put("/town.json", MODEL) });
    assert.equal(json.run?.status, "complete", JSON.stringify(json));
  }
});
after(() => server.stop());

/** Names that paths are filled with. */
const NAMES: Readonly<Record<string, string>> = {
  dataset: "town",
  dimension: "region",
  name: "North",
  id: sha1(sha1("town") + sha1("1")),
};

/** Questions of calls that need more than a dataset. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  "/api/2/aggregate": [
    "dataset=town&drilldown=region",
    "dataset=town&drilldown=region|year&measure=amount|amount.min|amount.max|planned",
    "dataset=town&drilldown=region&against=year:2009&cut=year:2010&measure=amount|amount.against|amount.difference",
    "dataset=town&drilldown=region|function&rollup=true",
    "dataset=town&drilldown=region&top=1",
    "dataset=town&drilldown=region&exact=true",
  ],
  "/api/2/search": ["dataset=town", "dataset=town&stats=true&order=amount:desc"],
  "/api/2/suggest": ["q=North", "q=town"],
  "/api/3/cubes/{dataset}/aggregate": ["drilldown=region", "aggregates=amount.sum"],
  "/{dataset}/explore": [
    "drilldown=region",
    "drilldown=region|function&chart=pivot",
    "drilldown=time.year&chart=line",
    "drilldown=region|time.year&chart=line",
    "drilldown=region|function&rollup=true",
    "drilldown=region&against=year:2009&cut=time.year:2010&measure=amount|amount.against|amount.difference",
    "drilldown=region&top=1",
    "drilldown=region&measure=amount.max",
  ],
  "/{dataset}/explore.svg": ["drilldown=region", "drilldown=time.year&chart=line", "drilldown=region&chart=bars"],
  "/{dataset}/explore.csv": ["drilldown=region|function&chart=pivot"],
  "/{dataset}/explore.xlsx": ["drilldown=region|function&chart=pivot"],
  "/{dataset}/embed": ["drilldown=region"],
  "/{dataset}/meta/changes": ["from=1&to=2&drilldown=region"],
  "/{dataset}/entries": ["", "q=North", "min=100000000000000.01"],
  "/search": ["q=North"],
};
/** Formats that a parameter chooses. */
const BY_PARAMETER = ["csv", "ndjson", "arrow", "xlsx"];

/** List the addresses of a route in all of its formats. */
function addressesOf({ method, path, kind, formats }: Route): readonly string[] {
  if (method !== "GET" || path.endsWith(".png")) return [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => NAMES[name] ?? "1");
  const questions = QUESTIONS[path] ?? (kind === "api" && !path.includes("{dataset}") ? ["dataset=town"] : [""]);
  return questions.flatMap((question) =>
    kind === "api"
      ? [
          question,
          ...BY_PARAMETER.filter((each) => formats.some((format) => format === each)).map(
            (each) => `${question}&format=${each}`,
          ),
        ].map((each) => `${filled}?${each}`)
      : formats.map((format) => `${filled}${suffixOf(filled, format)}?${question}`),
  );
}

function suffixOf(path: string, format: string): string {
  return format === "html" || /\.\w+$/.test(path) || path === "/" ? "" : `.${format}`;
}

/** Read what an answer says as texts. */
function readAnswer({ headers, body, text }: Response): string {
  const type = headers["content-type"] ?? "";
  if (type.includes("gzip")) return gunzipSync(body).toString();
  if (type.includes("spreadsheet"))
    return Object.values(unzipSync(body))
      .map((file) => strFromU8(file))
      .join("\n");
  if (type.includes("arrow")) {
    const table = tableFromIPC(body);
    const columns = table.schema.fields.map(({ name }) => [...table.getChild(name)!]);
    return columns.map((values) => values.map(writeArrow).join("\n")).join("\n");
  }
  return /html|svg/.test(type) ? text.replaceAll(/(\d),(?=\d{3})/g, "$1") : text;
}

/** Decimals of Arrow are whole numbers of hundredths. */
function writeArrow(value: unknown): string {
  if (!(value instanceof Uint32Array)) return String(value);
  const unscaled = value.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  return decimalText({ unscaled: BigInt.asIntN(128, unscaled), scale: 2 });
}

/** Assert that no number of an answer is what a double makes of an amount. @returns true if it has an amount */
function check(question: string, response: Response): boolean {
  assert.ok(response.status < 500, `${response.status} ${question}`);
  let hasAmount = false;
  for (const [number] of readAnswer(response).matchAll(/\d{5,}(?:\.\d+)?/g)) {
    assert.ok(!ROUNDED.has(number), `${number} instead of ${ROUNDED.get(number)} in ${question}`);
    hasAmount ||= TRUE.has(number);
  }
  return hasAmount;
}

describe("amounts that no double holds", () => {
  it("would be seen if a double held one", () => {
    for (const unscaled of [...PAID, CHANGED, PLANNED]) {
      const amount = { unscaled: unscaled < 0n ? -unscaled : unscaled, scale: 2 };
      assert.notEqual(decimalText(shortestDecimal(decimalNumber(amount))), decimalText(amount));
    }
    assert.ok(ROUNDED.size > 100, String(ROUNDED.size));
  });

  it("have all their digits in every format of every route", async () => {
    const exact = new Set<string>();
    for (const route of ROUTES) {
      for (const address of addressesOf(route)) {
        if (check(address, await request(server.url + encodeURI(address)))) exact.add(`${route.path} ${address}`);
      }
    }
    const all = [...exact].join("\n");
    for (const path of [
      "/api/2/aggregate",
      "/api/2/search",
      "/api/2/suggest",
      "/api/3/cubes/{dataset}/facts",
      "/{dataset}",
      "/{dataset}/entries",
      "/{dataset}/entries/{id}",
      "/{dataset}/{dimension}/{name}",
      "/{dataset}/explore",
      "/{dataset}/explore.svg",
      "/{dataset}/explore.csv",
      "/{dataset}/explore.xlsx",
      "/{dataset}/embed",
      "/{dataset}/meta/changes",
      "/{dataset}/meta/entries.csv",
      "/{dataset}/meta/entries.arrows",
      "/{dataset}/meta/entries.ndjson.gz",
    ]) {
      assert.ok(all.includes(`${path} `), `no amount in ${path} of\n${all}`);
    }
  });

  it("have all their digits on every page that another leads to", async () => {
    const { visits } = await crawl(server.url, "/", 1);
    const exact = visits.filter(({ url, response }) => !/\.(?:avg|median)/.test(url) && check(url, response));
    assert.ok(exact.length > 20, `${exact.length} of ${visits.length}`);
  });

  it("have all their digits in the answers for assistants", async () => {
    const questions: Readonly<Record<string, object>> = {
      aggregate: { dataset: "town", drilldown: "region" },
      find_datasets: { words: "town" },
      find_members: { dataset: "town", words: "North" },
      what_changed: { dataset: "town", from: 1, to: 2 },
    };
    const exact: string[] = [];
    for (const { name } of TOOLS) {
      const params = { name, arguments: questions[name] ?? { dataset: "town" } };
      const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      if (check(name, await sendText(server.url, message))) exact.push(name);
    }
    for (const name of ["aggregate", "search_entries", "what_changed"]) assert.ok(exact.includes(name), exact.join());
  });
});
