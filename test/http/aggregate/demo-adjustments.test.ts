import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { DEMO_DATASETS } from "#src/core/assets/demo.js";
import { getJson } from "./derived-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

const TRUTH = "../shared/data/series";
const missing = existsSync(TRUTH) ? false : `no ${TRUTH}`;

/** A figure of `truth.json`, as a fraction in lowest terms or a decimal. */
interface TrueFigure {
  readonly exact: string;
  readonly double: number;
}

const readTruth = (name: string) => JSON.parse(readFileSync(`${TRUTH}/${name}/truth.json`, "utf8"));

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  for (const { model, csv } of DEMO_DATASETS) {
    const metadata = server.files.put(`/${model}`, JSON.parse(readFileSync(model, "utf8")));
    const csv_file = server.files.put(`/${csv}`, readFileSync(csv, "utf8"));
    const { status, text } = await server.loaded("ada", { metadata, csv_file });
    assert.equal(status, 200, text);
  }
});
after(() => server.stop());

const ask = (query: string) => getJson(server, `/api/2/aggregate?dataset=uk-spending&${query}`);

/** Compare two texts of fractions. */
function assertSame(actual: string, expected: string): void {
  const [a, b] = [actual, expected].map((text) => {
    const [, whole = text, part = "", under = "1"] = /^(-?\d+)(?:\.(\d+))?(?:\/(\d+))?$/.exec(text) ?? [];
    return [BigInt(whole + part), BigInt(under) * 10n ** BigInt(part.length)] as const;
  });
  assert.equal(a![0] * b![1], b![0] * a![1], `${actual} is not ${expected}`);
}

describe("the demo dataset", () => {
  it("is in prices of 2009 and per head without naming a series of prices", async () => {
    const { summary, drilldown, adjustments } = await ask(
      "cut=region:UKI|year:[2004 TO 2009]&drilldown=year&prices=2009&per=uk-population&order=year:asc",
    );
    assert.deepEqual(summary.currency, { amount: "GBP/person" });
    assert.equal(drilldown.length, 6);
    assert.equal(drilldown[5].amount, 9798.578044734504);
    assert.deepEqual(
      adjustments.map(({ series }: { series: string }) => series),
      ["uk-gdp-deflator-hmt-fy@1", "uk-population@1"],
    );
  });

  it("has the figures that were computed beside it", { skip: missing }, async () => {
    const prices = readTruth("uk-gdp-deflator-hmt-fy").demo_prices_2009;
    const real = await ask("prices=2009&drilldown=year&exact=true");
    assertSame(real.summary.amount, prices.all_years.exact);
    for (const { year, amount } of real.drilldown) assertSame(amount, (prices.by_year[year] as TrueFigure).exact);
    const rounded = await ask("prices=2009&drilldown=year");
    assert.equal(rounded.summary.amount, prices.all_years.double);
    const heads = readTruth("uk-population").demo_per_head;
    const perHead = await ask("per=uk-population&drilldown=region&cut=year:2009&exact=true");
    for (const { region, amount } of perHead.drilldown) {
      if (heads["2009"][region.name]) assertSame(amount, heads["2009"][region.name].exact);
      else assert.equal(amount, null);
    }
    assert.deepEqual(
      Object.fromEntries(
        perHead.missing.map(({ region, amount }: Record<string, unknown>) => [region, String(amount)]),
      ),
      heads["2009_without_population"],
    );
    const identifiable = await ask("per=uk-population&cut=region:[UKC TO UKN]|year:2009&exact=true");
    assertSame(identifiable.summary.amount, heads["2009_identifiable_total"].per_head.exact);
  });

  it("is cited with the versions of its series", async () => {
    const query = "dataset=uk-spending&prices=2009&per=uk-population&cut=year:2009&cite=true";
    const { json, headers } = await server.ask(null, "GET", `/api/2/aggregate?${query}`);
    const { url, text } = json.citation;
    const address = "dataset=uk-spending@1&prices=2009@uk-gdp-deflator-hmt-fy@1&per=uk-population@1&cut=year%3A2009";
    assert.ok(url.endsWith(`?${address}`), url);
    assert.match(text, / Adjusted by UK GDP deflator, .*, version 1 \(Open Government Licence v3\.0\); Population of /);
    assert.ok(headers["link"]!.includes(`?${address}>; rel="cite-as"`), headers["link"]);
    const again = await getJson(server, url.slice(server.url.length));
    assert.deepEqual(again.summary, json.summary);
  });

  it("has parts in real terms that add up to the whole, as fractions", async () => {
    const { summary, drilldown } = await ask("prices=2009&drilldown=function|region&exact=true");
    let [over, under] = [0n, 1n];
    for (const { amount } of drilldown) {
      const [, whole = "", part = "", below = "1"] = /^(-?\d+)(?:\.(\d+))?(?:\/(\d+))?$/.exec(amount)!;
      const denominator = BigInt(below) * 10n ** BigInt(part.length);
      over = over * denominator + BigInt(whole + part) * under;
      under *= denominator;
      const divisor = gcd(over < 0n ? -over : over, under);
      [over, under] = [over / divisor, under / divisor];
    }
    assertSame(`${over}/${under}`, summary.amount);
  });
});

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}
