import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Budget, loadBudget } from "../aggregate/budget-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import { readTables } from "./shown-tables.js";

let server: LoadingServer;
/** Directions of what was executed, unless asked for more. */
let budget: Budget;
before(async () => {
  server = await startLoading();
  budget = await loadBudget(server, { phase: { default: "executed" } });
});
after(() => server.stop());

/** Return the amounts that head a page: a sentence, or one for each direction or measure. */
function headOf(page: string): readonly string[] {
  const [, sentence] = /<p class="headline">([^]*?)<\/p>/.exec(page) ?? [];
  if (sentence !== undefined) return [readText(sentence).replaceAll(/\s+/g, " ").replaceAll(" ,", ",").trim()];
  const [, list] = /<dl class="key">([^]*?)<\/dl>/.exec(page) ?? [];
  return [...(list ?? "").matchAll(/<dt>([^]*?)<\/dt>\s*<dd>([^]*?)<\/dd>/g)]
    .map(([, label, value]) => `${readText(label!)}: ${readText(value!)}`.replaceAll(/\s+/g, " "))
    .filter((each) => !/^(Entries|Years?|Category): /.test(each));
}

/** Cells of a table of a page. */
function tableOf(page: string, caption: string): readonly string[] {
  const table = readTables(page).find((each) => each.caption.startsWith(caption)) ?? assert.fail(`no ${caption}`);
  return [...table.rows, ...(table.total.length > 0 ? [table.total] : [])].map((cells) => cells.join(" "));
}

describe("the head of a page with directions", () => {
  for (const [path, head] of [
    ["", ["Revenue, 2011: €99.20", "Expenditure, 2011: €110.50", "Balance, 2011: -€11.30"]],
    ["?year=2010", ["Revenue, 2010: €90.10", "Expenditure, 2010: €70.30", "Balance, 2010: €19.80"]],
    ["?cut=phase:approved", ["Revenue, 2012: €120", "Expenditure, 2012: €130", "Balance, 2012: -€10"]],
    ["?year=all", ["Revenue, 2011: €99.20", "Expenditure, 2011: €110.50", "Balance, 2011: -€11.30"]],
    ["?all=phase", []],
    ["/place/South", ["Revenue, 2011: €9.92", "Expenditure, 2011: €11.05", "Balance, 2011: -€1.13"]],
    ["/area/Roads?year=2010&cut=phase:approved", ["Revenue, 2010: €100"]],
    ["/direction/revenue", ["€99.20 in 2011, up 10.1% on 2010"]],
  ] as const) {
    it(`shows each and the balance of one year at ${path || "the dataset"}`, async () => {
      assert.deepEqual(headOf(await budget.open(path)), head);
    });
  }

  it("is followed by each year's, never added up", async () => {
    assert.deepEqual(tableOf(await budget.open(""), "Amounts by year"), [
      "2010 90.1 70.3 19.8 4",
      "2011 99.2 110.5 -11.3 4",
    ]);
  });

  it("has an exact balance", async () => {
    assert.match(await budget.open("/place/South"), /<dd>-€1\.13<\/dd>/);
  });
});

describe("the head of a page without directions", () => {
  const open = async (path: string, metadata: object = {}): Promise<string> => {
    const direction = { role: "geography" };
    const phase = { default: "approved" };
    return (await loadBudget(server, { direction, phase, metadata })).open(path);
  };

  it("is of the last year with entries", async () => {
    assert.deepEqual(headOf(await open("")), ["€250 in 2012, up 26.3% on 2011"]);
    assert.deepEqual(headOf(await open("/place/South")), ["€25 in 2012, up 26.3% on 2011"]);
    assert.deepEqual(headOf(await open("?cut=phase:executed")), ["€209.70 in 2011, up 30.7% on 2010"]);
  });

  it("is of the default year, if it has entries", async () => {
    const of = async (year: string) => headOf(await open("", { default_time: year }));
    assert.deepEqual(await of("2010"), ["€180 in 2010"]);
    assert.deepEqual(await of("1999"), ["€250 in 2012, up 26.3% on 2011"]);
  });

  it("names the last and the first of all years, if these are asked for, and adds nothing up", async () => {
    const page = await open("?year=all");
    assert.deepEqual(headOf(page), ["€250 in 2012, after €180 in 2010"]);
    assert.doesNotMatch(readText(page), /628/);
    assert.match(page, /<h2 id="split" dir="auto">[^<]*, all years<\/h2>/);
  });
});

describe("a list of entries", () => {
  it("has no sum of directions or phases, but one of a single one", async () => {
    const page = await budget.open("/entries?filter=phase:executed|time.year:2011");
    assert.deepEqual(budget.notesOf(page), [
      "There is no total, because expenditure and revenue (“Direction”) must not be added up.",
    ]);
    assert.doesNotMatch(page, /<tfoot|€209.70/);
    const one = await budget.open("/entries?filter=phase:executed|time.year:2011|direction:revenue");
    assert.deepEqual(budget.notesOf(one), []);
    assert.match(one, /€99.20/);
    assert.match(one, /<tfoot/);
  });
});

describe("the explorer", () => {
  it("says which year its total is of, and heads several years with the last and the first, not their sum", async () => {
    const of = async (query: string) => headOf(await budget.open(`/explore?${query}&cut=direction:revenue`));
    assert.deepEqual(await of("drilldown=place&cut=time.year:2010"), ["Amount, 2010: €90.10"]);
    assert.deepEqual(await of("drilldown=place&cut=time.year:[2010 TO 2011]"), [
      "Amount, 2011: €99.20",
      "Amount, 2010: €90.10",
    ]);
    const all = await budget.open("/explore?drilldown=place&cut=direction:revenue");
    assert.deepEqual(headOf(all), ["Amount, 2011: €99.20", "Amount, 2010: €90.10"]);
    assert.doesNotMatch(readText(/<meta name="description" content="([^"]*)/.exec(all)![1]!), /189/);
    const sums = await budget.open("/explore?drilldown=place&cut=direction:revenue&chart=treemap");
    assert.deepEqual(headOf(sums), headOf(all));
    assert.ok(readTables(sums)[0]!.caption.endsWith(", all years together"));
  });

  it("has no total of years that it tells apart", async () => {
    const page = await budget.open("/explore?drilldown=time.year&cut=direction:revenue");
    assert.deepEqual(headOf(page), []);
    assert.deepEqual(readTables(page)[0]!.total, []);
    assert.doesNotMatch(page, />Share</);
  });

  it("begins with one year", async () => {
    assert.match(await budget.open("/explore"), /Remove filter: 2011</);
  });
});
