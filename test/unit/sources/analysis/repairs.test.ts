import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { addRepairs, hasRepair, removeRepairs } from "#src/sources/analysis/repair.js";
import { propose } from "#src/sources/analysis/propose.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { decimalText, addDecimals, type Decimal } from "#src/core/model/values/decimal.js";
import type { Definition } from "#src/sources/analysis/column-uses.js";
import type { Model } from "#src/core/model/cube.js";
import { messyTown, YEARS } from "../../../messy-town.js";
import { load, type Loaded } from "../ingest/collect.js";
import { analyse } from "./table.js";

const { messy, plain, leftOut } = messyTown(6);

describe("a table as it is published", () => {
  it("shows its header below titles, and the repairs that it calls for", async () => {
    const analysis = await analyse(messy);
    assert.equal(analysis.headerRow, 4);
    const unpivot = { columns: YEARS, heading: "Year", cell: "Amount" };
    const leaveOut = [{ filled: 1 }, { sums: true }];
    assert.deepEqual(analysis.table, { header_row: 4, unpivot, leave_out: leaveOut, units: ["EUR"] });
    assert.deepEqual(
      analysis.repairs!.map(({ kind, certainty }) => [kind, certainty]),
      [
        ["years", "likely"],
        ["totals", "sure"],
        ["notes", "sure"],
        ["units", "sure"],
        ["cells", "doubtful"],
      ],
    );
    const [years, totals, notes, units, cells] = analysis.repairs!;
    assert.deepEqual(years!.table, { unpivot });
    assert.match(totals!.reason, /4 rows add others up/);
    assert.match(
      totals!.examples[0]!,
      /^line 11, "Total Schools": 2019: [\d.,]+, 2020: [\d.,]+, 2021: [\d.,]+ → left out/,
    );
    assert.match(notes!.examples[0]!, /line \d+: Source: the treasurer/);
    assert.match(units!.examples[0]!, /1\.244,73 EUR → 1\.244,73/);
    assert.match(cells!.label, /"n\/a"/);
  });

  it("gives, with its repairs, what the plain table gives: the same totals by every drilldown", async () => {
    const first = await analyse(messy);
    const analysis = await analyse(messy, {}, addRepairs(first.table!, first.repairs!));
    const { model } = propose(analysis, "Budget.csv", false);
    assert.equal(model.dataset.currency, "EUR");
    const repaired = await load(messy, { model: parseModel(model).model });
    const { table: _, ...dataset } = model.dataset;
    const wanted = await load(plain, { model: parseModel({ ...model, dataset }).model });
    assert.equal(repaired.report.numErrors, 0);
    assert.equal(repaired.entries.length, 4 * 6 * 3);
    const { dimensions } = parseModel(model).model;
    for (let bits = 0; bits < 2 ** dimensions.length; bits++) {
      const drilldown = dimensions.flatMap(({ index, name }) => ((bits >> index) & 1 && name !== "row" ? [index] : []));
      assert.deepEqual(totals(repaired, drilldown), totals(wanted, drilldown), String(drilldown));
    }
  });

  it("says what the rows that are left out come to, and counts them with the blank ones", async () => {
    const first = await analyse(messy);
    const analysis = await analyse(messy, {}, addRepairs(first.table!, first.repairs!));
    const { report } = await load(messy, { model: modelOf(propose(analysis, "Budget.csv", false).model) });
    assert.equal(report.rowsRead - report.rowsBlank, 4 * 6 * 3);
    const [{ sums, totals: stated }] = report.control as [(typeof report.control)[0]];
    assert.equal(sums[0]!.total, (leftOut / 100).toFixed(2).replace(/0+$/, ""));
    assert.deepEqual(
      sums[0]!.years.map(([year]) => year),
      YEARS,
    );
    assert.equal(stated.length, 4);
    assert.match(stated[0]!, /^the 6 rows come to 2019: [\d.,]+, 2020: .*, as line 11, "Total Schools", says$/);
    assert.ok(report.warnings.some((each) => /only one cell is filled; it comes to 0 EUR/.test(each)));
  });

  it("names the line and the column of the file in an error of a cell that became a row", async () => {
    const first = await analyse(messy);
    const rules = removeRepairs(
      addRepairs(first.table!, first.repairs!),
      first.repairs!.filter(({ kind }) => kind === "cells"),
    );
    const { model } = propose(await analyse(messy, {}, rules), "Budget.csv", false);
    const { report } = await load(messy, { model: modelOf(model), skipInvalid: true });
    assert.equal(report.numErrors, 4);
    const [error] = report.errors;
    assert.deepEqual([error!.line, error!.row, error!.column, error!.value], [6, 2, "2020", "n/a"]);
  });

  it("keeps texts in columns of codes: they are empty cells only among amounts, or if they say so", async () => {
    const offered = async (heading: string, number: (at: number) => string, text: string): Promise<boolean> => {
      const cell = (at: number): string => (at % 10 === 3 ? text : number(at));
      const rows = Array.from({ length: 60 }, (_, at) => `R${at};2020;${cell(at)};${at},50`);
      const { repairs } = await analyse(`No;Year;${heading};Amount\n${rows.join("\n")}\n`);
      return repairs!.some(({ kind }) => kind === "cells");
    };
    const code = (at: number): string => String(1 + (at % 9));
    assert.equal(await offered("TO", (at) => `0${code(at)}`, "TA"), false);
    assert.equal(await offered("TO", code, "TA"), false);
    assert.equal(await offered("Programme code", (at) => `${at}.5`, "TA"), false);
    assert.equal(await offered("Programme code", code, "n/a"), false);
    assert.equal(await offered("TO", code, "n/a"), true);
    assert.equal(await offered("TO", (at) => `${at},25`, "geheim"), true);
    assert.equal(await offered("Plan amount", code, "geheim"), true);
  });

  it("multiplies amounts whose heading says that they are in thousands, also those left out", async () => {
    const rows = Array.from({ length: 20 }, (_, at) => `R${at};2020;${at},5;0${at % 10}`);
    const table = `No;Year;Betrag (TEUR);Titel\n${rows.join("\n")}\nTotal;;200;\n`;
    const first = await analyse(table);
    const { reason, examples, table: rule, certainty } = first.repairs!.find(({ kind }) => kind === "scale")!;
    assert.deepEqual([rule, certainty], [{ scale: { "Betrag (TEUR)": 1000 } }, "doubtful"]);
    assert.match(reason, /"Betrag \(TEUR\)" says that the amounts are in thousands/);
    assert.deepEqual(examples, ["Betrag (TEUR): 0,5 → 0,5 × 1,000"]);
    const { model: bare } = propose(first, "a.csv", false);
    assert.deepEqual([bare.dataset.currency, (bare.mapping.amount as Definition).label], ["EUR", "Betrag (TEUR)"]);
    const { model } = propose(await analyse(table, {}, addRepairs(first.table!, first.repairs!)), "a.csv", false);
    assert.deepEqual([model.dataset.currency, (model.mapping.amount as Definition).label], ["EUR", "Betrag (EUR)"]);
    const loaded = await load(table, { model: modelOf(model) });
    assert.deepEqual(totals(loaded, []), [["[]", "200000"]]);
    assert.match(
      loaded.report.control[0]!.totals[0]!,
      /^the 20 rows come to 200,000, as the grand total in line 22, "Total", says$/,
    );
  });

  it("multiplies what a title says is in millions, as the column that years become", async () => {
    const lines = ["Plan;;;", "in Mio. EUR;;;", "Area;Line;2019;2020"];
    for (let at = 0; at < 12; at++) lines.push(`A${at % 3};L${at};${at},25;${at},75`);
    const table = `${lines.join("\n")}\n`;
    const first = await analyse(table);
    const scale = first.repairs!.find(({ kind }) => kind === "scale")!;
    assert.deepEqual(scale.table, { scale: { Amount: 1_000_000 } });
    const rules = addRepairs(first.table!, first.repairs!)!;
    const turned = await analyse(table, {}, rules);
    assert.ok(turned.repairs!.every((repair) => hasRepair(rules, repair)));
    const years = first.repairs!.filter(({ kind }) => kind === "years");
    assert.deepEqual(removeRepairs(rules, years)!.scale, { "2019": 1_000_000, "2020": 1_000_000 });
    const { model } = propose(turned, "a.csv", false);
    assert.deepEqual((model.dataset.table as Definition).scale, { Amount: 1_000_000 });
    assert.deepEqual(totals(await load(table, { model: modelOf(model) }), []), [["[]", "144000000"]]);
    const wrong = { ...model, dataset: { ...model.dataset, table: { scale: { Betrag: 1000 } } } };
    await assert.rejects(load(table, { model: modelOf(wrong) }), /has no column "Betrag", which dataset.table.scale/);
  });

  it("adds and removes a repair without touching other rules", async () => {
    const { repairs, table } = await analyse(messy);
    const [years, totals] = repairs!;
    const both = addRepairs(table!, [years!, totals!]);
    assert.ok(hasRepair(both, years!) && hasRepair(both, totals!));
    const { unpivot: _, ...others } = removeRepairs(table!, [totals!])!;
    assert.deepEqual(removeRepairs(both, [years!, totals!]), others);
    assert.deepEqual(addRepairs(both, [totals!]), both);
  });
});

