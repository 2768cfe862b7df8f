import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, type Row, SPENDING, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { readText } from "../pages/markup.js";
import { startTestServer, type TestServer } from "../server.js";
import { readDataLinks, readTables, type ShownTable } from "../pages/shown-tables.js";
import { nextLink } from "./next-link.js";

/** More entries, and more members of one dimension, than a page of the calls has. */
const ENTRIES = 10_050;

const ROWS: readonly Row[] = Array.from({ length: ENTRIES }, (_, at) => ({
  id: `${at}`,
  paid: BigInt((at % 7 === 3 ? -1 : 1) * (at + 1) * 1237),
  planned: BigInt(at * 1000),
  date: `20${String(8 + (at % 4)).padStart(2, "0")}-0${1 + (at % 9)}-11`,
  region: `Region ${at % 61}`,
  code: `${at % 5}`,
  function: `Function number ${at % 5}`,
}));

let server: TestServer;
before(async () => {
  const model = (name: string) => parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name } }).model;
  const datasets = [
    spendingDataset(ROWS, { model: model("town"), version: "town" }),
    spendingDataset(ROWS.slice(0, 40), { model: model("village"), version: "village" }),
  ];
  server = await startTestServer(makeRoutes(contextOf(datasets)));
});
after(() => server.stop());

async function open(url: string, accept: string): Promise<string> {
  const { status, text, headers } = await request(url, { headers: { Accept: accept } });
  assert.equal(status, 200, `${url}: ${text.slice(0, 300)}`);
  assert.equal(nextLink({ headers }), undefined, `${url} is only a page of it`);
  return text;
}

async function openPage(path: string): Promise<string> {
  const { status, text } = await request(server.url + path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text.slice(0, 300));
  return text;
}

type Cell = Readonly<Record<string, unknown>>;

interface Aggregate {
  readonly summary: Readonly<Record<string, number>>;
  readonly drilldown: readonly Cell[];
}

/** Return the name of a cell on a page, for each drilldown. */
function namesOf(cell: Cell, drilldowns: readonly string[]): readonly string[] {
  return drilldowns.map((reference) => {
    const [dimension, attribute] = reference.split(".") as [string, string | undefined];
    const value = cell[dimension];
    if (typeof value !== "object" || value === null) return String(value);
    return String((value as Cell)[attribute ?? "label"]);
  });
}

/** The number in a cell of a table. */
function numberIn(text: string): number {
  return Number(text.replaceAll(/[^\d.-]/g, ""));
}

function cents(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
}

/** A call that gives what a table shows: the same in both forms, all of it, and nothing else. */
async function assertAggregate(
  links: Readonly<Record<string, string>>,
  table: ShownTable | undefined,
  label: string,
): Promise<void> {
  const { summary, drilldown } = JSON.parse(await open(links["JSON"]!, "*/*")) as Aggregate;
  assert.equal(drilldown.length, summary["num_drilldowns"], `${label}: not all cells`);
  const query = new URL(links["JSON"]!).searchParams;
  const drilldowns = (query.get("drilldown") ?? "").split("|");
  const measures = (query.get("measure") ?? "amount").split("|");

  const records = parse(await open(links["CSV"]!, "*/*"), { columns: true }) as readonly Record<string, string>[];
  assert.equal(records.length, drilldown.length, `${label}: not all rows`);
  for (const measure of [...measures, "num_entries"]) {
    assert.deepEqual(
      records.map((each) => Number(each[measure])),
      drilldown.map((each) => each[measure]),
      label,
    );
  }
  for (const measure of measures) {
    assert.equal(
      cents(drilldown.map((each) => each[measure] as number)),
      cents([summary[measure]!]),
      `${label}: the cells are not the total`,
    );
  }

  assert.ok(table, `no table shows "${label}"`);
  if (!table.head.includes("Entries")) return assertCrosstab(table, { cells: drilldown, drilldowns, measures }, label);
  const cells = new Map(drilldown.map((cell) => [namesOf(cell, drilldowns).join("\n"), cell]));
  let rest = drilldown.length;
  let left = summary["amount"]!;
  const isMore = (row: readonly string[]): boolean => /^[\d,]+ (?:more|smaller ones?)/.test(row[0]!);
  for (const row of table.rows.filter((each) => !isMore(each))) {
    const cell = cells.get(row.slice(0, drilldowns.length).join("\n")) ?? assert.fail(`${label}: no cell for ${row}`);
    const shown = row.slice(drilldowns.length, drilldowns.length + measures.length).map(numberIn);
    assert.deepEqual(
      shown,
      measures.map((measure) => cell[measure]),
      `${label}: ${row}`,
    );
    assert.equal(numberIn(row.at(-1)!), cell["num_entries"], `${label}: ${row}`);
    // Of what is left out the least are named, below what all of it comes to.
    if (table.rows.indexOf(row) > table.rows.findIndex(isMore) && table.rows.some(isMore)) continue;
    rest--;
    left -= cell["amount"] as number;
  }
  const more = table.rows.find(isMore);
  assert.equal(rest, more ? numberIn(more[0]!.split(" ")[0]!) : 0, `${label}: cells that are not shown`);
  if (more) assert.equal(cents([numberIn(more[1]!)]), cents([left]), `${label}: what they come to`);
  if (table.total.length > 0) {
    assert.deepEqual(
      table.total.slice(1, 1 + measures.length).map(numberIn),
      measures.map((measure) => summary[measure]),
      label,
    );
    assert.equal(numberIn(table.total.at(-1)!), summary["num_entries"], label);
  }
}

