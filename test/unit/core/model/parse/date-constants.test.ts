import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { InvalidModel } from "#src/core/errors/errors.js";
import { explainDifference } from "#src/core/model/edit/difference.js";
import { parseModel } from "#src/core/model/parse/parse.js";

function modelWith(mapping: Record<string, unknown>) {
  const amount = { type: "measure", column: "Paid", key: true };
  return parseModel({ dataset: { name: "town", label: "Town" }, mapping: { amount, ...mapping } }).model;
}

const timeOf = (constant: unknown, rest = {}) => ({ time: { type: "date", constant, ...rest } });

describe("the constant of a date dimension", () => {
  it("is the date of all rows of a file", () => {
    assert.deepEqual(modelWith(timeOf("2014-03")).layout?.columns, [
      { name: "(date of the file)", kind: "constant", value: "2014-03" },
    ]);
    assert.equal(modelWith(timeOf(2014)).layout?.columns.length, 1);
    assert.equal(modelWith(timeOf("31.12.2014", { format: "%d.%m.%Y" })).layout?.columns.length, 1);
  });

  it("does not count beside a column", () => {
    assert.equal(modelWith(timeOf("2014", { column: "Date" })).layout, null);
  });

  it("must be a date", () => {
    for (const constant of ["later", "", "2014-13", "05/01/2014"]) {
      assert.throws(
        () => modelWith(timeOf(constant)),
        (error) =>
          error instanceof InvalidModel &&
          error.errors.some((each) => /^mapping\.time\.constant: .*(date|read in two ways|format)/.test(each)),
        constant,
      );
    }
    assert.throws(() => modelWith(timeOf([])), /mapping\.time\.constant: a list must be a text in quotes/);
  });

  it("belongs to the file: models that differ in it alone have the same mapping", () => {
    assert.deepEqual(explainDifference(modelWith(timeOf("2014")), modelWith(timeOf("2015"))), []);
  });

  it("is one for each dimension", () => {
    const until = { type: "date", constant: "2015-06-30" };
    assert.deepEqual(
      modelWith({ ...timeOf("2014"), until }).layout?.columns.map((column) => "value" in column && column.value),
      ["2014", "2015-06-30"],
    );
  });
});
