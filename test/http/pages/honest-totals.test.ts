import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { CHARTED } from "#src/calls/views/pages/dataset-overview.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { loadDatedAreas, textColumn } from "./dated-areas.js";
import { readText } from "./markup.js";
import { loadPaged, type PagedDataset } from "./page-datasets.js";
import { readTables } from "./shown-tables.js";

let server: LoadingServer;
before(async () => {
  server = await startLoading();
});
after(() => server.stop());

const load = (rows: readonly string[], mapping: object = {}): Promise<PagedDataset> =>
  loadDatedAreas(server, rows, mapping);

const headOf = (page: string): string =>
  readText(/<p class="headline">([^]*?)<\/p>/.exec(page)?.[1] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
const largestOf = (page: string): string | null => /<ol class="largest"[^]*?<\/ol>/.exec(page)?.[0] ?? null;

describe("shares", () => {
  it("stay if one small amount is below zero, in the head as in the table", async () => {
    const areas = ["A", "B", "C", "D"].map((area, at) => `2020-01-01,${area},${(at + 1) * 100},x`);
    const dataset = await load([...areas, "2020-01-01,E,-2,x"]);
    const page = await dataset.open();
    assert.match(page, />Share</);
    assert.ok(largestOf(page));
  });

  it("are in the head only where the table has them", async () => {
    const areas = ["A", "B", "C", "D"].map((area, at) => `2020-01-01,${area},${(at + 1) * 100},x`);
    const dataset = await load([...areas, "2020-01-01,E,-400,x"]);
    const page = await dataset.open();
    assert.doesNotMatch(page, />Share</);
    assert.equal(largestOf(page), null);
  });
});

describe("a note on shares", () => {
  it("stands with its own table, where tables stand side by side", async () => {
    const page = await (await loadPaged(server, "demo")).open("/region/UKI?year=2009");
    const [, tables] = /<div class="columns">([^]*?)<\/section>/.exec(page) ?? assert.fail("no tables");
    assert.equal(tables!.match(/<table/g)?.length, 2);
    assert.match(
      tables!,
      /<\/table>\s*<\/div>\s*<p class="note">Amounts below zero have no share[^<]*<\/p>\s*<\/div>\s*<div>/,
    );
  });
});

describe("amounts below zero", () => {
  for (const [behind, largest, shown] of [
    ["some are among the largest", CHARTED - 3, [0, -1, -2, -4, -3]],
    ["all come after a zero that is left out", CHARTED, [-2, -1]],
  ] as const) {
    it(`stand in a table of the largest, each once, where ${behind}`, async () => {
      const above = Array.from({ length: largest }, (_, at) => 1000 - at);
      const amounts = [...above, 0, ...shown.filter((amount) => amount < 0)];
      const dataset = await load(amounts.map((amount, at) => `2020-01-01,A${at},${amount},x`));
      const [table] = readTables(await dataset.open());
      const rows = table!.rows.filter(([name]) => /^\W*A\d/.test(name!));
      assert.deepEqual(
        rows.map(([, amount]) => Number(amount)),
        [...above, ...shown],
      );
    });
  }
});

describe("months", () => {
  const rows = Array.from({ length: 12 }, (_, at) => `2020-${String(at + 1).padStart(2, "0")}-15,A,${(at * 7) % 12},x`);

  it("have names, stand in the order of time, and have no shares", async () => {
    const dataset = await load([...rows, "2021-03-15,A,5,x"]);
    const page = await dataset.open("/explore?drilldown=time.month");
    const [table] = readTables(page);
    const names = table!.rows.map(([name]) => name!.replaceAll(/[\u2066-\u2069]/g, ""));
    assert.deepEqual(names.slice(0, 4), ["January", "February", "March", "April"]);
    assert.equal(names.length, 12);
    assert.doesNotMatch(page, /<th scope="col" class="number">Share/);
    const [monthly] = readTables(await dataset.open("/explore?drilldown=month&cut=year:2020&chart=table"));
    assert.equal(monthly!.rows[0]![0], "January 2020");
  });
});

describe("the years to choose from", () => {
  it("end with all years", async () => {
    const dataset = await load(["2020-01-01,A,5,x", "2021-01-01,A,6,x", "2021-01-01,B,6,x"]);
    for (const path of ["", "/area/A", "/explore"]) {
      const [, nav] = /<nav class="chips(?: said)?" aria-label="Year">([^]*?)<\/nav>/.exec(await dataset.open(path))!;
      assert.deepEqual(
        [...nav!.matchAll(/<a[^>]*>([^<]*)/g)].map(([, label]) => label),
        ["2020", "2021", "All years"],
      );
    }
  });
});

describe("a large change", () => {
  it("is said in times", async () => {
    const dataset = await load(["2020-01-01,A,5,x", "2021-01-01,A,60,x"]);
    assert.equal(headOf(await dataset.open()), "€60 in 2021, 12 times as much as in 2020");
    assert.match(headOf(await dataset.open("?lang=de")), /12-mal so viel wie 2020/);
  });
});

describe("a sum over years", () => {
  const ROWS = ["2020-01-01,A,531,x", "2020-01-01,B,777,x", "2021-01-01,A,1067,x", "2021-01-01,B,813,x"];
  const MARK = /several years together/;

  it("is called so in the title, table, crosstab, subtotals, workbook and picture of the explorer", async () => {
    const dataset = await load(ROWS, { kind: textColumn("flow") });
    const page = await dataset.open("/explore?drilldown=area&chart=treemap");
    assert.match(page, /<h1[^>]*>[^]*?, all years together<\/h1>/);
    assert.deepEqual(readTables(page)[0]!.total.slice(0, 2), ["Total, several years together", "3188"]);
    const [grid] = readTables(await dataset.open("/explore?drilldown=area|kind"));
    assert.equal(grid!.total[0], "Total, several years together");
    assert.equal(grid!.head.at(-1), "Total, several years together");
    assert.match(await dataset.open("/explore?drilldown=area|kind&rollup=true"), MARK);
    for (const query of ["drilldown=area&chart=treemap", "drilldown=area|kind", "drilldown=area|kind&rollup=true"]) {
      const book = await fetch(`${server.url}/${dataset.name}/explore/table.xlsx?${query}`);
      const files = unzipSync(new Uint8Array(await book.arrayBuffer()));
      assert.match(
        Object.values(files)
          .map((file) => strFromU8(file))
          .join(""),
        MARK,
        query,
      );
    }
    assert.match(await dataset.open("/explore.svg?drilldown=area&chart=treemap"), /all years together/);
  });

  it("is called so of several years that an address names, and of found entries", async () => {
    const dataset = await load(ROWS);
    for (const path of [
      "/explore?drilldown=area&cut=year:2020|year:2021",
      "/explore?drilldown=area&cut=year:[2020 TO 2021]",
      "/entries",
      "/entries?q=A",
    ])
      assert.match(await dataset.open(encodeURI(path)), MARK, path);
  });

  it("is not what one year, years beside each other or a dataset of one year have", async () => {
    const dataset = await load(ROWS);
    for (const path of [
      "/explore?drilldown=area&cut=year:2020",
      "/explore?drilldown=area&cut=year:[2020 TO 2020]",
      "/explore?drilldown=area|time.year",
      "/explore?drilldown=time.year",
      "/explore?drilldown=area",
      "/entries?filter=time.year:2020",
      "?year=all",
    ])
      assert.doesNotMatch(await dataset.open(encodeURI(path)), MARK, path);
    const small = await load(ROWS.slice(0, 2));
    for (const path of ["/explore?drilldown=area", "/entries"]) assert.doesNotMatch(await small.open(path), MARK, path);
  });
});

describe("all years", () => {
  const ROWS = ["2020-01-01,A,531,x", "2020-01-01,B,777,x", "2021-01-01,A,1067,x", "2021-01-01,B,813,x"];

  it("are a trend, not a sum, on every page, and the explorer and the data show it, too", async () => {
    const dataset = await load(ROWS, { kind: textColumn("flow") });
    for (const target of ["?year=all", "/area?year=all", "/kind/x?year=all"]) {
      const page = await dataset.open(target);
      const table = readTables(page).find(({ rows }) => rows[0]?.[0]?.endsWith("A"));
      assert.deepEqual(
        table?.rows,
        [
          ["A", "531", "1067"],
          ["B", "777", "813"],
        ],
        target,
      );
      assert.deepEqual(table?.total, ["Total", "1308", "1880"], target);
      assert.match(page, /class="chart line wide"/, target);
      assert.doesNotMatch(readText(page.slice(page.indexOf("<main"))), /1,?598|1,?590|3,?188/, target);
    }
    const page = await dataset.open("?year=all");
    assert.match(page, /drilldown=area%7Ctime\.year/);
    const [, explore] = /href="(\/[^"]*\/explore\?[^"]*)">Explore this/.exec(page)!;
    const explored = await dataset.open(readText(explore!).replace(/^\/[^/]*/, ""));
    assert.deepEqual(readTables(explored)[0]!.rows, [
      ["A", "531", "1067"],
      ["B", "777", "813"],
    ]);
  });

  it("are a trend in the explorer, from which a year leads back to its members", async () => {
    const dataset = await load(ROWS);
    const linkOf = (page: string, label: string): string =>
      readText(new RegExp(`href="([^"]*)"[^>]*>${label}<`).exec(page.slice(page.indexOf('aria-label="Year"')))![1]!);
    const all = linkOf(await dataset.open("/explore?drilldown=area&cut=time.year:2021"), "All years");
    assert.match(all, /drilldown=area%7Ctime\.year/);
    const year = linkOf(await dataset.open(all.replace(/^\/[^/]*/, "")), "2020");
    assert.match(decodeURIComponent(year), /drilldown=area&cut=time\.year:2020$/);
  });
});

describe("directions that the model does not declare", () => {
  const ROWS = ["2020-01-01,A,100,R", "2020-01-01,B,70,E", "2021-01-01,A,110,R", "2021-01-01,B,90,E"];
  const flow = (values: readonly [string, string]) =>
    load(
      ROWS.map((row) => row.replace(/R$/, values[0]).replace(/E$/, values[1])),
      { flow: textColumn("flow", { label: "Expense or revenue" }) },
    );

  for (const values of [
    ["Revenues", "Expenses"],
    ["Einnahmen", "Ausgaben"],
  ] as const) {
    it(`are never added up in a headline, nor elsewhere: ${values.join(", ")}`, async () => {
      const dataset = await flow(values);
      const page = await dataset.open();
      assert.equal(headOf(page), "");
      assert.doesNotMatch(readText(page), /€?200\b/);
      const [, list] = /<dl class="key">([^]*?)<\/dl>/.exec(page)!;
      assert.match(
        readText(list!).replaceAll(/\s+/g, " "),
        new RegExp(`${values[1]}, 2021: ?€90|${values[1]}, 2021 €90`),
      );
      assert.doesNotMatch(readText(await dataset.open("/explore?drilldown=area&cut=year:2021")), /Total/);
      const [split] = readTables(page);
      assert.deepEqual(
        [split!.head, ...split!.rows, split!.total],
        [
          ["area", values[1], values[0]],
          ["A", "–", "110"],
          ["B", "90", "–"],
          ["Total", "90", "110"],
        ],
      );
      // A reader who chooses one has a headline of it.
      assert.match(headOf(await dataset.open(`?cut=flow:${values[1]}`)), /^€90 in 2021/);
    });
  }
});
