import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { getJson } from "./derived-town.js";
import { loadSeries } from "./series-town.js";

const SHARED = "../shared/data/series";

/** Files as the recipes want them: small ones, which have the figures of the publishers. */
const TWINS: Readonly<Record<string, string>> = {
  "world-cpi":
    "year,iso2,country,index_2010\n2009,GB,United Kingdom,97.567967\n2010,GB,United Kingdom,100\n2009,DE,Germany,98.908241\n",
  "world-gdp":
    "year,iso2,country,gdp_usd\n2009,GB,United Kingdom,2412840006231.5\n2010,GB,United Kingdom,2485482596184.7095\n",
  "world-population":
    "year,iso2,country,population\n2009,GB,United Kingdom,62276270\n2010,GB,United Kingdom,62766365\n2010,DE,Germany,81776930\n",
  "ecb-rates": "year,currency,rate\n2009,GBP,0.89093957\n2010,GBP,0.85784391\n2009,USD,1.3947776\n2010,USD,1.3257209\n",
  "eurostat-population": "year,nuts,level,population_thousand\n2009,UK,0,62261\n2009,UKI,1,7943\n2009,UKM,1,5232\n",
};

/** The whole files of the publishers. */
const FILES: Readonly<Record<string, string>> = {
  "world-cpi": "world-cpi/index.csv",
  "world-gdp": "world-gdp/data.csv",
  "world-population": "world-population/data.csv",
  "ecb-rates": "ecb-rates/data.csv",
  "eurostat-population": "eurostat-nuts-population/data.csv",
};

const BUDGET = {
  amount: { type: "measure", column: "n", datatype: "float" },
  time: { type: "date", column: "t", datatype: "date", precision: "year", key: true },
  region: { type: "attribute", column: "region", key: true, taxonomy: "nuts" },
};

describeRecipes("small files", (name) => TWINS[name]!, false);
describeRecipes(
  "the files of the publishers",
  (name) => readFileSync(`${SHARED}/${FILES[name]!}`, "utf8"),
  existsSync(SHARED) ? false : `no ${SHARED}`,
);

/** Test the recipes of `docs/model.md` with files. */
function describeRecipes(of: string, read: (name: string) => string, skip: string | false): void {
  describe(`the recipes of series, with ${of}`, { skip }, () => {
    let server: LoadingServer;
    before(async () => {
      server = await startLoading();
      const rows = "t,region,n\n2009,UKI,100\n2009,UKM,50\n2010,UKI,100\n";
      await loadSeries(server, "budget", { currency: "GBP", territories: ["GB"] }, BUDGET, rows);
      for (const name of Object.keys(TWINS)) {
        const metadata = server.files.put(
          `/${name}.json`,
          JSON.parse(readFileSync(`examples/series/${name}.json`, "utf8")),
        );
        const csv_file = server.files.put(`/${name}.csv`, read(name));
        const { status, text } = await server.loaded("ada", { metadata, csv_file });
        assert.equal(status, 200, text);
      }
    });
    after(() => server.stop());

    const amounts = async (query: string): Promise<readonly unknown[]> => {
      const path = `/api/2/aggregate?dataset=budget&exact=true&drilldown=year&order=year:asc&${query}`;
      return (await getJson(server, path)).drilldown.map((cell: { amount: unknown }) => cell.amount);
    };

    it("show prices by the index of the territory alone", async () => {
      // 150 × 100 / 97.567967
      assert.deepEqual(await amounts("prices=2010"), ["15000000000/97567967", "100"]);
    });

    it("divide by people", async () => {
      assert.deepEqual(await amounts("per=world-population"), ["15/6227627", "20/12553273"]);
    });

    it("convert by euro rates, in both directions", async () => {
      assert.deepEqual(await amounts("in=EUR"), ["15000000000/89093957", "10000000000/85784391"]);
    });

    it("are a share of GDP in dollars", async () => {
      const { summary, adjustments } = await getJson(
        server,
        "/api/2/aggregate?dataset=budget&in=USD&per=world-gdp&cut=year:2009",
      );
      assert.ok(Math.abs(summary.amount / 9.733e-11 - 1) < 0.01, String(summary.amount));
      assert.deepEqual(
        adjustments.map(({ series }: { series: string }) => series),
        ["ecb-rates@1", "world-gdp@1"],
      );
      const { status, text } = await server.ask(null, "GET", "/api/2/aggregate?dataset=budget&per=world-gdp");
      assert.equal(status, 400);
      assert.match(text, /add in=USD/);
    });

    it("never add up the levels of regions", async () => {
      const { drilldown } = await getJson(
        server,
        "/api/2/aggregate?dataset=budget&exact=true&drilldown=region&per=eurostat-population&cut=year:2009&order=region:asc",
      );
      assert.deepEqual(
        drilldown.map(({ region, amount }: Record<string, unknown>) => [region, amount]),
        [
          ["UKI", "100/7943"],
          ["UKM", "25/2616"],
        ],
      );
      const [whole] = await amounts("per=eurostat-population&cut=year:2009|region:UKI|region:UKM");
      assert.equal(whole, "6/527");
    });

    it("are offered on the page", async () => {
      const { text } = await server.ask(null, "GET", "/budget?year=2009", { headers: { Accept: "text/html" } });
      const offers = [...text.matchAll(/<li><a href="[^"]*"[^>]*>((?:in |per |share|as)[^<]*)/g)].map(
        ([, label]) => label,
      );
      assert.deepEqual(offers.slice(0, 7), [
        "as paid",
        "in prices of 2009",
        "per thousand people",
        "per person (United Kingdom)",
        "share of ",
        "in EUR",
        "in USD",
      ]);
    });
  });
}
