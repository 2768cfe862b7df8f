import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, SPENDING, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { type Cell, readCells, unpack } from "../entries/read-workbook.js";
import { startTestServer, type TestServer } from "../server.js";
import { ROWS } from "./explore-town.js";
import { readText } from "./markup.js";
import { readTables } from "./shown-tables.js";

const LICENCE = { name: "Open Licence 1.0", url: "https://licence.example/" };
const { model } = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, licence: LICENCE } });
const big = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "big" } }).model;

let server: TestServer;
before(async () => {
  const rows = ROWS.map((row) => ({ ...row, paid: row.paid * 54_321n, planned: (row.planned ?? 0n) * 54_321n }));
  const other = spendingDataset([{ id: "a", paid: 123_456_789_012_345_678n }], { model: big });
  server = await startTestServer(makeRoutes(contextOf([spendingDataset(rows, { model }), other])));
});
after(() => server.stop());

async function open(path: string, language = "en-GB"): Promise<string> {
  const headers = { Accept: "text/html", "Accept-Language": language };
  const { status, text } = await request(server.url + path, { headers });
  assert.equal(status, 200, text.slice(0, 1000));
  return text;
}

/** Return the address of the workbook that a page links to. */
function findWorkbook(page: string): string {
  const [, href] = /href="([^"]*table\.xlsx[^"]*)"/.exec(page) ?? assert.fail("no workbook");
  return readText(href!).replace(server.url, "");
}

interface Workbook {
  readonly rows: readonly (readonly Cell[])[];
  readonly facts: ReadonlyMap<Cell, string>;
  readonly sheets: readonly string[];
  /** Formats of the sheet's own. */
  readonly codes: readonly string[];
  readonly disposition: string;
  /** XML of the table, and of the styles. */
  readonly sheet: string;
  readonly styles: string;
}

async function download(path: string): Promise<Workbook> {
  const response = await fetch(server.url + path);
  assert.equal(response.status, 200, path);
  const files = await unpack(Buffer.from(await response.arrayBuffer()));
  const facts = readCells(files.get("xl/worksheets/sheet2.xml")!);
  return {
    rows: readCells(files.get("xl/worksheets/sheet1.xml")!),
    facts: new Map(facts.map(([name, text]) => [name!, String(text)])),
    sheets: [...files.get("xl/workbook.xml")!.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name!),
    codes: [...files.get("xl/styles.xml")!.matchAll(/formatCode="([^"]*)"/g)].map(([, code]) => code!).slice(1),
    disposition: response.headers.get("content-disposition") ?? "",
    sheet: files.get("xl/worksheets/sheet1.xml")!,
    styles: files.get("xl/styles.xml")!,
  };
}

/** Factors of the units that heads name. */
const UNITS: readonly (readonly [pattern: RegExp, factor: number])[] = [[/million|Million/, 1e6]];

/** Compare a cell with what the page shows in it: a name, an amount with all its digits, or a figure in few digits. */
function compareCell(cell: Cell, shown: string, heads: string, language: string): void {
  if (shown === "–") return assert.equal(cell, null);
  if (typeof cell !== "number") return assert.equal(cell ?? "", shown);
  const factor = UNITS.find(([pattern]) => pattern.test(heads))?.[1] ?? 1;
  const [, digits = ""] = /^[+-]?([\d.,]*\d)/.exec(shown.replace("−", "-")) ?? [];
  const plain = shown.startsWith("-") || shown.startsWith("−") ? `-${digits}` : digits;
  const number = Number(language === "de-DE" ? plain.replaceAll(".", "").replace(",", ".") : plain.replaceAll(",", ""));
  if (/%/.test(shown)) return assert.ok(Math.abs(cell * 100 - number) <= 0.051, `${cell} of ${shown}`);
  // What the page shortened has all its digits in the markup.
  const exact = /^-?\d+(\.\d+)?$/.test(shown) ? Number(shown) : number;
  assert.ok(Math.abs(cell * factor - exact) <= Math.max(1e-6, Math.abs(exact) * 1e-3), `${cell} of ${shown}`);
}

