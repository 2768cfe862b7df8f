import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseModel } from "#src/core/model/parse/parse.js";
import { propose } from "#src/sources/analysis/propose.js";
import { load } from "../ingest/collect.js";
import { analyse } from "./table.js";

describe("a rule that leaves out rows without an amount", () => {
  it("keeps a row in which a delimiter is missing as an error, and leaves out those that only end early", async () => {
    const rows = Array.from(
      { length: 12 },
      (_, at) => `${at + 1};2021-03-${at + 10};Payee ${at % 3};A${at % 2};${at}.50`,
    );
    const early = rows.with(7, "8;2021-03-17;Payee 1;A1").with(8, "9;2021-03-18;Payee 1");
    const table = { leave_out: [{ column: "Amount", values: [""] }] };
    const textOf = (lines: readonly string[]): string => ["Number;Date;Payee;Code;Amount", ...lines, ""].join("\n");
    const { model } = propose(await analyse(textOf(early), {}, table), "payments.csv", false);
    const parsed = parseModel(model).model;
    const { report, entries } = await load(textOf(early), { model: parsed });
    assert.deepEqual([report.numErrors, entries.length], [0, 10]);
    for (const short of [
      "4 2021-03-13;Payee 0;A1;3.50",
      "4;2021-03-13 Payee 0;A1;3.50",
      "4;2021-03-13 Payee 0;A1;3",
      "4;2021-03-13;Payee 0 A1;3.50",
      "4;2021-03-13;Payee 0;A1 3.50",
    ]) {
      const lines = early.with(3, short);
      const loaded = await load(textOf(lines), { model: parsed, skipInvalid: true });
      assert.deepEqual([...new Set(loaded.report.errors.map(({ row }) => row))], [4], short);
      assert.equal(loaded.entries.length, 9);
    }
  });
});
