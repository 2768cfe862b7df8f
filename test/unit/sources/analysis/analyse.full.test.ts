import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ColumnAnalysis } from "#src/sources/analysis/table-analysis.js";
import { BadSource } from "#src/core/errors/errors.js";
import { analyse } from "./table.js";

async function column(...cells: readonly string[]): Promise<ColumnAnalysis> {
  const { columns } = await analyse(`x;y\n${cells.map((cell) => `${cell};.`).join("\n")}\n`);
  return columns[0]!;
}

describe("the analysis of a column", () => {
  it("counts filled cells, empty cells and distinct values", async () => {
    const { filled, empty, distinct, isUnique, samples } = await column("a", " ", "b", "a");
    assert.deepEqual(
      { filled, empty, distinct, isUnique, samples },
      {
        filled: 3,
        empty: 1,
        distinct: 2,
        isUnique: false,
        samples: ["a", "b"],
      },
    );
    assert.equal((await column("a", "b")).isUnique, true);
  });

  it("adds up numbers exactly, in their own format", async () => {
    const { type } = await column("1.234,10", "-0,20", "3");
    assert.deepEqual(type, {
      kind: "number",
      numbers: { decimal: ",", thousands: "." },
      isFormatSure: true,
      min: "-0.2",
      max: "1234.1",
      sum: "1236.9",
      areIntegers: false,
      misfits: { count: 0, samples: [] },
    });
  });

  it("reads a separator before three digits as thousands", async () => {
    for (const cells of [
      ["1.234", "5.678"],
      ["1,234", "5,678"],
    ]) {
      const { type } = await column(...cells);
      assert.equal(type.kind === "number" && type.sum, "6912");
    }
  });

  it("chooses the number format that most cells confirm, and lists the others", async () => {
    const plain = Array.from({ length: 300 }, (_, at) => String(100_000 + at));
    const mixed = [...plain, ...plain.slice(0, 80).map((cell) => `${cell},5`), "1234.56", "99.5"];
    const { type } = await column(...mixed);
    assert.ok(type.kind === "number");
    assert.deepEqual([type.numbers.decimal, type.isFormatSure, type.misfits.count], [",", true, 2]);
    const other = await column(...mixed.map((cell) => cell.replace(/[.,]/, (sign) => (sign === "." ? "," : "."))));
    assert.ok(other.type.kind === "number");
    assert.deepEqual([other.type.numbers.decimal, other.type.misfits.count], [".", 2]);
  });

  it("reads numbers with leading zeros as codes, and recognises currency signs", async () => {
    assert.equal((await column("001", "002")).type.kind, "text");
    assert.equal((await column("01.1", "10.2")).type.kind, "text");
    assert.equal((await column("€ 5", "€ 6,20")).currency, "EUR");
    assert.equal((await column("gbp", "gbp")).currency, "GBP");
  });

  it("finds the format of dates, their precision, and ambiguity", async () => {
    const formats = [
      [["31/01/2014", "02/03/2014"], "%d/%m/%Y", false, "day"],
      [["01/31/2014", "02/03/2014"], "%m/%d/%Y", false, "day"],
      [["01/02/2014", "02/03/2014"], "%d/%m/%Y", true, "day"],
      [["1.4.2008", "31.12.2010"], "%d.%m.%Y", false, "day"],
      [["2014", "2015"], null, false, "year"],
      [["2014-02", "2015-11"], null, false, "month"],
      [["FY 2014", "FY 2015"], "FY %Y", false, "year"],
      [["2014/15", "2015/16"], null, false, "year"],
      [["2014/09", "2014/10"], "%Y/%m", false, "month"],
      [["01/01/2014", "05/05/2014"], "%d/%m/%Y", false, "day"],
    ] as const;
    for (const [cells, format, isAmbiguous, precision] of formats) {
      const { type } = await column(...cells);
      assert.ok(type.kind === "date", cells[0]);
      assert.deepEqual([type.format, type.isAmbiguous, type.precision], [format, isAmbiguous, precision], cells[0]);
    }
    assert.equal((await column("2014/15", "2015/17")).type.kind, "text");
  });

  it("shows a cell that can be read in two ways, and how", async () => {
    const { type: dates } = await column("05/05/2014", "02/03/2014");
    assert.ok(dates.kind === "date");
    assert.deepEqual(dates.doubt, { cell: "02/03/2014", formats: ["%d/%m/%Y", "%m/%d/%Y"] });
    const { type: numbers } = await column("1", "2.500", "1.234");
    assert.ok(numbers.kind === "number");
    const formats = [
      { decimal: ".", thousands: "," },
      { decimal: ",", thousands: "." },
    ];
    assert.deepEqual(numbers.doubt, { cell: "2.500", formats });
    for (const cells of [
      ["1.234", "0.5"],
      ["1.234", "1.234.567"],
      ["1,234", "12,5"],
      ["1", "2"],
      ["31/01/2014", "02/03/2014"],
      ["1.2.2014", "2.3.2014"],
    ]) {
      const { type } = await column(...cells);
      assert.ok(!("doubt" in type), cells[0]);
    }
  });

  it("does not take plain numbers for days", async () => {
    assert.equal((await column("45296", "45297")).type.kind, "number");
    assert.equal((await column("201401", "201402")).type.kind, "number");
  });

  it("lists the few cells of another type", async () => {
    const cells = Array.from({ length: 20 }, (_, at) => `${at + 5}.5`);
    const { type } = await column(...cells, "n/a");
    assert.ok(type.kind === "number");
    assert.deepEqual(type.misfits, { count: 1, samples: ["n/a"] });
  });
});