function modelOf(document: object): Model {
  return parseModel(document).model;
}

/** Add up the entries by the members of dimensions, without the engine. */
function totals({ entries }: Loaded, drilldown: readonly number[]): readonly (readonly [string, string])[] {
  const sums = new Map<string, Decimal>();
  for (const { members, amounts } of entries) {
    const key = JSON.stringify(drilldown.map((at) => members[at]![0]));
    sums.set(key, addDecimals(sums.get(key) ?? { unscaled: 0n, scale: 0 }, amounts[0]!));
  }
  return [...sums].map(([key, sum]) => [key, decimalText(sum)] as const).toSorted();
}

describe("amounts in thousands", () => {
  const rows = Array.from({ length: 8 }, (_, at) => `Office ${at};202${at};${at + 1}.500,25`).join("\n");
  for (const [place, text] of [
    ["a title above", `Spending, in thousands of EUR;;\nOffice;Year;Amount\n${rows}\n`],
    ["a note below", `Office;Year;Amount\n${rows}\nAmounts in thousands of EUR;;\n`],
    ["a note below a blank row", `Office;Year;Amount\n${rows}\n\nAll amounts in thousands of EUR;;\n`],
  ] as const) {
    it(`are offered to be multiplied if ${place} says so`, async () => {
      const { repairs } = await analyse(text);
      const scale = repairs!.find(({ kind }) => kind === "scale");
      assert.deepEqual(scale?.table, { scale: { Amount: 1000 } });
    });
  }
});

