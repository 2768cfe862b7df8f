import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadSeries, seriesMapping } from "./series-town.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  const mapping = { ...seriesMapping({ zone: "zone" }) };
  await loadSeries(server, "town", { currency: "GBP" }, mapping, "t,zone,n\n2009,N,50\n2010,N,60\n");
  await loadSeries(server, "people", { series: { kind: "stock" } }, seriesMapping(), "t,n\n2009,4\n2010,6\n");
});
after(() => server.stop());

async function readAbout(path: string): Promise<string> {
  const response = await fetch(server.url + path);
  assert.equal(response.status, 200, await response.clone().text());
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return strFromU8(files["xl/worksheets/sheet2.xml"]!).replaceAll(/(?:<[^>]*>)+/g, "|");
}

it("a workbook says in what its amounts are, and by which values they were adjusted", async () => {
  const about = await readAbout("/api/2/aggregate?dataset=town&drilldown=zone&per=people&format=xlsx");
  assert.match(about, /\|Amounts in\|GBP\/Value\|Adjusted by\|per Value, people@1; 2009: 4; 2010: 6\|/);
  const paid = await readAbout("/api/2/aggregate?dataset=town&drilldown=zone&format=xlsx");
  assert.doesNotMatch(paid, /Amounts in|Adjusted by/);
});

it("a workbook of a crosstab says in what its amounts are, and names the series", async () => {
  const about = await readAbout("/town/explore.xlsx?drilldown=zone|time.year&chart=pivot&per=people");
  assert.match(about, /per=people.*\|Amounts in\|GBP\/Value\|.*\|Cite as\|people, version 1/s);
});
