import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getJson } from "./derived-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadSeries, seriesMapping } from "./series-town.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  await loadSeries(server, "town", { currency: "GBP" }, seriesMapping(), "t,n\n2009,50\n");
});
after(() => server.stop());

const ask = (query: string) => getJson(server, `/api/2/aggregate?dataset=town&exact=true&${query}`);

describe("a series", () => {
  it("has its notes beside the amounts that it adjusts", async () => {
    const note = { on: "year:2009", kind: "break", text: "Rebased." };
    await loadSeries(server, "noted", { series: { kind: "stock" } }, seriesMapping(), "t,n\n2009,10\n", {
      model: { notes: [note] },
    });
    const { notes } = await ask("per=noted&cut=year:2009");
    assert.deepEqual(notes, [{ id: 0, kind: "break", text: "noted: Rebased." }]);
  });

  it("is checked when it is loaded", async () => {
    let numChecked = 0;
    const warningsOf = async (kind: string, mapping: object, rows: string): Promise<string[]> => {
      const name = `checked-${kind}-${++numChecked}`;
      const dataset = { name, label: name, series: { kind } };
      const metadata = server.files.put(`/${name}.json`, { dataset, mapping });
      const csv_file = server.files.put(`/${name}.csv`, rows);
      const { warnings } = await server.end("ada", await server.load("ada", { metadata, csv_file }));
      return warnings.filter((text: string) => text.startsWith("the series"));
    };
    assert.deepEqual(
      await warningsOf("index", seriesMapping(), "t,n\n2009,100\n2010,-5\n2011,120\n2012,1300\n2015,0\n"),
      [
        "the series has a value below 0 for 2010",
        "the series changes by a factor of ten or more at 2012",
        "the series has a value of 0, which counts as missing, for 2015",
        "the series has no value for 2013, 2014",
      ],
    );
    const rates = "t,currency,n\n2009,USD,1.1\n2010,USD,0.9\n2011,USD,1.12\n";
    assert.deepEqual(await warningsOf("rate", seriesMapping({ currency: "currency" }), rates), [
      "the series is the inverse of what its neighbours say at USD 2010",
    ]);
    const ends = "t,currency,n\n2009,USD,0.9\n2010,USD,1.1\n2011,USD,1.12\n2012,CHF,1.5\n";
    assert.deepEqual(await warningsOf("rate", seriesMapping({ currency: "currency" }), ends), [
      "the series is the inverse of what its neighbours say at USD 2009",
    ]);
    const byMonth = { ...seriesMapping(), time: { type: "date", column: "t", datatype: "date", key: true } };
    const months = "t,n\n2009-10-01,1\n2009-11-01,2\n2010-01-01,3\n2010-04-01,4\n";
    assert.deepEqual(await warningsOf("index", byMonth, months), [
      "the series has no value for 2009-12, 2010-02, 2010-03",
    ]);
    assert.deepEqual(await warningsOf("index", byMonth, "t,n\n2009-07-01,1\n2009-10-01,2\n2010-04-01,3\n"), [
      "the series has no value for 2010-01",
    ]);
    const levels = "t,zone,n\n2009,N,3\n2009,S,4\n2009,all,7\n2010,N,5\n2010,S,6\n2010,all,11\n";
    assert.deepEqual(await warningsOf("stock", seriesMapping({ zone: "zone" }), levels), [
      "the series adds a total to its parts, so that sums are twice as much; leave it out, or declare levels: all",
    ]);
    const added = (names: string): string =>
      `the series adds a total to its parts, so that sums are twice as much; leave it out, or declare levels: ${names}`;
    const both = ["N,m,3", "N,f,4", "N,t,7", "S,m,5", "S,f,6", "S,t,11", "all,m,8", "all,f,10", "all,t,18"];
    const ofTwo = `t,zone,sex,n\n${both.map((row) => `2009,${row}\n`).join("")}2010,N,m,3\n2010,N,f,9\n2010,N,t,12\n`;
    const zoneAndSex = seriesMapping({ zone: "zone", sex: "sex" });
    assert.deepEqual(await warningsOf("stock", zoneAndSex, ofTwo), [added("zone all, sex t")]);
    const parts = ofTwo.replaceAll(/2.*(all|t),.*\n/g, "");
    assert.deepEqual(await warningsOf("stock", zoneAndSex, parts), []);
    const countries = ["UK,60", "GB,58", "E,55", "W,2", "S,1", "NI,2"];
    const nested = ["2009", "2010"].map((year, at) =>
      countries.map((row) => row.replace(/\d+$/, (n) => `${year},${Number(n) * (at * 2 + 3)}`)).join("\n"),
    );
    assert.deepEqual(await warningsOf("stock", seriesMapping({ zone: "zone" }), `zone,t,n\n${nested.join("\n")}\n`), [
      added("UK, GB"),
    ]);
    const codes =
      "t,zone,n\n2009,AT,8012\n2009,AT1,3500\n2009,AT2,4510\n2009,DE,82000\n2009,DE1,40000\n2009,DE2,42001\n";
    assert.deepEqual(await warningsOf("stock", seriesMapping({ zone: "nuts" }), codes), [added("AT, DE")]);
    const twice = { ...seriesMapping(), source_row: { type: "attribute", column: "row", key: true } };
    const mapping = { ...twice, time: { ...(seriesMapping() as { time: object }).time } };
    assert.deepEqual(await warningsOf("flow", mapping, "t,row,n\n2009,a,1\n2010,a,2\n"), []);
  });
});

it("a page of entries says that its amounts are as paid, whatever its address asks for", async () => {
  const { text } = await server.ask(null, "GET", "/town/entries?prices=2009", { headers: { Accept: "text/html" } });
  assert.match(text, /&quot;prices&quot; was ignored; amounts of entries are as paid/);
});
