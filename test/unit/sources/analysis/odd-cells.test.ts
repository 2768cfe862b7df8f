import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { propose } from "#src/sources/analysis/propose.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { parseTableRules } from "#src/core/model/parse/table-rules.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { load } from "../ingest/collect.js";
import { analyse } from "./table.js";

describe("cells that are not as the others of their column", () => {
  for (const [marks, removed] of [
    [["", "*", "", ""], ["*"]],
    [["*"], ["*"]],
    [
      ["", " (r)", "", " (p)"],
      ["(r)", "(p)"],
    ],
    [
      ["", " (1)", "¹"],
      ["(1)", "¹"],
    ],
    [
      ["[a]", "", "†"],
      ["[a]", "†"],
    ],
  ] as const) {
    it(`removes the marks of notes behind amounts: ${removed.join(" and ")}`, async () => {
      const rows = Array.from({ length: 24 }, (_, at) => {
        const day = `2021-${String((at % 12) + 1).padStart(2, "0")}-15`;
        return `${day};Payee ${at % 3};${at * 111}.${10 + at}${marks[at % marks.length]}`;
      });
      const text = ["Date;Payee;Amount (EUR)", ...rows, ""].join("\n");
      const first = await analyse(text);
      const [marked, ...others] = first.repairs!;
      assert.deepEqual([marked!.kind, marked!.table, others], ["units", { units: removed }, []]);
      const { model } = propose(await analyse(text, {}, { units: removed }), "payments.csv", false);
      assert.equal((model.dataset as { currency?: string }).currency, "EUR");
      const { report, entries } = await load(text, { model: parseModel(model).model });
      const sum = entries.reduce((before, { amounts }) => before + Number(decimalText(amounts[0]!)), 0);
      assert.deepEqual([report.numErrors, sum.toFixed(2)], [0, (276 * 111 + 24 * 0.1 + 2.76).toFixed(2)]);
    });
  }

  it("takes no sign of debit or credit for the mark of a note", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `2021-03-${at + 10};Payee ${at % 3};${at}.50 (${"dc"[at % 2]})`);
    const { repairs } = await analyse(["Date;Payee;Amount", ...rows, ""].join("\n"));
    assert.deepEqual(repairs, []);
    assert.throws(() => parseTableRules({ units: ["(d)"] }), /units\[0\]: "\(d\)" is not known/);
  });

  it("keeps a row with extra cells as an error, though its amount is empty or read as empty", async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `${at};2021-03-${at + 10};Payee ${at % 3};${at}.50`);
    for (const [shifted, filled] of [
      ["3;;2021-03-13;Payee 0;3.50", "Payee 0"],
      ["3;2021-03-13;Payee 0;;3.50", ""],
    ] as const) {
      const text = ["Number;Date;Payee;Amount", ...rows.with(3, shifted).with(7, "7;2021-03-17;Payee 1;"), ""].join(
        "\n",
      );
      const empty = filled === "" ? [] : [filled];
      const table = { empty, leave_out: [{ column: "Amount", values: ["", ...empty] }] };
      const { model } = propose(await analyse(text, {}, table), "payments.csv", false);
      const { report, entries } = await load(text, { model: parseModel(model).model, skipInvalid: true });
      assert.deepEqual(
        report.errors.map(({ row, message }) => [row, message]),
        [
          [
            4,
            "The row has 5 cells, but the header has 4; put cells that contain the delimiter in quotes, or remove the extra cells",
          ],
        ],
      );
      assert.equal(entries.length, 10);
    }
  });
});
