import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Budget, loadBudget } from "../aggregate/budget-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";
import { assertWellFormed, readText } from "./markup.js";

const NOTES = [
  { on: "year:2011", kind: "break", text: "Schools moved to the county." },
  { on: "place:South|year:2010", kind: "note", text: "Estimates." },
  { on: "direction:other", kind: "note", text: "Never seen." },
];

let server: LoadingServer;
/** Shows what was approved of expenditure. */
let budget: Budget;
before(async () => {
  server = await startLoading();
  budget = await loadBudget(server, {
    direction: { role: "geography" },
    phase: { default: "approved" },
    metadata: { default_time: "2010" },
    top: { notes: NOTES },
  });
});
after(() => server.stop());

/** Return the rows of a table as text; marks of notes in braces. */
function rowsOf(page: string, caption: string): readonly string[] {
  const tables = page.match(/<table[^]*?<\/table>/g) ?? [];
  const table = tables.find((each) => readText(each).trim().startsWith(caption)) ?? assert.fail(`no ${caption}`);
  const marked = table.replaceAll(/<sup>[^]*?<\/span>([^]*?)<\/sup>/g, "{$1}");
  return (marked.match(/<tr[^]*?<\/tr>/g) ?? []).slice(1).map((row) =>
    (row.match(/<t[hd][^]*?<\/t[hd]>/g) ?? [])
      .map((cell) => readText(cell).trim())
      .filter((text) => text !== "")
      .join(" "),
  );
}

const UNDER = ["1 2011: Schools moved to the county.", "2 South, 2010: Estimates."];

