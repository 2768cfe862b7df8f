import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import { loadPaged, loadRows } from "./page-datasets.js";
import { describeScope, linksTo } from "./scope-rules.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

describeScope("demo");

describe("the page of health spending in London", () => {
  it("has London's health as its headline, not all of London", async () => {
    const dataset = await loadPaged(server, "demo");
    const target = "/region/UKI?year=2009&cut=function:07";
    const page = await dataset.open(target);
    const { summary } = await dataset.aggregate({ cut: "region:UKI|function:07|year:2009" });
    const [, head] = /<p class="headline">([^]*?)<\/p>/.exec(page)!;
    assert.match(head!, new RegExp(`value="${summary["amount"]}"`));
    assert.match(page, /aria-label="Remove filter: Function: Health"/);
    const [entries] = linksTo(page, /^All \d+ entries/);
    const list = await server.ask(null, "GET", entries!, { headers: { accept: "text/html" } });
    assert.match(readText(list.text).replaceAll(/\s+/g, " "), new RegExp(`of ${summary["num_entries"]} `));
  });
});

describe("the chart of a split", () => {
  const text = (column: string, more: object = {}): object => ({
    type: "attribute",
    column,
    datatype: "string",
    ...more,
  });
  const load = (rows: readonly string[]) =>
    loadRows(
      server,
      {
        dataset: { name: "years", label: "Years", description: "Made up", currency: "EUR" },
        mapping: {
          amount: { type: "measure", column: "amount", datatype: "float" },
          time: { type: "date", column: "year", datatype: "date" },
          area: text("area", { facet: true }),
          row: text("row", { key: true }),
        },
      } as never,
      ["year,area,amount,row", ...rows].join("\n"),
    );

  it("is the same in every year: areas only if no year has too much below zero", async () => {
    const rows = ["2010,A,50,1", "2010,B,30,2", "2010,C,20,3", "2011,A,60,4", "2011,B,30,5"];
    for (const [last, kind] of [
      ["2011,C,10,6", "treemap"],
      ["2011,C,-30,6", "bars"],
    ] as const) {
      const dataset = await load([...rows, last]);
      for (const year of ["2010", "2011"]) {
        const page = await dataset.open(`?year=${year}`);
        const section = page.slice(page.indexOf('id="split"'));
        assert.match(section, new RegExp(`class="chart ${kind} wide"`), `${kind} ${year}`);
      }
    }
  });
});
