import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { validateSource } from "#src/sources/ingest/load.js";
import { explainControl } from "#src/sources/ingest/totals/control.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import type { Model } from "#src/core/model/cube.js";
import { load, smallModel, withFile } from "./collect.js";

const RULE = { table: { leave_out: [{ sums: true }] } };
const JANUARY = "No,Name,Amount,Date\n1,A,10.5,2020-01-01\n2,B,20.25,2021-01-02\n3,C,3,2021-01-03\n";

describe("rows that are sums of others, at a load", () => {
  it("are left out by the rule of the model, wherever they are, and compared", async () => {
    const model = smallModel({}, RULE);
    const january = await load(`${JANUARY},Grand Total,33.75,\n`, { model });
    assert.deepEqual(names(january), ["A", "B", "C"]);
    const [control] = january.report.control;
    assert.deepEqual(explainControl(control!, "EUR"), [
      "3 rows, 1 left out, 0 without an amount",
      "amount: 33.75 EUR (2020: 10.5, 2021: 23.25)",
      'the 3 rows come to 33.75, as the grand total in line 5, "Grand Total", says',
    ]);
    const february = await load(`${JANUARY}4,D,1,2021-02-01\n5,Total Ltd,7,2021-02-01\n,Grand Total,41.75,\n`, {
      model,
    });
    assert.deepEqual(names(february), ["A", "B", "C", "D", "Total Ltd"]);
    const march = await load(`${JANUARY}4,Grand Total,99,2021-01-03\n`, { model });
    assert.equal(march.entries.length, 4);
    assert.match(
      march.report.warnings.join("\n"),
      /Line 5, "Grand Total" says 99, but the 3 rows before it come to 33\.75/,
    );
  });

  it("are compared with what is loaded, where they count a row that is left out for its date", async () => {
    const leaveOut = [{ sums: true }, { column: "Date", values: ["2021-02-30"] }];
    const model = smallModel({}, { table: { leave_out: leaveOut } });
    const { report } = await load(`${JANUARY}4,D,1.25,2021-02-30\n,Grand Total,35,\n`, { model });
    assert.deepEqual(explainControl(report.control[0]!, "EUR"), [
      "3 rows, 2 left out, 0 without an amount",
      "amount: 33.75 EUR (2020: 10.5, 2021: 23.25)",
      'the 3 rows come to 33.75, not to 35 as the grand total in line 6, "Grand Total", says: line 5, with 1.25, is left out',
    ]);
  });

  it("are left out of columns that become rows", async () => {
    const unpivot = { columns: ["2020", "2021"], heading: "Year", cell: "Amount" };
    const turned = smallModel(
      { time: { type: "date", column: "Year", datatype: "date", key: true } },
      { table: { unpivot, leave_out: [{ sums: true }] } },
    );
    const wide = await load("No,Name,2020,2021\n1,A,1,2\n2,B,10,20\n3,C,5,6\n,Всього,16,28\n", { model: turned });
    assert.equal(wide.entries.length, 6);
    assert.equal(wide.report.control[0]!.sums[0]!.total, "44");
  });

  it("are warned of where the model has no rule for them", async () => {
    const { entries, report } = await load(`${JANUARY}9,Grand Total,33.75,2021-01-03\n`);
    assert.equal(entries.length, 4);
    assert.match(
      report.warnings[0]!,
      /^Line 5, "Grand Total", is the sum of 3 other rows, 33\.75, so that amounts count twice/,
    );
    assert.match(report.warnings[0]!, /"leave_out": \[\{ "sums": true \}\]/);
  });

  it("are warned of where they are only called so, and the model has no rule for them", async () => {
    const { entries, report } = await load(`${JANUARY}9,Grand Total,99,2021-01-03\n`);
    assert.equal(entries.length, 4);
    assert.deepEqual(
      report.warnings.filter((each) => each.includes("Grand Total")),
      [
        'Line 5, "Grand Total" says 99, but the 3 rows before it come to 33.75. It is read as an entry; if it is a total, leave it out by a rule of "leave_out", and ask who wrote the file why it differs',
      ],
    );
    const refused = await withFile(`${JANUARY}9,Grand Total,99,\n`, (path) =>
      validateSource({ model: smallModel(), source: { kind: "file", path }, download: { directory: "." } }),
    );
    assert.deepEqual(refused.warnings, []);
  });

  it("are explained as totals, where their empty cells are errors", async () => {
    const report = await withFile(`${JANUARY},Grand Total,33.75,\n`, (path) =>
      validateSource({ model: smallModel(), source: { kind: "file", path }, download: { directory: "." } }),
    );
    assert.ok(report.numErrors > 0);
    for (const { message } of [...report.errors, ...report.groups.flatMap(({ first }) => first)]) {
      assert.match(message, /^line 5, "Grand Total" is the sum of 3 other rows, a total and no entry: to leave it out/);
    }
  });

  it("must be true in the model", () => {
    const parse = (sums: unknown): Model => smallModel({}, { table: { leave_out: [{ sums }] } });
    assert.throws(() => parse(1), /leave_out\[0\]\.sums: 1 must be true/);
  });
});

describe("control figures", () => {
  it("split sums by direction, and count the rows without an amount", async () => {
    const model = parseModel({
      dataset: { name: "town", label: "Town", description: "A town.", currency: "EUR" },
      mapping: {
        no: { type: "attribute", column: "No", key: true },
        kind: { type: "attribute", column: "Kind" },
        direction: {
          type: "derived",
          from: "kind",
          values: { E: "revenue", A: "expenditure" },
          role: "direction",
        },
        amount: { type: "measure", column: "Amount", datatype: "float", default_value: "0" },
        time: { type: "date", column: "Date", datatype: "date" },
      },
    }).model;
    const rows = Array.from(
      { length: 3000 },
      (_, at) => `${at},${at % 3 === 0 ? "E" : "A"},${at % 10 === 9 ? "" : `0.${1 + (at % 9)}`},2020`,
    );
    const { report } = await load(`No,Kind,Amount,Date\n${rows.join("\n")}\n`, { model });
    const [{ rows: counted, empty, sums }] = report.control as [(typeof report.control)[0]];
    const of = (test: (at: number) => boolean): string => {
      let sum = 0;
      for (let at = 0; at < 3000; at++) if (at % 10 !== 9 && test(at)) sum += 1 + (at % 9);
      return String(sum / 10);
    };
    assert.deepEqual([counted, empty], [3000, 300]);
    assert.equal(
      sums[0]!.total,
      of(() => true),
    );
    assert.deepEqual(sums[0]!.by, [
      {
        dimension: "direction",
        parts: [
          ["revenue", of((at) => at % 3 === 0)],
          ["expenditure", of((at) => at % 3 !== 0)],
        ],
      },
    ]);
  });

  it("are exact for amounts that no double holds", async () => {
    const huge = ["12345678901234567890.123", "0.0000000000000000001", "7"];
    const rows = huge.map((amount, at) => `${at},A,${amount},2020`);
    const { report } = await load(`No,Name,Amount,Date\n${rows.join("\n")}\n`);
    assert.equal(report.control[0]!.sums[0]!.total, "12345678901234567897.1230000000000000001");
  });
});

function names({
  entries,
}: {
  readonly entries: readonly { readonly members: readonly (readonly unknown[])[] }[];
}): unknown[] {
  return entries.map(({ members }) => members[1]![0]);
}
