import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadSeries, seriesMapping } from "./series-town.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  const staff = { type: "measure", column: "staff", datatype: "float", unit: "people" };
  const euros = { type: "measure", column: "euros", datatype: "float", unit: "EUR" };
  const mapping = { ...seriesMapping(), staff, euros };
  await loadSeries(server, "town", { currency: "GBP" }, mapping, "t,n,staff,euros\n2009,10,3,11\n2010,20,4,21\n");
  await loadSeries(server, "deflator", { series: { kind: "index" } }, seriesMapping(), "t,n\n2009,80\n2010,90\n");
});
after(() => server.stop());

describe("measures that are no money", () => {
  it("have no currency, whether amounts are adjusted or not; a currency as a unit is theirs", async () => {
    const measures = "/api/2/aggregate?dataset=town&measure=amount|staff|staff.avg|amount/staff";
    const { json } = await server.ask(null, "GET", `${measures}|euros`);
    const currency = { amount: "GBP", staff: null, "staff.avg": null };
    assert.deepEqual(json.summary.currency, { ...currency, euros: "EUR" });
    const { json: adjusted } = await server.ask(null, "GET", `${measures}&prices=2010@deflator`);
    assert.deepEqual(adjusted.summary.currency, currency);
    const { json: cube } = await server.ask(null, "GET", "/api/3/info/town/package");
    const { amount, staff, euros } = cube.model.measures;
    assert.deepEqual([amount.currency, staff.currency, euros.currency], ["GBP", null, "EUR"]);
  });
});
