import assert from "node:assert/strict";
import { it } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { planRow, isBlankRow } from "#src/sources/ingest/cast/cast-row.js";
import { WrittenNames } from "#src/sources/ingest/cast/written-names.js";
import { bindColumns } from "#src/sources/ingest/csv/columns.js";
import { LoadFailed } from "#src/sources/ingest/report.js";
import { readErrorCode } from "#src/core/errors/error-text.js";
import type { Model } from "#src/core/model/cube.js";
import { planEntryId } from "#src/core/model/entry-id.js";
import { PLAIN_LAYOUT } from "#src/core/model/layout.js";
import { randomRuns } from "../../../../full.js";
import { load, smallModel } from "../collect.js";

const plain = {
  number: { type: "attribute", column: "A", key: true, default_value: "none" },
  name: { type: "attribute", column: "B", default_value: "" },
  amount: { type: "measure", column: "C", datatype: "float" },
  share: { type: "measure", column: "D", datatype: "float", default_value: "0" },
  time: { type: "date", column: "E", datatype: "date" },
  both: { type: "compound", key: true, attributes: { name: { column: "B" }, label: { column: "A" } } },
  three: {
    type: "compound",
    attributes: {
      name: { column: "A", datatype: "id" },
      label: { column: "E" },
      size: { column: "C", datatype: "float" },
    },
  },
};
const joined = {
  ...plain,
  number: { type: "attribute", column: "(A + B)", key: true, default_value: "none" },
  row: { type: "attribute", column: "(row number)", key: true },
  pair: {
    type: "compound",
    attributes: { name: { column: "(E + A)", datatype: "id", default_value: "?" }, label: { column: "B" } },
  },
};
const rules = {
  leave_out: [
    { column: "A", begins: ["t1", "a"] },
    { column: "B", values: ["b", ""] },
    { column: "E", values: [""] },
    { filled: 1 },
  ],
  empty: ["x", "ä", "b"],
  units: ["GBP"],
};
const turned = { columns: { C: "2012", D: "2013" }, heading: "Year", cell: "Value" };
const pivoted = {
  number: { type: "attribute", column: "(A + Year)", key: true, default_value: "none" },
  name: { type: "attribute", column: "B", key: true, default_value: "" },
  year: { type: "date", column: "Year", datatype: "date" },
  time: { type: "date", column: "E", datatype: "date", default_value: "2011" },
  amount: { type: "measure", column: "Value", datatype: "float" },
};
/** Columns of two measures, one of them without a cell for one of the rows. */
const grouped = {
  columns: {
    B: { Year: "2012", Phase: "plan" },
    C: { Year: "2012", Phase: "actual" },
    D: { Year: "2012", Phase: "plan" },
  },
  cell: { Value: ["C", "D"], Other: ["B"] },
};
const inGroups = {
  number: { type: "attribute", column: "(A + Phase)", key: true, default_value: "none" },
  phase: { type: "attribute", column: "Phase", key: true },
  name: { type: "attribute", column: "Other", default_value: "" },
  year: { type: "date", column: "Year", datatype: "date" },
  time: { type: "date", column: "E", datatype: "date", default_value: "2011" },
  amount: { type: "measure", column: "Value", datatype: "float" },
};
const layout = {
  ...PLAIN_LAYOUT,
  missing: ["a", "x", "1"],
  columns: [
    { name: "Kind", kind: "constant", value: "a" },
    { name: "Level", kind: "level", column: "A", level: 1, undotted: "digits" },
    { name: "Day", kind: "date", parts: ["E"] },
    { name: "Row", kind: "row" },
    { name: "Value", kind: "column", column: "D" },
  ],
  factors: { C: "0.5" },
} as const;
const packaged = {
  ...plain,
  share: { type: "measure", column: "Value", datatype: "float", default_value: "3" },
  time: { type: "date", column: "Day", datatype: "date", default_value: "2010" },
  row: { type: "attribute", column: "Row", key: true },
  kind: {
    type: "compound",
    attributes: { name: { column: "Level", default_value: "" }, label: { column: "Kind", default_value: "none" } },
  },
};

const MODELS: Readonly<Record<string, Model>> = {
  "a plain file": smallModel(plain),
  "joined columns and row numbers": smallModel(joined),
  "rows that are left out, and cells that are cleaned": smallModel(plain, { table: rules }),
  "numbers with texts for an empty cell that are numbers": smallModel(plain, { table: { empty: ["1", "0"] } }),
  "amounts in thousands": smallModel(plain, { table: { scale: { D: 1000 }, serial_dates: true } }),
  "columns that become rows": smallModel(pivoted, { table: { ...rules, unpivot: turned } }),
  "columns of several measures that become rows": smallModel(inGroups, { table: { empty: ["x"], unpivot: grouped } }),
  "the layout of a package": { ...smallModel(packaged), layout },
};