describe("the analysis of a table", () => {
  it("finds columns that depend on others", async () => {
    const { dependencies } = await analyse("code,label,x\n1,One,a\n2,Two,a\n1,One,b\n2,Two,b\n");
    assert.deepEqual(dependencies, [
      { from: 0, to: 1, isExact: true },
      { from: 1, to: 0, isExact: true },
    ]);
  });

  it("reports if it has read only the beginning", async () => {
    const rows = "1,2\n".repeat(200_000);
    const { isWhole, rows: seen } = await analyse(`a,b\n${rows}`, { decodedBytes: 100_000 });
    assert.equal(isWhole, false);
    assert.ok(seen > 20_000 && seen < 100_000, String(seen));
    assert.equal((await analyse("a,b\n1,2\n")).isWhole, true);
  });

  it("analyses and stores no more columns and values than allowed", async () => {
    const heads = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(",");
    const { columns, numColumns } = await analyse(`${heads}\n${"1,".repeat(9999)}1\n`);
    assert.deepEqual([columns.length, numColumns], [500, 10_000]);
    const { columns: full } = await analyse("a,b\n1,x\n2,y\n3,z\n", { values: 4 });
    assert.deepEqual(
      full.map(({ distinct, isDistinctExact }) => [distinct, isDistinctExact]),
      [
        [2, false],
        [2, false],
      ],
    );
  });

  it("reads other encodings than UTF-8, and refuses files that are not tables", async () => {
    const { encoding, columns } = await analyse(Buffer.from("Größe;x\nä;1\n", "latin1"));
    assert.deepEqual([encoding, columns[0]!.heading, columns[0]!.samples], ["windows-1252", "Größe", ["ä"]]);
    await assert.rejects(analyse(""), BadSource);
    await assert.rejects(analyse(Buffer.from("504b030414000000", "hex")), BadSource);
  });

  it("names a row in which a delimiter is missing, instead of leaving it out as one without an amount", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `${at},2024-01-${10 + at},Payee ${at} Ltd,${at * 7}.25`);
    const {
      rows: read,
      repairs,
      oddRows,
    } = await analyse(`No,Date,Payee,Paid\n${rows.join("\n")}\n122024-02-01,Old Mill,9.50`);
    assert.equal(read, 13);
    assert.deepEqual(repairs, []);
    assert.match(oddRows!.join(), /row 14 has 3 cells where the header has 4.*122024-02-01,Old Mill,9\.50/);
    const coded = "Name,Area,Paid\nRoads,12,5.25\nParks,13,7.5\nSchools,14";
    assert.deepEqual((await analyse(coded)).oddRows, []);
  });

  it("leaves out rows without an amount, unless rules are given, and offers both", async () => {
    const table = "Date,Payee,Amount\n2024-01-01,A,10.5\n2024-01-02,B,\n2024-01-03,C,3.25\n2024-01-04,D,7.25\n";
    const { rows, repairs, table: rules } = await analyse(table);
    assert.deepEqual(rules, { leave_out: [{ column: "Amount", values: [""] }] });
    const offered = (found: typeof repairs): unknown => found!.map(({ kind, label }) => [kind, label]);
    assert.deepEqual([rows, offered(repairs)], [3, [["blanks", "Leave out the row without an amount"]]]);
    for (const given of [{}, rules]) {
      assert.deepEqual(offered((await analyse(table, {}, given)).repairs), offered(repairs));
    }
  });

  it("agrees with a simple implementation on random tables", async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const cells = randomCells(seed);
      const { columns } = await analyse(`a;b\n${cells.map((cell) => `${cell};.`).join("\n")}\n`, {}, {});
      const [{ filled, empty, distinct, isUnique, type }] = columns as [ColumnAnalysis];
      const whole = cells.filter((cell) => cell !== "");
      assert.deepEqual(
        [filled, empty, distinct, isUnique],
        [
          whole.length,
          cells.length - whole.length,
          new Set(whole).size,
          whole.length > 0 && whole.length === cells.length && new Set(whole).size === whole.length,
        ],
      );
      if (type.kind !== "number") continue;
      const hundredths = whole.filter((cell) => /^-?\d/.test(cell)).map((cell) => Math.round(Number(cell) * 100));
      assert.equal(
        Math.round(Number(type.sum) * 100),
        hundredths.reduce((sum, each) => sum + each, 0),
      );
      assert.equal(Number(type.min) * 100, Math.min(...hundredths));
      assert.equal(type.misfits.count, whole.length - hundredths.length);
    }
  });
});

function randomCells(seed: number): readonly string[] {
  let state = seed * 2_654_435_761;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
  return Array.from({ length: 5 + next(60) }, () => {
    const kind = next(30);
    if (kind === 0) return "";
    if (kind === 1) return `word${next(3)}`;
    return String((next(20_000) - 10_000) / 4);
  });
}