/** Compare a table with a column for each member of the second split; what is left out is in its last row. */
function assertCrosstab(
  { head, rows, total }: ShownTable,
  {
    cells,
    drilldowns,
    measures: [measure],
  }: {
    readonly cells: readonly Cell[];
    readonly drilldowns: readonly string[];
    readonly measures: readonly string[];
  },
  label: string,
): void {
  const sumOf = (isIn: (names: readonly string[]) => boolean): number =>
    cents(cells.filter((cell) => isIn(namesOf(cell, drilldowns))).map((cell) => cell[measure!] as number));
  const isOther = ([name]: readonly string[]): boolean => /^(?:The other one|[\d,]+ others)$/.test(name!);
  const named = new Set(rows.filter((row) => !isOther(row)).map(([name]) => name!));
  const columns = [...head.entries()].slice(1);
  assert.deepEqual(
    new Set(columns.map(([, column]) => column)),
    new Set(cells.map((cell) => namesOf(cell, drilldowns)[1])),
    label,
  );
  for (const [at, column] of columns) {
    for (const row of rows) {
      const isIn = (name: string): boolean => (isOther(row) ? !named.has(name) : name === row[0]);
      assert.equal(
        cents([numberIn(row[at]!)]),
        sumOf(([name, second]) => isIn(name!) && second === column),
        `${label}: ${row[0]}, ${column}`,
      );
    }
    assert.equal(
      cents([numberIn(total[at]!)]),
      sumOf(([, second]) => second === column),
      `${label}: ${column}`,
    );
  }
}

interface Search {
  readonly stats: Readonly<Record<string, number>>;
  readonly results: readonly (Cell & { readonly id: string; readonly html_url: string; readonly amount: number })[];
}

/** A call that gives entries: the same in both forms, all of them, those first that are shown. */
async function assertSearch(links: Readonly<Record<string, string>>, page: string): Promise<Search> {
  const found = JSON.parse(await open(links["JSON"]!, "*/*")) as Search;
  assert.equal(found.results.length, found.stats["results_count_query"], "not all entries");
  const records = parse(await open(links["CSV"]!, "*/*"), { columns: true }) as readonly Record<string, string>[];
  assert.deepEqual(
    records.map(({ id, amount }) => [id, Number(amount)]),
    found.results.map(({ id, amount }) => [id, amount]),
  );
  const shown = [...page.matchAll(/href="([^"]*\/entries\/[0-9a-f]{40})"/g)].map(([, address]) => address!);
  assert.ok(shown.length > 0, "the page shows no entry");
  assert.deepEqual(
    [...new Set(shown)],
    found.results.slice(0, new Set(shown).size).map(({ html_url: url }) => new URL(url).pathname),
  );
  return found;
}

const FIGURES = [
  "/town",
  "/town?year=2010",
  "/town/cofog1",
  "/town/region",
  "/town/region?q=region+1&year=2009",
  "/town/invoice",
  "/town/cofog1/1",
  "/town/region/Region%207?year=2009",
  "/town/explore?drilldown=region",
  "/town/explore?drilldown=invoice&chart=bars",
  "/town/explore?drilldown=region|cofog1&cut=time.year:2009|time.year:2010&chart=table",
  "/town/explore?drilldown=cofog1&order=num_entries:desc&measure=planned",
];

