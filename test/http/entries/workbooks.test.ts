import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, SPENDING, spendingDataset } from "../../fixtures.js";
import { startTestServer, type TestServer } from "../server.js";
import { ODD_ROWS } from "./odd-rows.js";
import { type Cell, readCells, unpack } from "./read-workbook.js";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const COLUMNS = [...LETTERS, ...LETTERS.map((letter) => `A${letter}`)];

let server: TestServer;

before(async () => {
  server = await startTestServer(makeRoutes(contextOf([spendingDataset(ODD_ROWS)])));
});

after(() => server.stop());

/** Files of calls are named by their dataset, those of tables as seen by their title. */
const TITLED = "paid-on-function-1-by-region-all-years-town-spending";

async function download(path: string, { url }: TestServer = server): Promise<Buffer> {
  const response = await fetch(url + path);
  assert.equal(response.status, 200, path);
  assert.equal(
    response.headers.get("content-type"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  );
  const [, name] = /filename="([^"]*)\.xlsx"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  if (path.includes("/table.xlsx")) assert.equal(name, TITLED);
  else assert.match(name ?? "", /^town(?:-[\w-]+)?$/);
  return Buffer.from(await response.arrayBuffer());
}

async function read(path: string, sheet = 1): Promise<readonly (readonly Cell[])[]> {
  return readCells((await unpack(await download(path))).get(`xl/worksheets/sheet${sheet}.xml`)!);
}