const MARKS = ["n/a", "-", "k. A.", "..", "NA", "s/d"];

/** Seven payments, of which one has an impossible date, and one what is given for its amount. */
function payments(amount: string): string {
  return [
    "Budget of Westheim;;;;",
    "Date;Department;Payee;Purpose;Amount (EUR)",
    "03.01.2023;Schools;Weber Bau;Roof;12.500,00",
    "04.01.2023;Schools;Weber Bau;Windows;8.100,50",
    "17.02.2023;Roads;Strassen AG;Resurfacing;45.000,00",
    "30.02.2023;Roads;Strassen AG;Signs;1.200,00",
    "11.03.2023;Culture;Bühne;Concert;950,00",
    `12.04.2023;Culture;Bücherei;Books;${amount}`,
    "13.05.2023;Roads;Weber Bau;Bridge;99.000,00",
    ";;;Total;166.750,50",
    "",
  ].join("\n");
}

describe("a short table with an impossible date and a missing amount", () => {
  for (const mark of MARKS) {
    it(`has a column of dates, and one of amounts beside ${mark}, whose row is left out`, async () => {
      const first = await analyse(payments(mark));
      const cells = first.repairs!.find(({ kind }) => kind === "cells")!;
      assert.deepEqual([cells.table, cells.certainty], [{ empty: [mark] }, "doubtful"]);
      assert.match(cells.examples[0]!, /^line 8, Amount \(EUR\): /);
      const table = addRepairs(first.table!, [cells]);
      const blanks = (await analyse(payments(mark), {}, table)).repairs!.find(({ kind }) => kind === "blanks")!;
      const analysis = await analyse(payments(mark), {}, addRepairs(table, [blanks]));
      const { model } = propose(analysis, "westheim-2023.csv", false);
      assert.equal(model.dataset.currency, "EUR");
      assert.equal((model.mapping.amount as Definition).column, "Amount (EUR)");
      assert.deepEqual(
        [(model.mapping.time as Definition).column, (model.mapping.time as Definition).format],
        ["Date", "%d.%m.%Y"],
      );
      const { report, entries } = await load(payments(mark), { model: parseModel(model).model, skipInvalid: true });
      assert.deepEqual(
        report.errors.map(({ row, value }) => [row, value]),
        [[4, "30.02.2023"]],
      );
      assert.equal(entries.length, 5);
    });
  }

  it("leaves out the row whose amount is read as empty, beside those that are, and puts all of them back", async () => {
    const filled = payments("abc").replace(";;;Total;166.750,50\n", "");
    const text = filled.replace(";Concert;950,00", ";Concert;").replace(";Windows;8.100,50", ";Windows;");
    const first = await analyse(text);
    const repairs = first.repairs!.filter(({ kind }) => kind === "cells" || kind === "dates");
    assert.deepEqual(repairs.find(({ kind }) => kind === "cells")!.table, { empty: ["abc"] });
    const column = "Amount (EUR)";
    for (const before of [[], [{ column, values: [""] }]]) {
      const table = addRepairs(
        { ...first.table, leave_out: [...((first.table!.leave_out ?? []) as []), ...before] },
        repairs,
      );
      const blanksOf = async (rules: Definition | null) =>
        (await analyse(text, {}, rules)).repairs!.find(({ kind }) => kind === "blanks")!;
      const offered = await blanksOf(table);
      assert.deepEqual([offered.label, hasRepair(table, offered)], ["Leave out the 3 rows without an amount", false]);
      const ticked = addRepairs(table, [offered]);
      const again = await blanksOf(ticked);
      assert.deepEqual([again.label, hasRepair(ticked, again)], [offered.label, true]);
      const { model } = propose(await analyse(text, {}, ticked), "westheim-2023.csv", false);
      const { report, entries } = await load(text, { model: parseModel(model).model });
      assert.deepEqual([report.numErrors, entries.length], [0, 3]);
      const unticked = removeRepairs(ticked, [again]);
      assert.deepEqual([hasRepair(unticked, again), (await blanksOf(unticked)).label], [false, offered.label]);
    }
  });

  it("names the line of the date, and offers to leave out its row", async () => {
    const text = payments("10,00").replace("166.750,50", "166.760,50");
    const first = await analyse(text);
    const dates = first.repairs!.find(({ kind }) => kind === "dates")!;
    assert.deepEqual(
      [dates.table, dates.certainty],
      [{ leave_out: [{ column: "Date", values: ["30.02.2023"] }] }, "doubtful"],
    );
    assert.match(dates.reason, /^1 of 7 cells of "Date" is not a possible date: line 6\./);
    const { model } = propose(await analyse(text, {}, addRepairs(first.table!, [dates])), "westheim-2023.csv", false);
    const { report, entries } = await load(text, { model: parseModel(model).model });
    assert.deepEqual([report.numErrors, entries.length], [0, 6]);
  });

  it("does not read marks as empty by itself where another column of amounts would get 0 for them", async () => {
    const rows = Array.from(
      { length: 8 },
      (_, at) => `2020-01-1${at};P${at};${at}.50;${at === 3 ? "n/a" : `${at}.25`}`,
    );
    const { repairs, columns } = await analyse(`Date;Payee;Planned amount;Paid amount\n${rows.join("\n")}\n`);
    assert.deepEqual(
      repairs!.map(({ kind, certainty }) => [kind, certainty]),
      [["cells", "doubtful"]],
    );
    assert.equal(columns[3]!.type.kind, "number");
  });

  it("has texts where fewer than half of the cells are dates or numbers", async () => {
    const rows = Array.from(
      { length: 9 },
      (_, at) => `${at < 4 ? `0${at + 1}.01.2023` : "31.02.2023"};${at < 4 ? at : "-"}`,
    );
    const { columns } = await analyse(`Seen;Amount\n${rows.join("\n")}\n`);
    assert.deepEqual(
      columns.map(({ type }) => type.kind),
      ["text", "text"],
    );
  });
});
