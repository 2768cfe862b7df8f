import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { loadSeries, seriesMapping } from "../aggregate/series-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
  const region = {
    type: "compound",
    label: "Region",
    key: true,
    taxonomy: "zone",
    attributes: { name: { column: "region" }, label: { column: "title" } },
  };
  const rows = `t,region,title,n
2009,N,North,100.50
2009,S,South,50
2009,X,Elsewhere,10
2010,N,North,200
2010,S,South,30.25
`;
  await loadSeries(server, "town", { currency: "GBP" }, { ...seriesMapping(), region }, rows);
  await loadSeries(server, "deflator", { series: { kind: "index" } }, seriesMapping(), "t,n\n2009,80\n2010,90\n");
  const people = "t,zone,n\n2009,N,3\n2009,S,4\n2010,N,5\n2010,S,6\n";
  await loadSeries(server, "people", { series: { kind: "stock" } }, seriesMapping({ zone: "zone" }), people);
});
after(() => server.stop());

/** Check that whatever a page links to of its dataset is answered: its choices and its files. @returns the links */
async function checkLinks(path: string): Promise<readonly string[]> {
  const page = await server.ask(null, "GET", path, { headers: { accept: "text/html" } });
  assert.equal(page.status, 200, path);
  const links = [...new Set(Array.from(page.text.matchAll(/href="([^"]*)"/g), ([, href]) => readText(href!)))].filter(
    (link) => /[/]town[/]explore[.?]|[/]api[/]2[/]aggregate[?]/.test(link) && !link.includes("lang="),
  );
  for (const link of links) {
    const { status, text } = await server.ask(null, "GET", link.replace(server.url, ""), {
      headers: { accept: "text/html" },
    });
    assert.equal(status, 200, `${path} links to ${link}: ${text.slice(0, 300)}`);
  }
  return links;
}

describe("adjusted pages", () => {
  it("link to nothing that is refused", async () => {
    for (const path of [
      "/town?prices=2010@deflator",
      "/town/explore?drilldown=region&prices=2010@deflator",
      "/town/explore?drilldown=region&measure=amount.avg&per=people",
    ]) {
      assert.ok((await checkLinks(path)).length > 5, path);
    }
  });

  it("have the files of what they show, also of lines beside a comparison with a year", async () => {
    const path = "/town/explore?drilldown=region&against=year:2009&chart=line";
    const csv = (await checkLinks(path)).find((link) => link.includes("format=csv"))!;
    const { text } = await server.ask(null, "GET", csv.replace(server.url, ""));
    assert.deepEqual(text.replace("\uFEFF", "").split("\r\n"), [
      "region.name,region.label,time.year,amount,num_entries",
      "N,North,2010,200,1",
      "N,North,2009,100.5,1",
      "S,South,2009,50,1",
      "S,South,2010,30.25,1",
      "X,Elsewhere,2009,10,1",
      "",
    ]);
  });
});
