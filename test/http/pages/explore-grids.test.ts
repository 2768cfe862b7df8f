import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Row } from "../../fixtures.js";
import { MANY_ROWS, startExploreTown } from "./explore-town.js";
import { readText } from "./markup.js";
import { readDataLinks, readTables } from "./shown-tables.js";

const { explore, open, call } = startExploreTown([], MANY_ROWS);

/** Read what a line chart says of each point: the exact figures are in the table. */
function pointsOf(page: string): readonly string[] {
  const [, chart] = /<svg[^>]*class="chart line wide"[^>]*>([^]*?)<\/svg>/.exec(page)!;
  return [...chart!.matchAll(/<title>([^<]*)</g)].map(([, text]) => readText(text!));
}

function legendOf(page: string): readonly string[] {
  const [, chart] = /<svg[^>]*class="chart line wide"[^>]*>([^]*?)<\/svg>/.exec(page)!;
  return [...chart!.matchAll(/<text[^>]*>([^<]*)<\/text/g)]
    .map(([, text]) => readText(text!))
    .filter((text) => !/^(?:-?€|\d{4}$)/.test(text));
}

/** Sum cells by hand, in hundredths. */
function sumRows(rows: readonly Row[]): number {
  return Number(rows.reduce((sum, { paid }) => sum + paid, 0n)) / 100;
}

describe("lines of a dataset that is split by two", () => {
  for (const drilldown of ["time.year|region", "region|time.year"]) {
    it(`as ${drilldown} are whole series: the largest over all periods, and the others together`, async () => {
      const page = await explore(`drilldown=${drilldown}`);
      const { drilldown: regions } = await call("drilldown=region&pagesize=8");
      const named = regions.map(({ region }) => String(region));
      assert.deepEqual(legendOf(page), [...named, "The other 62"]);
      const points = pointsOf(page);
      for (const name of named) {
        const years = [
          ...new Set(MANY_ROWS.filter(({ region }) => region === name).map(({ date }) => date!.slice(0, 4))),
        ];
        const own = points.filter((each) => each.startsWith(`${name}, `));
        assert.deepEqual(
          own.map((each) => each.slice(name.length + 2, name.length + 6)),
          years.toSorted(),
        );
      }
    });
  }

  it("show how several years went where an address names none, instead of their sum", async () => {
    const [page, split] = [await explore("drilldown=region"), await explore("drilldown=region|time.year")];
    assert.deepEqual(pointsOf(page), pointsOf(split));
    assert.deepEqual(readTables(page)[0]!.rows, readTables(split)[0]!.rows);
    assert.deepEqual(readTables(page)[0]!.total, readTables(split)[0]!.total);
    assert.match(page, /aria-current="[^"]*"[^>]*>\s*All years/);
    const calls = [...readDataLinks(page).values()].map(({ JSON: url }) => url ?? "");
    assert.ok(
      calls.some((url) => url.includes("drilldown=region%7Ctime.year")),
      "also as data",
    );
    for (const more of ["&cut=year:2006", "&chart=treemap", "&top=3", "&order=amount:asc"]) {
      assert.doesNotMatch(await explore(`drilldown=region${more}`), /class="chart line wide"/, more);
    }
  });

  it("have a table whose rows and columns add up to the totals", async () => {
    const [table] = readTables(await explore("drilldown=region|cofog1&chart=pivot"));
    assert.equal(table!.rows.length, 61);
    assert.deepEqual(table!.rows.at(-1)![0], "The other 10");
    const numbers = [...table!.rows, table!.total].map((row) => row.slice(1).map(numberOf));
    const [rows, total] = [numbers.slice(0, -1), numbers.at(-1)!];
    assert.equal(total.length, 24 + 1 + 1);
    total.forEach((sum, at) => {
      assert.equal(sumOf(rows.map((row) => row[at]!)), sum, `column ${at}`);
    });
    for (const row of numbers) assert.equal(sumOf(row.slice(0, -1)), row.at(-1));
    assert.equal(total.at(-1), sumRows(MANY_ROWS));
  });

  it("begin at the first month and leave months without entries out", async () => {
    const page = await explore("drilldown=time.yearmonth");
    const named = pointsOf(page).map((each) => each.split(":")[0]);
    const months = [...new Set(MANY_ROWS.map(({ date }) => date!.slice(0, 7)))].toSorted();
    assert.deepEqual(named, months);
    const [, shape] = /<path\s+d="([^"]*)"/.exec(page.slice(page.indexOf("chart line wide")))!;
    assert.ok(shape!.split("M").length - 1 >= 4, "the line crosses a gap");
  });

  it("show the share of each period", async () => {
    const page = await explore("drilldown=region|time.year&measure=amount.share@time.year");
    const [table] = readTables(page);
    for (let column = 1; column <= 3; column++) {
      const sum = table!.rows.reduce((part, row) => part + (Number.parseFloat(row[column]!.replace("–", "0")) || 0), 0);
      assert.ok(Math.abs(sum - 100) < 3.1, `${sum} % in column ${column}`);
    }
    assert.match(table!.caption, /share/);
  });
});

describe("the file of a crosstab", () => {
  it("has every row and column, with totals, to the cent", async () => {
    const { status, text } = await open("/town/explore.csv?drilldown=region|cofog1&chart=pivot");
    assert.equal(status, 200);
    const [header, ...records] = text
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
    assert.equal(header!.length, 1 + 30 + 1);
    assert.equal(records.length, 70 + 1);
    for (const record of records) {
      records[0]!.forEach((_, at) => {
        if (at === 0) return;
        const isIn = ({ region, code }: Row): boolean =>
          (record[0] === "Total" || region === record[0]) &&
          (header![at] === "Total" || `Function ${code!}` === header![at]);
        const rows = MANY_ROWS.filter(isIn);
        assert.equal(record[at] === "" ? 0 : Number(record[at]), sumRows(rows), `${record[0]!} ${header![at]!}`);
      });
    }
  });

  it("is linked from the page, and refused for other charts", async () => {
    const page = await explore("drilldown=region|cofog1&chart=pivot");
    assert.match(
      page,
      /\/town\/explore\.csv\?drilldown=region%7Ccofog1&amp;measure=amount&amp;chart=pivot&amp;bom=true"/,
    );
    const { status, text } = await open("/town/explore.csv?drilldown=region");
    assert.equal(status, 400);
    assert.match(text, /chart=pivot/);
  });
});

function numberOf(cell: string): number {
  return cell.startsWith("–") ? 0 : Number(cell.replaceAll(/[^\d.-]/g, ""));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + Math.round(each * 100), 0) / 100;
}
