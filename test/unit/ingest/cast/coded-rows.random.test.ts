import assert from "node:assert/strict";
import { it } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { planRow, isBlankRow } from "#src/ingest/cast/cast-row.js";
import { mappedColumns } from "#src/ingest/csv/columns.js";
import { planEntryId } from "#src/model/entry-id.js";
import { randomRuns } from "../../../full.js";
import { load, smallModel } from "../collect.js";

const model = smallModel({
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
});

const text = fc.oneof(
  fc.constantFrom("", " ", "a", "b", "ä", "1", "\u00a0", "a b", '"q"', "x,y", "line\nfeed", "c".repeat(300)),
  fc.nat(30).map((n) => `t${n}`),
);
const amount = fc.oneof(
  fc.constantFrom("1", "-2.50", "0", "1,234.5", "(12)", "£3", "1e3", "x", "", "99999999999999999999.25", "1.000"),
  fc.nat(50).map((n) => `${n}.${n % 10}`),
);
const date = fc.constantFrom("2012", "2012-05", "2013-01-31", "2013-02-31", "");
const record = fc.tuple(text, text, amount, amount, date);
/** Cells as in a record, but some are missing, or too many. */
const odd = fc.tuple(record, fc.nat(7)).map(([cells, length]) => [...cells, "y", "z"].slice(0, length));

const HEADER = ["A", "B", "C", "D", "E"];
const quoted = (cell: string): string => (/[",\n]|^$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

it("gives the same entries and errors as casting each row alone, with repeating and other cells", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 9, arbitrary: record }, { weight: 1, arbitrary: odd }), { maxLength: 40 }),
      fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(400) }),
      async (rows, unique) => {
        // Columns whose values hardly repeat get no codes: these make them so.
        const single = Array.from({ length: unique * 15 }, (_, at) => [`u${at}`, `v${at}`, `${at}.5`, "1", "2012"]);
        const all: readonly (readonly string[])[] = [...single, ...rows, ...rows];
        const csv = [HEADER, ...all].map((cells) => `${cells.map(quoted).join(",")}\n`).join("");
        const header = [...mappedColumns(model)].toSorted();
        assert.deepEqual(header, HEADER);
        const positions = new Map(header.map((column, at) => [column, at]));
        const cast = planRow(model, { positions, header, make: null, tidy: null });
        const idOf = planEntryId(model);
        const expected = new Map<string, object>();
        const errors: unknown[] = [];
        const records: string[][] = parse(csv, { relax_column_count: true, from: 2 });
        for (const [at, cells] of records.entries()) {
          if (isBlankRow(cells)) continue;
          const outcome = cast(cells, at + 1);
          if ("length" in outcome) errors.push(...outcome.map(({ row, column, message }) => [row, column, message]));
          else expected.set(idOf(outcome), { ...outcome, id: idOf(outcome) });
        }
        const { entries, report } = await load(csv, { model, skipInvalid: true });
        const plain = (each: object): unknown => JSON.parse(JSON.stringify(each, bigText));
        assert.deepEqual(entries.map(plain), [...expected.values()].map(plain));
        assert.deepEqual(
          report.errors.map(({ row, column, message }) => [row, column, message]),
          errors.slice(0, 1000),
        );
        assert.equal(report.numErrors, errors.length);
      },
    ),
    { numRuns: randomRuns(150, 2000), includeErrorInReport: true },
  ));

/** Write amounts as text, and those of equal value alike. */
function bigText(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}`;
  return value;
}
