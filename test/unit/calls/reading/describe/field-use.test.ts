import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { orderByUse, useOf } from "#src/calls/reading/describe/field-use.js";

const field = (name: string, label = name) => ({ name, label });

describe("the use of a field", () => {
  it("follows from its name, in the languages of budgets", () => {
    assert.deepEqual(
      ["time", "to", "supplier", "toteuttaja", "from", "cofog1", "project", "row_id", "unit"].map((name) =>
        useOf(field(name)),
      ),
      ["date", "payee", "payee", "payee", "payer", "function", "purpose", "identifier", "other"],
    );
  });

  it("follows from its label if the name says nothing", () => {
    assert.equal(useOf(field("column_7", "Beneficiary Name")), "payee");
    assert.equal(useOf(field("column_7", "Zweck")), "purpose");
    assert.equal(useOf(field("region", "Supplier")), "payee");
  });

  it("takes whole words only", () => {
    assert.equal(useOf(field("town", "Town")), "other");
    assert.equal(useOf(field("notice", "Notice")), "other");
  });

  it("orders date, payee and purpose first and identifiers last, otherwise as before", () => {
    const fields = ["row_id", "region", "kind", "purpose", "to", "time"].map((name) => field(name));
    assert.deepEqual(
      orderByUse(fields).map(({ name }) => name),
      ["time", "to", "purpose", "region", "kind", "row_id"],
    );
  });
});
