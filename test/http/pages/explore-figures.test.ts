import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { SPENDING, spendingDataset } from "../../fixtures.js";
import { ROWS, startExploreTown } from "./explore-town.js";
import { readText } from "./markup.js";
import { readTables } from "./shown-tables.js";

const other = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "village", label: "Village" } }).model;
const secret = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "secret", label: "Secret" } }).model;
const { explore, call, open } = startExploreTown([
  spendingDataset(ROWS.slice(0, 40), { model: other }),
  spendingDataset(ROWS.slice(0, 9), { model: secret, private: true }),
]);

/** Read the number of a table's cell; `null` for a missing one. */
function numberOf(cell: string): number | null {
  const digits = cell.replace(/^[^\d\u2212-]*/, "").replaceAll(",", "");
  return cell.startsWith("–") ? null : Number.parseFloat(digits);
}

/** Queries whose first drilldown is the region, and the terms of the columns after it. */
const QUERIES: readonly (readonly [query: string, terms: readonly string[]])[] = [
  ["drilldown=region&measure=amount.avg", ["amount", "amount.avg"]],
  ["drilldown=region&measure=planned.median", ["planned", "planned.median"]],
  ["drilldown=region&measure=amount|amount.min|amount.max", ["amount", "amount.min", "amount.max"]],
  ["drilldown=region&cut=year:2009&against=year:2008", SIDES("amount")],
  ["drilldown=region&cut=year:2009&against=year:2008&measure=amount.change", SIDES("amount")],
  ["drilldown=region&cut=cofog1:1&against=cofog1:*", SIDES("amount")],
  ["drilldown=region&against=dataset:village", SIDES("amount")],
  ["drilldown=region&having=amount:[1300 TO *]", ["amount"]],
  ["drilldown=region&top=2", ["amount"]],
  ["drilldown=region&measure=amount/planned", ["amount", "planned", "amount/planned"]],
];

function SIDES(measure: string): readonly string[] {
  return [measure, `${measure}.against`, `${measure}.difference`, `${measure}.change`];
}

