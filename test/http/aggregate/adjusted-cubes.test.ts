import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { getJson } from "./derived-town.js";
import { loadSeries, seriesMapping } from "./series-town.js";

let server: LoadingServer;

const TOWN = {
  amount: { type: "measure", column: "n", datatype: "float" },
  time: { type: "date", column: "t", datatype: "date", precision: "year", key: true },
  region: { type: "attribute", column: "region", key: true, taxonomy: "zone" },
  what: { type: "attribute", column: "what", key: true },
};
const ROWS = `t,region,what,n
2009,N,roads,100.50
2009,S,roads,50
2009,X,parks,10
2010,N,parks,200
2010,S,roads,30.25
2011,N,roads,7
`;

before(async () => {
  server = await startLoading();
  await loadSeries(server, "town", { currency: "GBP", territories: ["GB"] }, TOWN, ROWS);
  const index = { territories: ["GB"], series: { kind: "index" } };
  await loadSeries(server, "deflator", index, seriesMapping(), "t,n\n2009,80\n2010,90\n2011,96\n");
  const people = "t,zone,n\n2009,N,3\n2009,S,4\n2010,N,5\n2010,S,6\n2011,N,7\n2011,S,0\n";
  await loadSeries(server, "people", { series: { kind: "stock" } }, seriesMapping({ zone: "zone" }), people);
  const rates = "t,currency,n\n2009,GBP,0.8\n2009,USD,1.5\n2010,GBP,0.75\n2010,USD,1.25\n2011,USD,1.25\n";
  const mapping = seriesMapping({ currency: "currency" });
  await loadSeries(server, "rates", { series: { kind: "rate", base: "EUR" } }, mapping, rates);
});
after(() => server.stop());

describe("the newer interface", () => {
  const cube = (query: string) => getJson(server, `/api/3/cubes/town/aggregate?${query}`);

  it("adjusts amounts as the older one does, and sorts by them", async () => {
    for (const query of ["prices=2010", "per=people", "in=USD@rates", "prices=2010&per=people"]) {
      const ours = await cube(`drilldown=what&aggregates=amount.sum|_count&order=amount.sum:desc&${query}`);
      const theirs = await getJson(server, `/api/2/aggregate?dataset=town&drilldown=what&order=amount:desc&${query}`);
      assert.deepEqual(
        ours.cells.map((cell: Record<string, unknown>) => [Object.values(cell)[0], cell["amount.sum"], cell["_count"]]),
        theirs.drilldown.map((cell: Record<string, unknown>) => [cell["what"], cell["amount"], cell["num_entries"]]),
        query,
      );
      assert.equal(ours.summary["amount.sum"], theirs.summary.amount, query);
      assert.deepEqual(ours.summary.original, { "amount.sum": theirs.summary.original.amount }, query);
      assert.deepEqual([ours.adjustments, ours.missing], [theirs.adjustments, theirs.missing], query);
      assert.deepEqual(ours.warnings, theirs.warnings);
    }
  });

  it("pages through adjusted cells, and writes missing ones as empty in CSV", async () => {
    const all = await cube("drilldown=region&per=people&order=amount.sum:desc");
    const { cells } = await cube("drilldown=region&per=people&order=amount.sum:desc&page=2&pagesize=1");
    assert.deepEqual(cells, [all.cells[1]]);
    const { text } = await server.ask(
      null,
      "GET",
      "/api/3/cubes/town/aggregate?drilldown=region&aggregates=amount.sum&per=people&cut=time.year:2009&format=csv",
    );
    assert.equal(text, "region.region,amount.sum\r\nN,33.5\r\nS,12.5\r\nX,\r\n");
  });

  it("refuses what the older one refuses", async () => {
    for (const query of ["prices=20", "prices=2010@nothing", "per=a|b", "in=XXX@rates"]) {
      const { status } = await server.ask(null, "GET", `/api/3/cubes/town/aggregate?${query}`);
      assert.equal(status, 400, query);
    }
  });
});
