import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Budget, loadBudget } from "../aggregate/budget-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { readText } from "./markup.js";
import { readDataLinks, readTables } from "./shown-tables.js";

let server: LoadingServer;
/** Shows what was executed of expenditure, unless asked for more. */
let budget: Budget;
/** Has no defaults. */
let plain: Budget;
before(async () => {
  server = await startLoading();
  budget = await loadBudget(server, { direction: { default: "expenditure" }, phase: { default: "executed" } });
  plain = await loadBudget(server);
});
after(() => server.stop());

const EXPENDITURE_AND_REVENUE = "because expenditure and revenue (“Direction”) must not be added up.";
const APPROVED_AND_EXECUTED = "because approved and executed (“Phase”) contain one another.";

/** Return the rows of a table, their first and second cell; the last is the total, if it has one. */
function rowsOf(page: string, caption: string): readonly string[] {
  const table = readTables(page).find((each) => each.caption.startsWith(caption)) ?? assert.fail(`no ${caption}`);
  return [...table.rows, ...(table.total.length > 0 ? [table.total] : [])].map((cells) => cells.slice(0, 2).join(" "));
}

/** Return the query of the link with a text. */
function linkTo(page: string, text: string): string {
  const links = [...page.matchAll(/<a\b[^>]*?\shref="([^"]*)"[^>]*>([^]*?)<\/a\s*>/g)];
  const found = links.find(([, , label]) => readText(label!).trim() === text) ?? assert.fail(`no link ${text}`);
  return new URL(readText(found[1]!), "http://town").search;
}

