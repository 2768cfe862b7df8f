import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, spendingDataset } from "../../fixtures.js";
import { type ReadCell, type ReadSheets, WORKBOOK_READERS } from "../../workbook-readers.js";
import { startTestServer, type TestServer } from "../server.js";

/** As many regions as need columns with two letters. */
const ROWS = Array.from({ length: 40 }, (_, at) => ({
  id: `id ${at}`,
  paid: at === 7 ? 123_456_789_012_345_678n : BigInt(at * 1234 - 5),
  region: ["=1+1", '<ä> & "b"', "00123", "two\nlines 😀", "plain <c/> <row>", ""][at] ?? `Region ${at}`,
  code: String(at % 3),
  date: `20${at < 20 ? "09" : "10"}-03-0${1 + (at % 9)}`,
  ...(at % 2 === 0 && { rate: at / 8 }),
}));

let server: TestServer;

before(async () => {
  server = await startTestServer(makeRoutes(contextOf([spendingDataset(ROWS)])));
});

after(() => server.stop());

/** Workbooks by kind, and the CSV that has the same cells. */
const KINDS: readonly (readonly [kind: string, workbook: string, csv: string])[] = [
  ...(
    [
      ["an aggregate", "drilldown=region|time.year|cofog1&order=amount:asc"],
      ["an aggregate without cells", "drilldown=region&cut=region:Nowhere"],
      ["the last page of an aggregate", "drilldown=region&pagesize=15&page=3"],
      ["an aggregate with figures", "drilldown=region&measure=amount|amount.share|amount/planned&top=5"],
      ["an aggregate with subtotals", "drilldown=time.year|region&measure=amount|amount.share&rollup=true&pagesize=30"],
    ] as const
  ).map(([kind, query]) => {
    const path = `/api/2/aggregate?dataset=town&${query}`;
    return [kind, `${path}&format=xlsx`, `${path}&format=csv`] as const;
  }),
  [
    "a search",
    "/api/2/search?dataset=town&q=region&order=amount:asc&pagesize=7&page=2&format=xlsx",
    "/api/2/search?dataset=town&q=region&order=amount:asc&pagesize=7&page=2&format=csv",
  ],
  ["entries", "/town/entries.xlsx?order=amount:asc", "/town/entries.csv?order=amount:asc"],
  [
    "a crosstab",
    "/town/explore.xlsx?drilldown=time.year|region&chart=pivot",
    "/town/explore.csv?drilldown=time.year|region&chart=pivot",
  ],
];

async function download(path: string): Promise<Buffer> {
  const response = await fetch(server.url + path);
  assert.equal(response.status, 200, path);
  return Buffer.from(await response.arrayBuffer());
}

function compareCells(sheets: ReadSheets, csv: string): void {
  const expected = parse(csv, { relax_column_count: true }) as readonly (readonly string[])[];
  const rows = sheets.get("Data")!;
  assert.equal(rows.length, expected.length);
  for (const [row, cells] of expected.entries()) {
    assert.equal(rows[row]!.length, cells.length);
    for (const [column, text] of cells.entries()) compareCell(rows[row]![column]!, text, `row ${row + 1}, ${cells[0]}`);
  }
}

function compareCell(cell: ReadCell, text: string, place: string): void {
  // CSV has an apostrophe before what a spreadsheet would run as a formula.
  if (typeof cell === "number") assert.equal(cell, Number(text), place);
  else assert.equal(cell ?? "", text.replace(/^'(?==)/, ""), place);
}

for (const { name, explainNone, read } of WORKBOOK_READERS) {
  describe(`workbooks in ${name}`, { skip: explainNone }, () => {
    for (const [kind, workbook, csv] of KINDS) {
      it(`have every cell of ${kind}, and say what it is`, async () => {
        const sheets = await read(await download(workbook));
        assert.deepEqual([...sheets.keys()], ["Data", "About"]);
        compareCells(sheets, (await download(csv)).toString());
        const about = sheets.get("About")!;
        assert.deepEqual(about[0]![1], "About this file");
        const facts = new Map(about.map(([fact, text]) => [fact, text]));
        assert.ok(String(facts.get("Address")).startsWith(server.url));
        assert.match(String(facts.get("Cite as")), /\/town@1$/);
      });
    }

    it("have numbers where a spreadsheet keeps their digits, and else text", async () => {
      const path = "/api/2/aggregate?dataset=town&drilldown=region&order=amount:desc&format=xlsx";
      const rows = (await read(await download(path))).get("Data")!;
      assert.deepEqual(rows[1], ["Region 7", "1234567890123456.78", 1]);
      assert.deepEqual(rows[2], ["Region 39", 481.21, 1]);
    });
  });
}
