import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { validateSource } from "#src/sources/ingest/load.js";
import { LoadFailed, type LoadReport } from "#src/sources/ingest/report.js";
import { load, smallModel, withFile } from "../collect.js";

const file = (dates: readonly string[]): string =>
  `No;Name;Amount;Date\n${dates.map((date, at) => `${at + 1};x;1;${date}\n`).join("")}`;

/** Days of the rows that load. */
async function daysOf(dates: readonly string[], options: Parameters<typeof load>[1] = {}): Promise<readonly unknown[]> {
  const { entries } = await load(file(dates), options);
  return entries.map(({ members }) => members[2]![0]);
}

/** The report of a load that fails. */
async function failureOf(dates: readonly string[], options: Parameters<typeof load>[1] = {}): Promise<LoadReport> {
  const failed = await load(file(dates), options).catch((error: unknown) => error);
  assert.ok(failed instanceof LoadFailed, "it loads");
  return failed.report;
}

const many = (count: number, make: (at: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe("a column of dates without a format", () => {
  it("is read in the one way that all of its cells allow", async () => {
    assert.deepEqual(await daysOf(["5.1.2024", "31.12.2023"]), ["2024-01-05", "2023-12-31"]);
    assert.deepEqual(await daysOf(["2009/10", "2012/13"]), ["2009-01-01", "2012-01-01"]);
    assert.deepEqual(await daysOf(["45296", "45297,5"]), ["2024-01-05", "2024-01-06"]);
    assert.deepEqual(await daysOf(["May 2024", "June 2024", "Jul 2024"]), ["2024-05-01", "2024-06-01", "2024-07-01"]);
  });

  it("may have ISO dates beside one other way", async () => {
    assert.deepEqual(await daysOf(["2024-03", "5.1.2024", "2024"]), ["2024-03-01", "2024-01-05", "2024-01-01"]);
  });

  it("has no days since 1899 beside years: a digit too many makes no date of 1955", async () => {
    for (const dates of [
      ["2023", "2024", "20234"],
      ["20234", "2023", "2024"],
    ]) {
      const { errors, numErrors } = await failureOf(dates);
      assert.equal(numErrors, 1);
      const ways = [
        `"2023" in row ${dates.indexOf("2023") + 1} is a year`,
        `"20234" in row ${dates.indexOf("20234") + 1} is days since 1899, as Excel counts them`,
      ];
      assert.match(errors[0]!.message, new RegExp(`has dates written in different ways: ${ways.join(", ")}`));
    }
    assert.deepEqual(await daysOf(["2023-01-01", "45296"]), ["2023-01-01", "2024-01-05"]);
  });

  it("is read as a later cell shows, after one search", async () => {
    const months = many(500, (at) => `0${1 + (at % 9)}/05/2024`);
    const { entries, attempts, report } = await load(file([...months, "13/05/2024"]));
    assert.deepEqual([entries[1]!.members[2]![0], entries.at(-1)!.members[2]![0]], ["2024-05-02", "2024-05-13"]);
    assert.deepEqual([attempts, report.rowsRead], [2, 501]);
    assert.equal((await daysOf([...months, "05/13/2024"]))[1], "2024-02-05");
  });

  it("is read once if every cell has one day under all readings that are left", async () => {
    for (const dates of [["5.1.2024"], ["25/01/2024", "05/01/2024"], ["05/05/2024", "25/01/2024", "01/02/2024"]]) {
      assert.equal((await load(file(dates))).attempts, 1, dates[0]);
    }
  });

  it("is refused once, with both formats, where nothing shows which number is the day", async () => {
    const report = await failureOf([
      "05/05/2024",
      "05/01/2024",
      "2024-01-01",
      "06/01/2024",
      "05/01/2024",
      "07/01/2024",
    ]);
    assert.deepEqual([report.rowsRejected, report.numErrors], [5, 1]);
    assert.deepEqual(report.errors[0], {
      row: 1,
      line: 2,
      column: "Date",
      attribute: "time",
      datatype: "date",
      value: "05/05/2024",
      message:
        'The column "Date" can be read in two ways, such as "05/01/2024" in row 2, "06/01/2024" in row 4 and ' +
        '"07/01/2024" in row 6: day/month/year or month/day/year; write "format": "%d/%m/%Y" if the first number is ' +
        'the day, or "format": "%m/%d/%Y" if the first number is the month',
    });
  });

  it("names the format with hyphens, and with the time, that its cells have", async () => {
    const [hyphens] = (await failureOf(["05-01-2024"])).errors;
    assert.match(hyphens!.message, /"%d-%m-%Y" if [^]*"%m-%d-%Y" if/);
    const [times] = (await failureOf(["05/01/2024 10:30"])).errors;
    assert.match(times!.message, /"%d\/%m\/%Y %H:%M" if [^]*"%m\/%d\/%Y %H:%M" if/);
  });

  it("fails a load that skips invalid rows, too", async () => {
    const { errors } = await failureOf(["05/01/2024", "2024-01-01"], { skipInvalid: true });
    assert.equal(errors.length, 1);
  });

  it("that has years of two digits, or months after a slash, needs a format", async () => {
    const [short] = (await failureOf(["05.01.24", "31.01.24"])).errors;
    assert.equal(
      short!.message,
      'The column "Date" is not read without a "format", such as "05.01.24" in row 1 and "31.01.24" in row 2; ' +
        'write "format": "%d.%m.%y"',
    );
    const [months] = (await failureOf(["2011/10", "2011/11", "2011/12"])).errors;
    assert.match(months!.message, /is not read without a "format"[^]*"%Y\/%m"/);
    const [same] = (await failureOf(["05/05/24"])).errors;
    assert.match(same!.message, /such as "05\/05\/24" in row 1; write "format": "%d\/%m\/%y"/);
  });

  it("that mixes two ways is refused with a cell of each", async () => {
    const { errors, numErrors } = await failureOf(["25/01/2024", "26/01/2024", "01/27/2024"]);
    assert.equal(numErrors, 1);
    assert.match(
      errors[0]!.message,
      /^The column "Date" has dates written in different ways: "25\/01\/2024" in row 1 is day\/month\/year, "01\/27\/2024" in row 3 is month\/day\/year; [^]*"format"/,
    );
    assert.match((await failureOf(["5.1.2024", "2024/01/05"])).errors[0]!.message, /different ways/);
  });

  it("has errors of the few cells that do not fit what many others show", async () => {
    const dates = [...many(30, (at) => `${13 + (at % 10)}/01/2024`), "01/27/2024", "5.1.2024", "soon", "05/02/2024"];
    const { errors } = await failureOf(dates);
    assert.deepEqual(
      errors.map(({ row, message }) => [row, message]),
      [
        [31, misfit("01/27/2024")],
        [32, misfit("5.1.2024")],
        [33, '"soon" is not a date: write YYYY, YYYY-MM or YYYY-MM-DD, or give the field a "format"'],
      ],
    );
    const days = await daysOf(dates, { skipInvalid: true });
    assert.deepEqual([days.length, days.at(-1)], [31, "2024-02-05"]);
  });

  it("is not decided by rows with a cell too many", async () => {
    const text = `No;Name;Amount;Date\n1;x;1;05/01/2024\n2;x;y;1;25/01/2024\n`;
    await assert.rejects(load(text, { skipInvalid: true }), /can be read in two ways/);
  });

  it("is decided by rows that have other errors", async () => {
    const days = await daysOf(["05/01/2024"].concat("25/01/2024"), { skipInvalid: true });
    const text = `No;Name;Amount;Date\n1;x;1;05/01/2024\n2;x;n/a;25/01/2024\n`;
    const { entries } = await load(text, { skipInvalid: true });
    assert.deepEqual([entries.length, entries[0]!.members[2]![0]], [1, days[0]]);
  });

  it("is read in a packed file and in one that is not UTF-8", async () => {
    const text = file(["05/01/2024", "25/01/2024"]).replaceAll(";x;", ";Stra\u00dfe;");
    for (const content of [gzipSync(text), Buffer.from(text, "latin1")]) {
      const { entries } = await load(content);
      assert.deepEqual(
        entries.map(({ members }) => [members[1]![0], members[2]![0]]),
        [
          ["Stra\u00dfe", "2024-01-05"],
          ["Stra\u00dfe", "2024-01-25"],
        ],
      );
    }
  });
});

const misfit = (cell: string): string =>
  `"${cell}" is not a date here: the column is written as day/month/year, like "13/01/2024"; write it so, or as YYYY-MM-DD`;

describe("a date attribute of a compound dimension", () => {
  const signed = { column: "Signed", datatype: "date" };
  const model = smallModel({
    contract: { type: "compound", attributes: { name: { column: "Name" }, label: { column: "Name" }, signed } },
  });
  const text = (...rows: readonly string[]): string => `No;Name;Amount;Date;Signed\n${rows.join("\n")}\n`;

  it("is read as its column shows, independently of other columns", async () => {
    const { entries } = await load(text("1;a;1;05/01/2024;05/01/2024", "2;b;1;13/01/2024;01/13/2024", "3;c;1;2024;"), {
      model,
    });
    assert.deepEqual(
      entries.map(({ members }) => [members[2]![0], members[3]![2]]),
      [
        ["2024-01-05", "2024-05-01"],
        ["2024-01-13", "2024-01-13"],
        ["2024-01-01", null],
      ],
    );
  });

  it("is refused beside other columns that are refused", async () => {
    const failed = await load(text("1;a;1;05/01/2024;05/01/2024"), { model }).catch((error: unknown) => error);
    assert.ok(failed instanceof LoadFailed);
    assert.deepEqual(
      failed.report.errors.map(({ column, attribute }) => [column, attribute]),
      [
        ["Date", "time"],
        ["Signed", "contract.signed"],
      ],
    );
  });
});

describe("validating", () => {
  it("finds the errors of a column as a load does, in a second pass, too", async () => {
    const dates = [
      ...many(20_000, (at) => `${13 + (at % 10)}/01/2024`),
      ...many(1500, () => "01/27/2024"),
      "05/01/2024",
    ];
    await withFile(file(dates), async (path) => {
      const errors: number[] = [];
      const options = { model: smallModel(), source: { kind: "file", path } as const, download: { directory: path } };
      const report = await validateSource(options, ({ row }) => errors.push(row));
      assert.deepEqual([report.numErrors, report.errors.length, errors.length], [1500, 1000, 1500]);
      assert.deepEqual([errors[0], errors.at(-1)], [20_001, 21_500]);
    });
  });
});