const text = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "a",
    "b",
    "ä",
    "1",
    "\u00a0",
    "a b",
    '"q"',
    "x,y",
    "line\nfeed",
    "c".repeat(300),
    "e\u0301",
    "\u00e9",
    "x e\u0301 y",
  ),
  fc.nat(30).map((n) => `t${n}`),
);
const amount = fc.oneof(
  fc.constantFrom(
    "1",
    "-2.50",
    "0",
    "1,234.5",
    "(12)",
    "£3",
    "2 GBP",
    "1e3",
    "x",
    "",
    "99999999999999999999.25",
    "1.0000",
  ),
  fc.nat(50).map((n) => `${n}.${n % 10}`),
);
const date = fc.constantFrom("2012", "2012-05", "2013-01-31", "2013-02-31", "");
const record = fc.tuple(text, text, amount, amount, date);
/** Cells as in a record, but some are missing, or too many. */
const odd = fc.tuple(record, fc.nat(7)).map(([cells, length]) => [...cells, "y", "z"].slice(0, length));

const HEADER = ["A", "B", "C", "D", "E"];
const quoted = (cell: string): string => (/[",\n]|^$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

for (const [name, model] of Object.entries(MODELS)) {
  it(`gives the same entries and errors as casting each row alone, with repeating and other cells: ${name}`, () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: odd }), { maxLength: 40 }),
        fc.oneof({ weight: 19, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(400) }),
        async (rows, unique) => {
          // Columns whose values hardly repeat get no codes: these make them so.
          const single = Array.from({ length: unique * 15 }, (_, at) => [
            `u${at}`,
            `e\u0301 v${at}`,
            `${at}.5`,
            "1",
            "2012",
          ]);
          const all: readonly (readonly string[])[] = [...single, ...rows, ...rows];
          const csv = [HEADER, ...all].map((cells) => `${cells.map(quoted).join(",")}\n`).join("");
          const expected = castEach(model, parse(csv, { relax_column_count: true, from: 2 }));
          const { entries, report } = await load(csv, { model, skipInvalid: true });
          // A short row below a blank one may look like the header of another table, which is refused as such.
          if (report.errors.some(({ message }) => message.startsWith("Another table begins here"))) return;
          const asJson = (each: object): unknown => JSON.parse(JSON.stringify(each, bigText));
          assert.deepEqual(entries.map(asJson), [...expected.entries.values()].map(asJson));
          // Rows that come to others by chance are called totals instead.
          const isTotal = report.errors.map(({ message }) =>
            /^row_is_(?:a|of)_sums?$/.test(readErrorCode(message)?.code ?? ""),
          );
          assert.deepEqual(
            report.errors.map(({ row, column, message }, at) => [row, column, isTotal[at] ? null : message]),
            expected.errors.slice(0, 1000).map((error, at) => (isTotal[at] ? [...error.slice(0, 2), null] : error)),
          );
          const { numErrors, rowsRead, rowsBlank } = report;
          const { errors, ...counts } = expected;
          assert.deepEqual(
            { numErrors, rowsRead, rowsBlank },
            { numErrors: errors.length, rowsRead: counts.rowsRead, rowsBlank: counts.rowsBlank },
          );
          if (errors.length > 0) await assert.rejects(load(csv, { model }), hasWritten(expected.writtenBefore));
        },
      ),
      { numRuns: randomRuns(3, 8), includeErrorInReport: true },
    ));
}

/** Cast each row alone. */
function castEach(model: Model, records: readonly string[][]) {
  const columns = bindColumns(model, { cells: HEADER });
  const names = new WrittenNames();
  const cast = planRow(model, columns, undefined, undefined, names);
  const idOf = planEntryId(model);
  const entries = new Map<string, object>();
  const errors: unknown[][] = [];
  let [rowsRead, rowsBlank, written, writtenBefore] = [0, 0, 0, 0];
  for (const [at, record] of records.entries()) {
    const isLeftOut = (columns.tidy?.ruleFor(record) ?? -1) >= 0;
    for (const cells of isLeftOut ? [[]] : (columns.tidy?.rowsOf(record) ?? [record])) {
      rowsRead++;
      if (isBlankRow(cells)) {
        rowsBlank++;
        continue;
      }
      const outcome = cast(cells, at + 1);
      if ("length" in outcome) {
        if (errors.length === 0) writtenBefore = written;
        errors.push(...outcome.map(({ row, column, message }) => [row, column, message]));
        continue;
      }
      const members = outcome.members.map((member, at) => {
        const name = names.nameOf(member);
        return name === null ? member : member.with(model.dimensions[at]!.identity.index, name);
      });
      const id = idOf({ ...outcome, members });
      entries.set(id, { ...outcome, id });
      written++;
    }
  }
  return { entries, errors, rowsRead, rowsBlank, writtenBefore };
}

/** Check that a load has failed, and has written only the rows before the first bad one. */
function hasWritten(rows: number): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof LoadFailed);
    const { entriesCreated, entriesUpdated, rowsRepeated } = error.report;
    assert.equal(entriesCreated + entriesUpdated + rowsRepeated, rows);
    return true;
  };
}

/** Write amounts as text, and those of equal value alike. */
function bigText(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}`;
  return value;
}
