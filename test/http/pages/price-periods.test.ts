import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { loadSeries, seriesMapping } from "../aggregate/series-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";

let server: LoadingServer;

const TOWN = {
  amount: { type: "measure", label: "Amount", column: "n", datatype: "float" },
  time: { type: "date", label: "Year", column: "t", datatype: "date", precision: "year", key: true },
  region: { type: "attribute", label: "Region", column: "region", key: true, facet: true },
};
const ROWS = "t,region,n\n2009,N,100.50\n2009,S,50\n2010,N,200\n2010,S,30.25\n";
const DEFLATOR = "t,n\n2009,80\n2010,90\n";

async function textOf(path: string): Promise<string> {
  const { text, status } = await server.ask(null, "GET", path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text);
  return readText(text).replaceAll(/\s+/g, " ");
}

describe("a period of prices", () => {
  const FISCAL = { starts: "04-01", named: "both" };
  before(async () => {
    server = await startLoading();
    const dated = { ...TOWN, time: { ...TOWN.time, fiscal_year: FISCAL } };
    for (const [name, mapping, territory] of [
      ["calendar-town", TOWN, "IE"],
      ["fiscal-town", dated, "NZ"],
      ["mixed-town", dated, "AU"],
    ] as const)
      await loadSeries(server, name, { currency: "GBP", territories: [territory] }, mapping, ROWS);
    const { time, ...rest } = seriesMapping() as { time: object };
    const years = { ...rest, time: { ...time, precision: "year", fiscal_year: FISCAL } };
    for (const [name, territory, mapping] of [
      ["calendar-prices", "AU", seriesMapping()],
      ["fiscal-prices", "IE", years],
      ["fiscal-prices-too", "NZ", years],
    ] as const)
      await loadSeries(server, name, { territories: [territory], series: { kind: "index" } }, mapping, DEFLATOR);
  });

  after(() => server.stop());

  for (const [name, series, base, year] of [
    ["calendar-town", "fiscal-prices", "2010–11", "2010"],
    ["fiscal-town", "fiscal-prices-too", "2010–11", "2010–11"],
    ["mixed-town", "calendar-prices", "2010", "2010–11"],
  ] as const) {
    it(`is named as the years of its series, not as those of the dataset: ${name}`, async () => {
      const page = await textOf(`/${name}?prices=2010`);
      assert.match(page, new RegExp(`in prices of ${base}, in ${year}\\b`));
      assert.match(page, new RegExp(`Totals by year, in prices of ${base}(?!–)`));
      assert.match(page, new RegExp(`Prices of ${base}: ${series} `));
      assert.match(page, new RegExp(`index of ${base}: 90`));
      assert.match(page, new RegExp(`Prices of: (?:2009(?:–10)? )${base}`));
      const { json } = await server.ask(null, "GET", `/api/2/search?dataset=${name}&filter=year:2009|region:N`);
      const [{ id }] = json.results;
      assert.match(await textOf(`/${name}/entries/${id}?inflate=2010`), new RegExp(`In prices of ${base}, by`));
    });
  }
});