describe("notes on a page", () => {
  it("mark the amounts that they are about, and stand under the table", async () => {
    const page = await budget.open("/explore?drilldown=place|time.year&chart=table&cut=time.year:[2010 TO 2011]");
    assert.deepEqual(rowsOf(page, "Town budget"), [
      "North 2011 178.20{1} 2",
      "North 2010 162.00 2",
      "South 2011 19.80{1} 2",
      "South 2010 18.00{2} 2",
    ]);
    assert.deepEqual(budget.notesOf(page), [...UNDER, "3 other: Never seen."]);
  });

  it("put a change across a break in brackets", async () => {
    const page = await budget.open("/place/North");
    assert.deepEqual(rowsOf(page, "Totals by year"), [
      "2010 162.00 – 2",
      "2011 178.20{1} (+10.0%){1} 2",
      "2012 225.00 (+26.3%){1} 2",
    ]);
  });

  it("leave a change between years of the same note without brackets", async () => {
    const twice = await loadBudget(server, {
      direction: { role: "geography" },
      phase: { default: "approved" },
      top: { notes: [{ on: "year:2011|year:2012", kind: "break", text: "New accounts." }] },
    });
    assert.deepEqual(rowsOf(await twice.open("/place/North"), "Totals by year"), [
      "2010 162.00 – 2",
      "2011 178.20{1} (+10.0%){1} 2",
      "2012 225.00{1} +26.3% 2",
    ]);
  });

  it("that are no breaks leave changes without brackets", async () => {
    const noted = await loadBudget(server, {
      direction: { role: "geography" },
      phase: { default: "approved" },
      top: { notes: [{ on: "year:2011", kind: "provisional", text: "Provisional." }] },
    });
    assert.match(rowsOf(await noted.open("/place/North"), "Totals by year")[1]!, /^2011 178.20\{1\} \+10.0% 2$/);
  });

  const headOf = (page: string): string => page.slice(page.indexOf('<div class="hero">'), page.indexOf("<section"));

  it("mark the amounts that head a page, and a change across a break", async () => {
    const head = readText(headOf(await budget.open("/place/North?year=2011")).replaceAll(/\s+/g, " "));
    assert.match(head, /€178.20note 1 .*in 2011 \(up 10.0% on 2010\)note 1/);
    assert.doesNotMatch(headOf(await budget.open("/place/North?year=2010")), /<sup>/);
  });

  it("are numbered for the whole page, and stand there once", async () => {
    for (const path of ["", "/place/South?year=2010", "/area/Schools?year=2011"]) {
      const page = await budget.open(path);
      const notes = budget.notesOf(page).filter((each) => /^\d /.test(each));
      assert.equal(new Set(notes).size, notes.length, notes.join("\n"));
      assert.ok(notes.length > 0);
      const numbers = [...page.matchAll(/<span class="hidden">note <\/span>([\d, ]+)<\/sup>/g)];
      for (const number of numbers.flatMap(([, list]) => list!.split(", "))) {
        assert.ok(
          notes.some((each) => each.startsWith(`${number} `)),
          `${path}: note ${number} of ${notes.join()}`,
        );
      }
    }
  });

  it("mark bars", async () => {
    const page = await budget.open("/embed?drilldown=place|time.year&chart=bars");
    assert.match(page, />€178.20¹<\/text/);
    assert.match(page, />€162<\/text/);
    assert.match(page, /<title>[^<]*South[^<]*: €18²<\/title/);
    assertWellFormed(page);
  });

  it("mark points of lines, which breaks interrupt, with the numbers of the table", async () => {
    const page = await budget.open("/embed?drilldown=place&chart=line");
    const [drawing] = /<svg[^]*?<\/svg>/.exec(page)!;
    const lines = [...drawing.matchAll(/<path\s+d="([^"]*)"\s+fill="none"/g)].map(
      ([, shape]) => shape!.match(/M/g)!.length,
    );
    assert.deepEqual(lines, [3, 3]);
    // Once beside the highest of the points that have it, and in the tooltip of each.
    assert.equal([...drawing.matchAll(/>¹<\/text/g)].length, 1);
    assert.equal([...drawing.matchAll(/¹<\/title/g)].length, 2);
    assert.equal([...drawing.matchAll(/>²<\/text/g)].length, 1);
    assertWellFormed(page);
    // Not within what a reader has to open.
    assert.deepEqual(budget.notesOf(page.slice(page.indexOf("</details>"))).slice(0, 2), UNDER);
  });

  it("mark stacked columns: all of one above it, a part within", async () => {
    for (const chart of ["stacked", "stacked-share"]) {
      const page = await budget.open(`/explore?drilldown=place|time.year&chart=${chart}`);
      const [, drawn] = new RegExp(`<svg[^>]*class="chart ${chart} wide"([^]*?)</svg>`).exec(page)!;
      const marks = [...drawn!.matchAll(/<text[^>]*font-size="17"[^>]*>([^<]*)<\/text/g)].map(([, mark]) => mark);
      assert.deepEqual(marks, ["²", "¹"]);
      const titles = [...drawn!.matchAll(/<title>([^<]*)</g)].map(([, text]) =>
        readText(text!).replaceAll(/\s+/g, " "),
      );
      const marked = titles
        .filter((title) => /[¹²]/.test(title))
        .map((title) => title.trim().replace(/:.*(?=.$)/u, " "));
      assert.deepEqual(marked, ["South, 2010 ²", "North, 2011 ¹", "South, 2011 ¹"]);
    }
  });

  it("stand in a picture below its chart", async () => {
    for (const chart of ["bars", "line"]) {
      const picture = await budget.open(`/explore.svg?drilldown=place|time.year&chart=${chart}`);
      const text = [...picture.matchAll(/<text[^>]*>([^]*?)<\/text/g)].map(([, each]) => readText(each!));
      assert.match(text.join(" "), /Source: .*\/explore\?/);
      assert.deepEqual(text.slice(text.findIndex((each) => each.startsWith("¹ "))).slice(0, 3), [
        "¹ 2011: Schools moved to the county.",
        "² South, 2010: Estimates.",
        "³ other: Never seen.",
      ]);
      const [, height] = /viewBox="-16 -16 \d+ ([\d.]+)"/.exec(picture)!;
      const last = Math.max(...[...picture.matchAll(/\sy="([\d.]+)"/g)].map(([, y]) => Number(y)));
      assert.ok(last < Number(height), `${last} in ${height}`);
      assertWellFormed(picture);
    }
  });

  it("stay with the amounts of directions", async () => {
    const flows = await loadBudget(server, {
      phase: { default: "executed" },
      top: { notes: [{ on: "year:2011|direction:revenue", kind: "note", text: "New taxes." }] },
    });
    const page = await flows.open("");
    assert.deepEqual(rowsOf(page, "Amounts by year"), ["2010 90.10 70.30 19.80 4", "2011 99.20{1} 110.50 -11.30{1} 4"]);
    assert.ok(flows.notesOf(page).includes("1 2011, revenue: New taxes."));
  });
});