describe("workbooks", () => {
  it("writes cells as numbers, and as text where a spreadsheet would round them", async () => {
    const rows = await read("/api/2/aggregate?dataset=town&drilldown=region|rate&order=amount:asc&format=xlsx");
    assert.deepEqual(rows[0], ["region", "rate", "amount", "num_entries"]);
    assert.deepEqual(rows.slice(1), [
      ['<ä> & "b" _x0041_', null, -0.02, 1],
      ["line\r\nbreak \u0001 \ud83d\ude00", null, 0, 1],
      ["=1+1", 0.1, 10.1, 1],
      ["1234", null, "1234567890123456.78", 1],
    ]);
  });

  it("writes figures: quotients as numbers, exact ones as text, missing ones as nothing", async () => {
    const query = "/api/2/aggregate?dataset=town&drilldown=region&measure=amount|amount.share|amount/planned&top=2";
    const rows = await read(`${query}&format=xlsx`);
    assert.deepEqual(rows[0], ["region", "amount", "amount.share", "amount/planned", "num_entries", "@others"]);
    assert.equal(rows[1]![1], "1234567890123456.78");
    assert.equal(typeof rows[1]![2], "number");
    assert.equal(rows[1]![3], null);
    assert.equal(rows.at(-1)!.at(-1), 2);
    assert.equal(typeof (await read(`${query}&exact=true&format=xlsx`))[1]![2], "string");
  });

  it("writes found entries in the columns of the CSV", async () => {
    const rows = await read("/api/2/search?dataset=town&order=amount:asc&format=xlsx");
    const csv = await (await fetch(`${server.url}/api/2/search?dataset=town&format=csv`)).text();
    assert.equal(rows[0]!.join(), csv.slice(0, csv.indexOf("\r\n")));
    assert.equal(rows.length, ODD_ROWS.length + 1);
    const amount = rows[0]!.indexOf("amount");
    assert.deepEqual(
      rows.slice(1).map((row) => row[amount]),
      [-0.02, 0, 10.1, "1234567890123456.78"],
    );
  });

  it("says where the data is from, without parameters that are none of the call", async () => {
    const about = await read("/api/2/aggregate?dataset=town&cut=cofog1:2&secret=x&format=xlsx", 2);
    const facts = new Map(about.map(([name, value]) => [name, value]));
    assert.equal(facts.get("Address"), `${server.url}/api/2/aggregate?dataset=town&cut=cofog1%3A2`);
    assert.match(String(facts.get("Cite as")), /, version 1 of \d{4}-\d\d-\d\d, http.*\/town@1$/);
    assert.match(String(facts.get("Numbers")), /more than 15 digits/);
  });

  it("says which texts were cut, and marks them", async () => {
    const long = { id: "z", paid: 1n, region: "x".repeat(40_000), code: "<c".repeat(20_000) };
    const own = await startTestServer(makeRoutes(contextOf([spendingDataset([...ODD_ROWS, long])])));
    try {
      for (const [path, place] of [
        [
          "/api/2/search?dataset=town&order=amount:asc&format=xlsx",
          "sheet Data, row 4, column cofog1.name; sheet Data, row 4",
        ],
        [
          "/api/2/aggregate?dataset=town&drilldown=rate|region&order=amount:asc&format=xlsx",
          "sheet Data, row 4, column region.",
        ],
        ["/town/explore.xlsx?drilldown=region|rate&chart=pivot", "sheet Data, row 4, column region."],
      ] as const) {
        const files = await unpack(await download(path, own));
        const facts = new Map(readCells(files.get("xl/worksheets/sheet2.xml")!).map(([name, value]) => [name, value]));
        const said = String(facts.get("Cut texts"));
        assert.ok(
          said.startsWith("A cell has 32,767 characters at most. ") && said.includes(place),
          `${path}: ${said}`,
        );
        for (const row of readCells(files.get("xl/worksheets/sheet1.xml")!)) {
          assert.ok(row.every((cell) => String(cell).length <= 32_767));
        }
      }
    } finally {
      await own.stop();
    }
    const about = await read("/api/2/search?dataset=town&format=xlsx", 2);
    assert.ok(!about.some(([name]) => name === "Cut texts"));
  });

  it("gives every row, every cell and the sheet its place, as Excel does", async () => {
    const paths = [
      "/api/2/aggregate?dataset=town&drilldown=region|rate&format=xlsx",
      "/api/2/aggregate?dataset=town&drilldown=region&measure=amount|amount.share&top=2&format=xlsx",
      "/api/2/aggregate?dataset=town&drilldown=region&pagesize=3&page=2&format=xlsx",
      "/api/2/search?dataset=town&q=Nowhere&format=xlsx",
      "/town/entries.xlsx",
      "/town/explore.xlsx?drilldown=region|cofog1&chart=pivot",
    ];
    for (const path of paths) {
      const files = await unpack(await download(path));
      for (const sheet of [1, 2]) {
        const xml = files.get(`xl/worksheets/sheet${sheet}.xml`)!;
        const [head = "", ...rows] = xml.split("<row ");
        let last = "";
        for (const [at, row] of rows.entries()) {
          assert.ok(row.startsWith(`r="${at + 1}">`), path);
          const places = [...row.matchAll(/<c\b([^>]*)/g)].map(([, given]) => / r="(\w+)"/.exec(given!)?.[1]);
          assert.deepEqual(
            places,
            COLUMNS.slice(0, places.length).map((letters) => `${letters}${at + 1}`),
            path,
          );
          last = places.at(-1)!;
        }
        assert.ok(head.includes(`><dimension ref="A1:${last}"/><sheetViews>`), `${path}: ${last}: ${head}`);
      }
    }
  });

  it("gives the same bytes again", async () => {
    const path = "/api/2/search?dataset=town&format=xlsx";
    const first = await download(path);
    assert.deepEqual(await download(`${path}&pretty=false`), first);
  });

  it("writes a crosstab with the rows, columns and figures of its CSV", async () => {
    const query = "drilldown=region|cofog1&chart=pivot";
    const rows = await read(`/town/explore.xlsx?${query}`);
    const csv = await (await fetch(`${server.url}/town/explore.csv?${query}`)).text();
    assert.equal(rows[0]!.join(), csv.slice(0, csv.indexOf("\r\n")));
    assert.deepEqual(
      rows.slice(1).toSorted((a, b) => String(a[0]).localeCompare(String(b[0]), "en")),
      [
        ['<ä> & "b" _x0041_', -0.02, null, null, -0.02],
        ["=1+1", null, 10.1, null, 10.1],
        ["1234", "1234567890123456.78", null, null, "1234567890123456.78"],
        ["line\r\nbreak \u0001 \ud83d\ude00", null, null, 0, 0],
        ["Total", "1234567890123456.76", 10.1, 0, "1234567890123466.86"],
      ],
    );
    const about = await read(`/town/explore.xlsx?${query}&secret=x`, 2);
    const facts = new Map(about.map(([name, value]) => [name, value]));
    assert.equal(
      facts.get("Address"),
      `${server.url}/town/explore?drilldown=region%7Ccofog1&measure=amount&chart=pivot`,
    );
    assert.match(String(facts.get("Cite as")), /version 1 of .*\/town@1$/);
    assert.match(String(facts.get("Numbers")), /more than 15 digits/);
  });

  it("names addresses below the path of the base URL", async () => {
    const based = await startTestServer(makeRoutes(contextOf([spendingDataset(ODD_ROWS)])), {
      baseUrl: "https://example.org/data/",
    });
    try {
      for (const path of [
        "/api/2/aggregate?dataset=town&format=xlsx",
        "/town/explore.xlsx?drilldown=region|cofog1&chart=pivot",
      ]) {
        const about = readCells((await unpack(await download(path, based))).get("xl/worksheets/sheet2.xml")!);
        const facts = new Map(about.map(([name, value]) => [name, value]));
        assert.match(String(facts.get("Address")), /^https:\/\/example\.org\/data\/(api|town)\//);
        assert.match(String(facts.get("Cite as")), /, https:\/\/example\.org\/data\/town@1$/);
      }
    } finally {
      await based.stop();
    }
  });

  it("says what the notes on a crosstab are on", async () => {
    const notes = [{ on: "year:2009", kind: "break", text: "Plans only." }];
    const noted = spendingDataset(ODD_ROWS, { model: parseModel({ ...SPENDING, notes }).model });
    const other = await startTestServer(makeRoutes(contextOf([noted])));
    try {
      const files = await unpack(await download("/town/explore.xlsx?drilldown=region|time.year&chart=pivot", other));
      const about = readCells(files.get("xl/worksheets/sheet2.xml")!);
      assert.ok(about.some(([name, text]) => name === "Note" && text === "2009: Plans only."));
    } finally {
      await other.stop();
    }
  });

  it("writes the shares of a crosstab as percentages", async () => {
    const path = "/town/explore.xlsx?drilldown=region|time.year&measure=amount.share@time.year&chart=pivot";
    const sheet = (await unpack(await download(path))).get("xl/worksheets/sheet1.xml")!;
    const styles = (await unpack(await download(path))).get("xl/styles.xml")!;
    const formats = [...styles.slice(styles.indexOf("<cellXfs")).matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id);
    const shares = [...sheet.matchAll(/<c r="\w+" s="(\d+)"><v>([^<]+)</g)];
    assert.ok(shares.length >= 4);
    for (const [, style, share] of shares) {
      assert.equal(formats[Number(style)], "10");
      assert.ok(Math.abs(Number(share)) <= 1.1, share);
    }
  });

  it("refuses a crosstab of other charts", async () => {
    const response = await fetch(`${server.url}/town/explore.xlsx?drilldown=region`);
    assert.equal(response.status, 400);
    assert.match(await response.text(), /only chart=pivot of two drilldowns/);
  });

  it("leads from entries to the found ones", async () => {
    const rows = await read("/town/entries.xlsx?order=amount:asc");
    assert.equal(rows.length, ODD_ROWS.length + 1);
    assert.deepEqual(rows, await read("/api/2/search?dataset=town&order=amount:asc&format=xlsx"));
  });
});
