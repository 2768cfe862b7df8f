import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeDimension } from "#src/calls/reading/describe/describe-dimension.js";
import { fieldsByUse, orderFields } from "#src/web/pages/entries/choose-fields.js";
import { spendingModel } from "../../../../fixtures.js";

const text = (label: string) => ({ type: "attribute", label, column: label, datatype: "string" });
const compound = (label: string) => ({
  type: "compound",
  label,
  attributes: { name: { column: label, datatype: "id" }, label: { column: label, datatype: "string" } },
});

const model = spendingModel({
  row_id: text("Row"),
  unit: compound("Unit"),
  subject: text("Subject"),
  to: compound("To"),
});
const dimensions = model.dimensions.map((each) => describeDimension(model, each, ""));
const [amount, planned] = model.measures;

describe("the columns of entries", () => {
  it("are date, payee, purpose and amount, then the rest", () => {
    assert.deepEqual(fieldsByUse(dimensions, [amount!]), ["time", "to", "subject", "amount", "cofog1", "region"]);
  });

  it("leave out what all entries share, and fewer dimensions fit beside more amounts", () => {
    assert.deepEqual(fieldsByUse(dimensions, [amount!, planned!], "to"), [
      "time",
      "subject",
      "amount",
      "planned",
      "cofog1",
      "region",
    ]);
  });

  it("have the amount second without payee and purpose, and identifiers only for lack of others", () => {
    const only = (...names: string[]) => dimensions.filter(({ name }) => names.includes(name));
    assert.deepEqual(fieldsByUse(only("time", "unit", "region", "row_id"), [amount!]), [
      "time",
      "region",
      "amount",
      "unit",
    ]);
    assert.deepEqual(fieldsByUse(only("time", "row_id"), [amount!]), ["time", "row_id", "amount"]);
  });

  it("are those that were chosen, in the same order", () => {
    assert.deepEqual(orderFields(["row_id", "amount", "to"], dimensions, [amount!, planned!]), [
      "to",
      "amount",
      "row_id",
    ]);
  });
});