describe("figures of the explorer", () => {
  for (const [query, terms] of QUERIES) {
    it(`of ${query} are those of the aggregate call`, async () => {
      const [table] = readTables(await explore(`${query}&chart=table`));
      const [path, ...more] = query.split("&measure=");
      const measure = more.length > 0 ? [...new Set([...terms, ...more[0]!.split("|")])].join("|") : terms[0]!;
      const first = more[0]?.split("|")[0] ?? terms[0]!;
      const {
        summary,
        drilldown,
        left_out: left,
      } = await call(`${path}&measure=${encodeURIComponent(measure)}&order=${encodeURIComponent(first)}:desc`);
      const shown = table!.rows.map(([name, ...cells]) => [name, ...cells.slice(0, terms.length).map(numberOf)]);
      const nameOf = (cell: Readonly<Record<string, unknown>>): unknown =>
        cell["@others"] === undefined ? cell["region"] : `The other ${String(cell["@others"])}`;
      const rounded = (value: unknown, term: string): unknown =>
        value === null || !/change|\//.test(term) ? value : round(Number(value), term);
      const expected = drilldown.map((cell) => [nameOf(cell), ...terms.map((term) => rounded(cell[term], term))]);
      const rest = left && Number(left["num_drilldowns"]) > 0 ? [[`${String(left["num_drilldowns"])} left out`]] : [];
      assert.deepEqual(
        shown
          .slice(0, expected.length)
          .map(([name, ...cells]) => [
            name,
            ...cells.map((cell, at) => (Number.isNaN(cell) ? null : rounded(cell, `=${terms[at]!}`))),
          ]),
        expected,
      );
      assert.deepEqual(
        shown.slice(expected.length).map(([name]) => [name]),
        rest,
      );
      if (left) assert.equal(shown.at(-1)![1], left["amount"]);
      assert.equal(numberOf(table!.total[1]!), summary[terms[0]!]);
    });
  }

  it("compare with the year before if only a change is requested", async () => {
    const [own] = readTables(await explore("drilldown=region&cut=year:2009&measure=amount.change"));
    const [said] = readTables(await explore("drilldown=region&cut=year:2009&measure=amount.change&against=year:2008"));
    assert.deepEqual(own, said);
  });

  it("are offered in words, and only where they make sense", async () => {
    const offered = (page: string): readonly string[] => {
      const [, list] = /<select id="measure"[^>]*>([^]*?)<\/select>/.exec(page)!;
      return [...list!.matchAll(/<option[^>]*>([^<]*)</g)].map(([, label]) => readText(label!));
    };
    const one = offered(await explore("drilldown=region&cut=year:2009"));
    assert.deepEqual(one.slice(0, 5), [
      "Paid",
      "Share",
      "Change on the year before",
      "Average of the entries",
      "Median of the entries",
    ]);
    const timed = offered(await explore("drilldown=time.year"));
    assert.ok(timed.includes("Change on the period before") && !timed.includes("Share"), timed.join());
  });

  it("of two sides over the years are two lines", async () => {
    const page = await explore("drilldown=time.year&cut=region:North&against=region:South");
    const [, chart] = /<svg[^>]*class="chart line wide"[^>]*>([^]*?)<\/svg>/.exec(page)!;
    const titles = [...chart!.matchAll(/<title>([^<]*)</g)].map(([, text]) => readText(text!));
    for (const side of ["North", "South"]) {
      const { drilldown } = await call(`drilldown=time.year&cut=region:${side}&order=time.year:asc`);
      const shown = titles.filter((title) => title.startsWith(`${side}, `)).toSorted();
      assert.deepEqual(
        shown.map((title) => Number(title.split("€")[1]!.replaceAll(",", "")) * (title.includes("-€") ? -1 : 1)),
        drilldown.map(({ amount }) => amount),
        titles.join("; "),
      );
    }
  });

  it("can each be taken off by a link", async () => {
    const page = await explore("drilldown=region&cut=year:2009&against=year:2008&having=amount:[1 TO *]&top=3");
    const removes =
      /<a href="([^"]*)"\s*(?:aria-label="Remove filter: [^"]*"|><bdi>(?:Remove filter: [^<]*|Nothing)<)/g;
    const hrefs = [...page.matchAll(removes)];
    const left = hrefs.map(([, href]) => new URL(readText(href!), "http://x").searchParams);
    assert.deepEqual(
      left.map((query) => ["cut", "drilldown", "against", "having", "top"].filter((name) => !query.has(name))),
      [["cut"], ["drilldown"], ["against"], ["having"], ["top"]],
    );
  });

  it("say what conditions leave out and what it comes to", async () => {
    const { left_out: left } = await call("drilldown=region&having=amount:[1300 TO *]");
    const page = await explore("drilldown=region&above=1300");
    assert.ok(Number(left!["num_drilldowns"]) > 0);
    assert.match(page, new RegExp(`${String(left!["num_drilldowns"])} (?:is|are) left out, together €`));
    assert.match(page, /<input\s+id="above"[^>]*value="1300"/);
  });

  it("of the largest in each member are followed by the others of that member", async () => {
    const [table] = readTables(await explore(`drilldown=region|cofog1&top=1@region&chart=table`));
    const names = table!.rows.map(([, name]) => name);
    assert.equal(names.length, 8);
    assert.deepEqual(
      names.map((name) => name === "The other 2"),
      [false, true, false, true, false, true, false, true],
    );
  });

  it("of the largest in each member are named by the label of the dimension", async () => {
    const page = await explore("drilldown=region|cofog1&top=1@region");
    assert.match(readText(page).replaceAll(/[\u2066-\u2069]/g, ""), /The 1 largest in each region, the rest together/i);
  });
});

describe("a comparison with a dataset that the caller may not read", () => {
  it("is refused, and the dataset is not offered", async () => {
    assert.equal((await open("/town/explore?drilldown=region&against=dataset:secret")).status, 401);
    const page = await explore("drilldown=region");
    assert.match(page, /value="dataset:village"/);
    assert.doesNotMatch(page, /secret/i);
  });
});

/** Round as the table does: changes to tenths of a percent, quotients to four digits. */
function round(value: number, term: string): number {
  if (term.startsWith("=")) return value;
  return term.endsWith("change") ? Number((value * 100).toFixed(1)) : Number(value.toPrecision(4));
}
