import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addRepairs } from "#src/sources/analysis/repair.js";
import { propose } from "#src/sources/analysis/propose.js";
import { describeUnread } from "#src/sources/analysis/unread-dates.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { addDecimals, type Decimal, decimalText } from "#src/core/model/values/decimal.js";
import { load } from "../ingest/collect.js";
import { analyse } from "./table.js";

const lines = (...rows: readonly (readonly (string | number)[])[]): string =>
  `${rows.map((row) => row.join(";")).join("\n")}\n`;

/** Load a file with the repairs that are accepted from the start, or with all. @returns its sums by the label of a column */
async function sumsBy(text: string, heading: string, areAll = false): Promise<Record<string, string>> {
  const first = await analyse(text);
  const analysis = areAll ? await analyse(text, {}, addRepairs(first.table ?? null, first.repairs!)) : first;
  const { model } = propose(analysis, "Budget 2023.csv", false);
  const parsed = parseModel({ ...model, dataset: { ...model.dataset, currency: "EUR" } }).model;
  const { entries, report } = await load(text, { model: parsed });
  assert.equal(report.numErrors, 0);
  const { index: at, kind } = parsed.dimensions.find(({ label }) => label === heading)!;
  const sums = new Map<string, Decimal>();
  for (const { members, amounts } of entries) {
    const name = kind === "date" ? String(members[at]![0]).slice(0, 4) : String(members[at]!.at(-1));
    sums.set(name, addDecimals(sums.get(name) ?? { unscaled: 0n, scale: 0 }, amounts[0]!));
  }
  return Object.fromEntries([...sums].map(([name, sum]) => [name, decimalText(sum)]));
}

describe("a row below the header that numbers the columns", () => {
  const rows = ["Roads", "Schools", "Parks", "Fire"].map((name, at) => [name, 1000 + at, 2000 + at]);

  for (const numbering of [
    [1, 2, 3],
    ["(1)", "(2)", "(3)"],
    ["1", "2", "3=2*2"],
  ]) {
    it(`is left out: ${numbering.join(" ")}`, async () => {
      const text = lines(["Function", "2022", "2023"], numbering, ...rows);
      const { repairs } = await analyse(text);
      const repair = repairs!.find(({ kind }) => kind === "notes");
      assert.equal(repair?.certainty, "likely");
      assert.match(repair!.examples[0]!, /^line 2: /);
      assert.deepEqual(await sumsBy(text, "Year"), { 2022: "4006", 2023: "8006" });
    });
  }

  it("is an entry if a number is out of order, or other rows are above it", async () => {
    for (const table of [
      lines(["Function", "2022", "2023"], [1, 3, 2], ...rows),
      lines(["Function", "2022", "2023"], rows[0]!, [1, 2, 3], ...rows.slice(1)),
    ]) {
      assert.ok(!(await analyse(table)).repairs!.some(({ kind }) => kind === "notes"));
    }
  });
});

describe("blank cells below the codes and labels of groups", () => {
  const rows = [1, 2].flatMap((section) =>
    [1, 2].flatMap((chapter) =>
      [1, 2, 3].map((item) => [
        chapter + item === 2 ? section : "",
        chapter + item === 2 ? `Section ${section}` : "",
        item === 1 ? `${section}${chapter}` : "",
        item === 1 ? `Chapter ${section}${chapter}` : "",
        `Item ${item} of ${section}${chapter}`,
        2023,
        `${section}${chapter}${item}0,50`,
      ]),
    ),
  );
  const text = lines(["Section", "Section name", "Chapter", "Chapter name", "Item", "Year", "Amount"], ...rows);

  it("are offered to be read as the cell above, codes too", async () => {
    const repair = (await analyse(text)).repairs!.find(({ kind }) => kind === "above");
    assert.deepEqual(repair?.table, { fill_down: ["Section", "Section name", "Chapter", "Chapter name"] });
    assert.equal(repair!.certainty, "doubtful");
    assert.deepEqual(await sumsBy(text, "Section name", true), {
      "Section 1": "7023",
      "Section 2": "13023",
    });
  });

  it("are nothing in a column of amounts", async () => {
    const amounts = rows.map((row) => [row[0] === "" ? "" : `${String(row[0])}00,25`, ...row.slice(4)]);
    const { repairs } = await analyse(lines(["Original", "Item", "Year", "Amount"], ...amounts));
    assert.ok(!repairs!.some(({ kind }) => kind === "above"));
  });
});