describe("a page of a dataset whose phases contain one another", () => {
  for (const [path, caption, rows] of [
    ["?year=2011", "By Area", ["Schools 110.5", "Total 110.5"]],
    ["?year=2011&cut=phase:approved", "By Area", ["Roads 88", "Total 88"]],
    ["?year=2011&cut=phase:approved|direction:revenue", "By Area", ["Schools 110", "Total 110"]],
    ["/place/South?year=2011", "By Area", ["Schools 11.05", "Total 11.05"]],
    ["/place?year=2011", "Members, largest first, 2011", ["North 99.45", "South 11.05", "Total 110.5"]],
    [
      "/explore?drilldown=place&cut=time.year:2011",
      "Town budget by Place",
      ["North 99.45", "South 11.05", "Total 110.5"],
    ],
    [
      "/embed?drilldown=place&cut=time.year:2011",
      "Town budget by Place",
      ["North 99.45", "South 11.05", "Total 110.5"],
    ],
    // It has one area in that year, which says nothing.
    ["/phase/approved?year=2011", "By Place", ["North 79.2", "South 8.8", "Total 88"]],
  ] as const) {
    it(`shows one of them at ${path}, and its data is the same`, async () => {
      const page = await budget.open(path);
      assert.deepEqual(rowsOf(page, caption), rows);
      if (path.startsWith("/embed")) return;
      const sums: string[] = [];
      for (const [, { JSON: url }] of readDataLinks(page)) {
        // Files have other formats.
        if (url === undefined) continue;
        const { pathname, search } = new URL(url);
        if (!pathname.endsWith("/aggregate")) continue;
        const { summary, warnings } = (await server.ask(null, "GET", pathname + search)).json;
        // Figures split by such a dimension have no total.
        if (warnings === undefined && !/drilldown=(phase|direction)/.test(search)) sums.push(String(summary.amount));
      }
      assert.ok(sums.includes(rows.at(-1)!.split(" ")[1]!), sums.join());
    });
  }

  it("of a member says of how many entries only what its link leads to", async () => {
    for (const [town, path, entries] of [
      [budget, "/place/South?all=direction", 2],
      [budget, "/place/South?all=phase&year=2010", 2],
      [plain, "/place/South", 2],
      [plain, "/place/South?year=all", 10],
    ] as const) {
      const [, href, count] = /href="([^"]*\/entries[^"]*)">All (\d+) entries/.exec(await town.open(path))!;
      assert.equal(Number(count), entries, path);
      const list = (await server.ask(null, "GET", readText(href!), { headers: { accept: "text/html" } })).text;
      assert.match(readText(list).replaceAll(/\s+/g, " "), new RegExp(`1 to ${entries} of ${entries} `));
    }
  });

  it("lists revenue before expenditure, and phases in the order of the model", async () => {
    const page = await budget.open("/place");
    const chips = [...page.matchAll(/<nav class="chips"[^]*?<\/nav>/g)].map(([nav]) =>
      [...nav.matchAll(/<bdi>([^]*?)<\/bdi>/g)].map(([, text]) => text),
    );
    assert.deepEqual(
      chips.filter(([label]) => label === "Direction" || label === "Phase"),
      [
        ["Direction", "All", "revenue", "expenditure"],
        ["Phase", "All", "approved", "executed"],
      ],
    );
  });

  it("links to all of them and to each, and the address keeps the choice", async () => {
    const page = await budget.open("?year=2011");
    assert.equal(linkTo(page, "approved"), "?year=2011&cut=phase%3Aapproved");
    const chosen = await budget.open(linkTo(page, "approved"));
    assert.equal(linkTo(chosen, "2010"), "?year=2010&cut=phase%3Aapproved");
    assert.match(linkTo(chosen, "Explore this"), /cut=.*phase%3Aapproved/);
  });

  for (const [path, rows] of [
    ["?year=2011&all=phase", ["Schools – 110.5", "Roads 88 –", "Total 88 110.5"]],
    ["/place?year=2011&all=phase", ["North 79.2 99.45", "South 8.8 11.05", "Total 88 110.5"]],
    ["/place/South?year=2011&all=phase", ["Schools – 11.05", "Roads 8.8 –", "Total 8.8 11.05"]],
    ["/place?year=2011&all=phase&q=South", ["South 8.8 11.05"]],
  ] as const) {
    it(`shows a column of each where the choice was taken off, never their sum: ${path}`, async () => {
      const page = await budget.open(path);
      const apart = readTables(page).find(({ head }) => head.join().endsWith("approved,executed"))!;
      assert.deepEqual(
        [...apart.rows, apart.total].filter((row) => row.length > 0).map((row) => row.join(" ")),
        rows,
      );
      const missing = rows.at(-1)!.startsWith("Total") ? "Rows have no total" : "There is no total";
      assert.ok(budget.notesOf(page).includes(`${missing}, ${APPROVED_AND_EXECUTED}`));
      assert.doesNotMatch(readText(page), /198\.5|19\.85/);
      const urls = [...readDataLinks(page)].flatMap(([, { JSON: url }]) => url ?? []);
      const { pathname, search } = new URL(urls.find((url) => /drilldown=(?:area|place)(?:%7C|\|)phase/.test(url))!);
      const { drilldown: cells } = (await server.ask(null, "GET", pathname + search)).json;
      const amounts = cells.map(({ amount }: { amount: number }) => String(amount));
      const shown = apart.rows.flatMap((row) => row.slice(1)).filter((each) => each !== "–");
      assert.deepEqual(shown.toSorted(), amounts.toSorted());
      const explored = await budget.open(linkTo(page, "Explore this").replace(/^/, "/explore"));
      assert.deepEqual(readTables(explored)[0]!.rows.length, apart.rows.length);
    });
  }

  for (const [path, title, drilldown] of [
    ["?year=all&all=phase", "By Area, all years together", "area"],
    ["/place?year=all&all=phase", "Town budget by Place, Direction: expenditure, all years together", "place"],
  ] as const) {
    it(`shows a column of each of all years together, says so, and never their sum: ${path}`, async () => {
      const page = await budget.open(path);
      const apart = readTables(page).find(({ head }) => head.join().endsWith("approved,executed"))!;
      assert.ok(readText(page).includes(title), title);
      assert.match(apart.caption, /, all years together/);
      assert.ok(budget.notesOf(page).includes(`Rows have no total, ${APPROVED_AND_EXECUTED}`));
      const { json } = await server.ask(
        null,
        "GET",
        `/api/2/aggregate?dataset=${budget.name}&drilldown=${drilldown}|phase&cut=direction:expenditure`,
      );
      const amounts = json.drilldown.map(({ amount }: { amount: number }) => String(amount));
      const shown = apart.rows.flatMap((row) => row.slice(1)).filter((each) => each !== "–");
      assert.ok(shown.length > 3);
      assert.deepEqual(shown.toSorted(), amounts.toSorted());
    });
  }

  it("shows no amounts of several phases in the explorer where the choice was taken off, but says why", async () => {
    for (const path of ["/explore?drilldown=place&all=phase", "/embed?drilldown=place&all=phase"]) {
      const page = await budget.open(path);
      const notes = budget.notesOf(page);
      assert.ok(
        notes.includes(`Amounts are not shown, ${APPROVED_AND_EXECUTED} Show only approved, executed.`),
        notes.join("\n"),
      );
      assert.deepEqual(readTables(page), [], path);
      assert.doesNotMatch(page, /class="chart|€/, path);
    }
  });

  it("has no total of all where it shows each", async () => {
    const page = await budget.open("/explore?drilldown=phase&cut=time.year:2011");
    assert.deepEqual(rowsOf(page, "Town budget by Phase"), ["executed 110.5", "approved 88"]);
    assert.deepEqual(budget.notesOf(page), [`There is no total, ${APPROVED_AND_EXECUTED}`]);
    assert.doesNotMatch(page, /\d%<|>Share<|chart treemap/);
    assert.match(page, /chart bars/);
  });
});

describe("a page without a default", () => {
  for (const path of [
    "?year=2011",
    "/area/Roads?year=2010",
    "/place?year=2011",
    "/explore?drilldown=place",
    "/embed?drilldown=place",
  ]) {
    it(`shows no sum at ${path}, and no data that is one`, async () => {
      const page = await plain.open(path);
      const notes = plain.notesOf(page);
      assert.ok(
        notes.some((each) => each.includes(`Amounts are not shown, ${EXPENDITURE_AND_REVENUE}`)),
        notes.join("\n"),
      );
      assert.ok(notes.some((each) => each.includes(APPROVED_AND_EXECUTED)));
      assert.doesNotMatch(page, /<tfoot|chart treemap/);
      for (const [, query] of page.matchAll(/api\/2\/aggregate\?([^"]*)"/g)) {
        const { drilldown = "", cut = "" } = Object.fromEntries(new URLSearchParams(readText(query!)));
        for (const field of ["direction", "phase"])
          assert.ok(
            `${drilldown}|${cut}`.split("|").some((each) => each.split(":")[0] === field),
            query,
          );
      }
    });
  }

  it("has figures after the links to one member each", async () => {
    const first = await plain.open("/explore?drilldown=place&cut=time.year:2011");
    const second = await plain.open(`/explore${linkTo(first, "revenue")}`);
    const third = await plain.open(`/explore${linkTo(second, "executed")}`);
    assert.deepEqual(rowsOf(third, "Town budget by Place"), ["North 89.28", "South 9.92", "Total 99.2"]);
    assert.deepEqual(plain.notesOf(third), []);
  });
});

describe("the explorer", () => {
  it("lists the default as a filter, whose removal is an address", async () => {
    const page = await budget.open("/explore?drilldown=place");
    const [, href] = /href="([^"]*)"\s*><bdi>Remove filter: Phase: executed</.exec(page)!;
    const { searchParams } = new URL(readText(href!), "http://town");
    assert.deepEqual([searchParams.get("cut"), searchParams.get("all")], ["direction:expenditure", "phase"]);
  });

  it("adds no default to another choice of the same dimension", async () => {
    const page = await budget.open("/explore?drilldown=place&cut=phase:approved|phase:executed|direction:revenue");
    assert.deepEqual(readTables(page), []);
    assert.doesNotMatch(
      await budget.open("/explore?drilldown=place&cut=phase:approved"),
      /Remove filter: Phase: executed/,
    );
  });
});