describe("downloads of a page", () => {
  for (const path of FIGURES) {
    it(`${path}: every figure has all rows of its table`, async () => {
      const page = await openPage(path);
      const tables = readTables(page);
      const calls = [...readDataLinks(page)].filter(([, { JSON: url }]) => url?.includes("/api/2/aggregate?"));
      assert.ok(calls.length > 0);
      for (const [label, links] of calls) {
        await assertAggregate(
          links,
          tables.find(({ caption }) => caption === label || caption.startsWith(`${label}, `)),
          label,
        );
      }
    });
  }

  const isSeven = ({ region }: Row): boolean => region === "Region 7";
  const browsed: readonly (readonly [path: string, isWanted: (row: Row) => boolean])[] = [
    ["/town/entries", () => true],
    ["/town/entries?filter=region:Region+7&min=1000&order=amount:desc", (row) => isSeven(row) && row.paid >= 1000_00n],
    ["/town/entries?q=function&columns=region|amount&order=time:asc&page=3", () => true],
    ["/town/region/Region%207/entries?measure=planned&min=5000", (row) => isSeven(row) && row.planned! >= 5000_00n],
    ["/town/cofog1/1/entries?fq=region:%22Region+9%22", ({ code, region }) => code === "1" && region === "Region 9"],
  ];
  for (const [path, isWanted] of browsed) {
    it(`${path}: all entries, whose sum is the one on the page`, async () => {
      const count = ROWS.filter(isWanted).length;
      assert.ok(count > 0);
      const page = await openPage(path);
      const isFirst = !path.includes("page=");
      const links = [...readDataLinks(page)];
      const all = links[0] as Link;
      const this_ = links.find(([label]) => label === "The entries on this page") as Link | undefined;
      const found = await assertSearch(all[1], isFirst ? page : await openPage(path.replace(/&page=\d+/, "")));
      assert.equal(found.results.length, count);
      assert.equal(all[0], `All ${count.toLocaleString("en-GB")} entries`);
      const [table] = readTables(page);
      assert.ok(table!.total.map(numberIn).includes(cents(found.results.map(({ amount }) => amount)) / 100));
      assert.equal(this_ !== undefined, count > 50);
      if (this_ === undefined) return;
      const { status, text } = await request(this_[1]["JSON"]!);
      assert.equal(status, 200);
      const ids = (JSON.parse(text) as Search).results.map(({ id }) => id.slice(0, 8));
      assert.deepEqual(
        ids,
        table!.rows.map((cells) => cells.at(-1)),
      );
    });
  }

  for (const [path, isWanted] of [
    ["/town/cofog1/1", ({ date }: Row) => date!.startsWith("2011")],
    ["/town/cofog1/1?year=2009", ({ date }: Row) => date!.startsWith("2009")],
    ["/town/cofog1/1?year=all", () => true],
  ] as const) {
    it(`${path}: its entries of the year that is shown, the largest first`, async () => {
      const page = await openPage(path);
      const { results } = await assertSearch(readDataLinks(page).get("Entries, largest first")!, page);
      assert.equal(results.length, ROWS.filter((row) => row.code === "1" && isWanted(row)).length);
    });
  }

  it("/town: all entries of the year that it shows, and of all years", async () => {
    const ofYear = ROWS.filter(({ date }) => date!.startsWith("2011")).length;
    for (const [path, count] of [
      ["/town", ofYear],
      ["/town?year=all", ENTRIES],
    ] as const) {
      const { JSON: url, CSV: csv } = readDataLinks(await openPage(path)).get("All entries")!;
      assert.equal((JSON.parse(await open(url!, "*/*")) as Search).results.length, count);
      assert.equal((parse(await open(csv!, "*/*")) as unknown[]).length, count + 1);
    }
  });

  it("/town/invoice: all members", async () => {
    const { JSON: url } = readDataLinks(await openPage("/town/invoice")).get("All members")!;
    assert.equal((JSON.parse(await open(url!, "*/*")) as { results: unknown[] }).results.length, ENTRIES);
  });

  it("/search: all entries of all datasets that match, as many as the page counts", async () => {
    for (const [q, count] of [
      ["function", ENTRIES + 40],
      ['"region 7"', 165 + 1],
    ] as const) {
      const page = await openPage(`/search?q=${encodeURIComponent(q)}`);
      const [[label, links]] = [...readDataLinks(page)] as unknown as [Link];
      assert.equal(label, `All ${count.toLocaleString("en-GB")} entries`);
      const { results } = await assertSearch(links, page);
      assert.equal(results.length, count);
      const counts = [...page.slice(page.indexOf("<aside")).matchAll(/<small\s*>([\d,]+) entr(?:y|ies)</g)];
      assert.equal(
        counts.reduce((sum, [, text]) => sum + numberIn(readText(text!)), 0),
        count,
      );
    }
  });

  it("the alternates of pages have the same subject", async () => {
    for (const path of ["/town", "/town/cofog1", "/town/dimensions", "/town/cofog1/1", "/datasets"]) {
      const [[, links]] = [...readDataLinks(await openPage(path))] as unknown as [Link];
      const data = JSON.parse(await open(links["JSON"]!, "*/*")) as unknown;
      const bySuffix = JSON.parse(await open(`${server.url}${path}.json`, "*/*")) as unknown;
      assert.deepEqual(data, bySuffix);
    }
  });
});

type Link = readonly [label: string, links: Readonly<Record<string, string>>];