describe("a unit that stands beside the amounts", () => {
  const rows = ["Roads", "Schools", "Parks", "Fire"].map((name, at) => [name, 1000 + at, 2000 + at]);

  for (const [unit, factor] of [
    ["£000", 1e3],
    ["in Mio. Euro", 1e6],
    ["(Rs. in crore)", 1e7],
  ] as const) {
    it(`is offered as a factor where it is the heading of the texts: ${unit}`, async () => {
      const { repairs } = await analyse(lines([unit, "2022", "2023"], ...rows));
      const repair = repairs!.find(({ kind }) => kind === "scale");
      assert.deepEqual(repair?.table, { scale: { Amount: factor } });
      assert.equal(repair!.certainty, "doubtful");
    });
  }

  it("is offered where a note below the table is nothing else", async () => {
    const { repairs } = await analyse(lines(["Function", "2022", "2023"], ...rows, ["£000", "", ""]));
    assert.deepEqual(
      repairs!.filter(({ kind }) => kind === "scale").map(({ table }) => table),
      [{ scale: { Amount: 1000 } }],
    );
  });
});

describe("a column that is called an amount", () => {
  const table = (cellOf: (at: number) => string): string =>
    lines(
      ["Chapter", "Item", "Year", "Amount"],
      ...Array.from({ length: 24 }, (_, at) => [10 + (at % 8), `Item ${at}`, 2023, cellOf(at)]),
    );

  it("is not passed over for codes if its cells are not read as numbers", async () => {
    const { model } = propose(await analyse(table((at) => `1_${100 + at}`)), "Budget.csv", false);
    assert.equal(model.mapping.amount, undefined);
    assert.throws(() => parseModel(model), /mapping\.amount/);
  });

  it("is one if its numbers end in a dash for no cents", async () => {
    const sums = await sumsBy(
      table((at) => `1.${100 + at},-`),
      "Year",
    );
    assert.deepEqual(sums, { 2023: "26676" });
  });
});

describe("numbers under a heading that says that they are dates", () => {
  const table = (heading: string, cellOf: (at: number) => string): string =>
    lines(
      ["Office", heading, "Amount"],
      ...Array.from({ length: 12 }, (_, at) => [`Office ${at}`, cellOf(at), `${100 + at},50`]),
    );
  const unreadIn = async (text: string): Promise<readonly string[]> => {
    const analysis = await analyse(text);
    return describeUnread(analysis, propose(analysis, "Payments 2023.csv", false).model.mapping).map(
      ({ heading }) => heading,
    );
  };

  for (const [what, heading, cellOf] of [
    ["months of six digits", "Month", (at: number) => `2023${String(at + 1).padStart(2, "0")}`],
    ["days that spreadsheets count", "Date", (at: number) => String(45_000 + at)],
    ["years of two digits", "Fiscal year", (at: number) => String(12 + at)],
  ] as const) {
    it(`are not published under the year of the file's name: ${what}`, async () => {
      assert.deepEqual(await unreadIn(table(heading, cellOf)), [heading]);
    });
  }

  it("are parts of a date if they are months alone", async () => {
    assert.deepEqual(await unreadIn(table("Month", (at) => String(at + 1))), []);
    assert.deepEqual(await unreadIn(table("Remaining years", (at) => String(at * 3))), []);
  });
});