const PAGES: readonly (readonly [name: string, page: string])[] = [
  ["a split", "/town/explore?drilldown=region&cut=year:2009"],
  ["a split with two measures", "/town/explore?drilldown=region&measure=amount|planned"],
  ["two splits", "/town/explore?drilldown=region|cofog1"],
  ["a chosen crosstab", "/town/explore?drilldown=region|cofog1&chart=pivot"],
  ["a crosstab of shares", "/town/explore?drilldown=region|cofog1&chart=pivot&measure=amount.share@region"],
  ["a comparison", "/town/explore?drilldown=region&cut=year:2009&against=year:2008"],
  ["figures", "/town/explore?drilldown=region&measure=amount|amount.share|amount.median|amount/planned"],
  ["the largest and the others", "/town/explore?drilldown=region&top=2"],
  ["a condition", "/town/explore?drilldown=region|year&having=amount:[500000%20TO%20*]&chart=table"],
  ["a line over time", "/town/explore?drilldown=region|time.year&chart=line"],
  ["a dataset in a year", "/town?year=2009"],
  ["a dataset in all years", "/town?year=all"],
  ["a dimension", "/town/region?year=2010"],
  ["a member", "/town/region/North?year=2009"],
];

describe("the workbook of a table", () => {
  for (const [name, path] of PAGES) {
    for (const language of ["en-GB", "de-DE"]) {
      it(`has what the page shows: ${name}, ${language}`, async () => {
        const page = await open(path, language);
        const { rows } = await download(findWorkbook(page));
        const [header, ...lines] = rows;
        const [table] = readTables(page);
        const shown = [...table!.rows, ...(table!.total.length === 0 ? [] : [table!.total])];
        const columns = table!.head.flatMap((head, at) => (head === "" ? [] : [at]));
        assert.equal(lines.length, shown.length);
        assert.equal(header!.length, columns.length);
        for (const [at, column] of columns.entries()) {
          assert.ok(String(header![at]).startsWith(table!.head[column]!), `${header![at]} of ${table!.head[column]}`);
        }
        const isGrid = /^[^(]*\((?:€ )?[Mm]illion/.test(String(header![0]));
        for (const [row, cells] of shown.entries()) {
          // Names of several cells go over the columns of names.
          const gap = table!.head.length - cells.length;
          for (const [at, column] of columns.entries()) {
            if (at > 0 && at <= gap) continue;
            const cell = cells[at === 0 ? 0 : column - gap]!;
            const heads = at === 0 ? "" : isGrid ? String(header![0]) : String(header![at]);
            compareCell(lines[row]![at]!, cell, heads, language);
          }
        }
      });
    }
  }

  it("names units in the heads, shows the currency in the cells, and calls the file after the title", async () => {
    const page = await open("/town/explore?drilldown=region&cut=year:2009");
    const { rows, codes, disposition } = await download(findWorkbook(page));
    assert.deepEqual(rows[0]!.slice(1), ["Paid (€ million)", "Share", "Entries"]);
    assert.deepEqual(codes, ["[$€]#,##0.0", "0.0%", "#,##0"]);
    assert.equal(disposition, 'attachment; filename="town-spending-by-region-paid-2009.xlsx"');
    const german = await download("/town/explore/table.xlsx?drilldown=region&cut=year:2009&lang=de");
    assert.deepEqual(german.codes[0], "#,##0.0\u00a0[$€]");
    assert.match(String(german.rows[0]![1]), /^Paid \(€ Millionen\)$/);
  });

  it("is laid out like the table: wide columns for names, heads over figures, a total in bold, from the right in Hebrew", async () => {
    const path = "/town/explore/table.xlsx?drilldown=region|cofog1&measure=amount|planned&chart=table";
    const { sheet, styles, rows, facts } = await download(path);
    const widths = [...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
    for (const [at, width] of widths.entries()) {
      const longest = Math.max(...rows.map((row) => (typeof row[at] === "string" ? row[at].length : 0)));
      assert.ok(width >= longest && width <= Math.max(20, longest + 4), `${width} for ${longest} characters`);
    }
    const xfs = styles.slice(styles.indexOf("<cellXfs")).match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/g)!;
    const styleOf = (cell: string): string =>
      xfs[Number(new RegExp(`<c r="${cell}"[^>]* s="(\\d+)"`).exec(sheet)![1])]!;
    assert.match(styleOf("A1"), /fontId="1"/);
    assert.doesNotMatch(styleOf("A1"), /right/);
    assert.match(styleOf("C1"), /fontId="1".*horizontal="right"/);
    assert.match(styleOf("C2"), /fontId="0"/);
    assert.match(styleOf(`C${rows.length}`), /fontId="1"/);
    assert.match(sheet, /<pane xSplit="2" ySplit="1" topLeftCell="C2"/);
    assert.match(sheet, /fitToPage="1".*<pageSetup orientation="landscape" fitToHeight="0"\/>/);
    const [, above] = /<oddHeader>&amp;L&amp;B ([^<]*)<\/oddHeader>/.exec(sheet)!;
    assert.equal(above!.replaceAll("&amp;&amp;", "&"), facts.get("Title"));
    assert.match(styles, /<cellStyle name="Normal" xfId="0" builtinId="0"\/>/);
    assert.doesNotMatch(sheet, /rightToLeft/);
    const hebrew = await download(`${path}&lang=he`);
    assert.match(hebrew.sheet, /<sheetView rightToLeft="1"/);
    assert.doesNotMatch(JSON.stringify([hebrew.rows, ...hebrew.facts]), /[\u200e\u2066-\u2069]/);
  });

  it("says where it stays the same, whose it is and what is to be said of it, in the reader's language", async () => {
    const { facts, sheets } = await download(
      "/town/explore/table.xlsx?drilldown=region&cut=year:2009|region:North|region:Nort&lang=de",
    );
    assert.deepEqual(sheets, ["Tabelle", "Über"]);
    assert.match(facts.get("Adresse")!, /\/town@1\/explore\?drilldown=region&cut=/);
    assert.match(
      facts.get("Zitieren als")!,
      /^Town spending nach region: Paid, 2009, region: North, region: Nort, Fassung 1 vom .*\/town@1\/explore\?drilldown=region/,
    );
    assert.equal(facts.get("Quelle"), "Town spending");
    assert.equal(facts.get("Lizenz"), "Open Licence 1.0, https://licence.example/");
    assert.equal(facts.get("Währung"), "EUR");
    assert.match(facts.get("Warnung")!, /Nort/);
  });

  it("writes an amount with more digits than spreadsheets keep as text, and subtotals below each other", async () => {
    const { rows } = await download("/big/explore/table.xlsx?drilldown=region");
    assert.deepEqual([rows[0]![1], rows[1]![1]], ["Paid (€ billion)", "1234567.89012345678"]);
    const tree = await download("/town/explore/table.xlsx?drilldown=region|cofog1&rollup=true");
    const [, first, second] = tree.rows;
    assert.equal(first![1], null);
    assert.equal(second![0], first![0]);
    assert.ok(Math.abs(Number(second![2])) <= Math.abs(Number(first![2])));
  });

  it("has the words and the language of its page, and is missing without a table", async () => {
    assert.match(findWorkbook(await open("/town", "de-DE")), /^\/town\/table\.xlsx\?.*lang=de$/);
    assert.equal(
      (await fetch(`${server.url}/town/explore/table.xlsx?drilldown=region&cut=region:Nowhere`)).status,
      404,
    );
    assert.equal((await fetch(`${server.url}/town/table.xlsx?yaer=2009`)).status, 400);
  });
});
