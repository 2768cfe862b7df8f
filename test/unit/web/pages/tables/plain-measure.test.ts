import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isPlainMeasure } from "#src/web/pages/tables/plain-measure.js";

describe("the label of a measure", () => {
  it("says nothing of its own if it is an amount, also with its currency", () => {
    for (const label of ["Amount", "Betrag", "Amount (EUR)", "Betrag [€]", "Betrag in EUR", "Importe (€)", "金額"]) {
      assert.equal(isPlainMeasure(label), true, label);
    }
  });

  it("says what the amount is of otherwise", () => {
    for (const label of ["Planned amount", "Amount (net)", "Erträge (EUR)", "Total approved", "EUR"]) {
      assert.equal(isPlainMeasure(label), false, label);
    }
  });
});
