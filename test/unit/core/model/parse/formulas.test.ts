import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { testErrors } from "./error-table.js";
import { changed, type Json, modelOf } from "./sample-model.js";

describe("the formulas of a model", () => {
  it("are none if the model has none", () => assert.deepEqual(modelOf(changed(() => {})).formulas, []));

  it("have their name as label, and no format unless they say so", () => {
    const { formulas } = modelOf(
      changed(
        (m) => (m.formulas = { a: { term: " amount / num_entries " }, b: { term: "to.label.count", label: "B" } }),
      ),
    );
    assert.deepEqual(formulas, [
      { name: "a", term: "amount / num_entries", label: "a", format: null },
      { name: "b", term: "to.label.count", label: "B", format: null },
    ]);
  });
});

const formula =
  (keys: Json, name = "rate") =>
  (m: Json) =>
    (m.formulas = { [name]: { term: "amount.avg", ...keys } });

testErrors([
  ["a list of formulas", (m) => (m.formulas = ["x"]), /^formulas: a list must be an object/],
  ["a formula that is only a term", (m) => (m.formulas = { rate: "a/b" }), /^formulas\.rate: "a\/b" must be an object/],
  ["a formula named like a field", formula({}, "to"), /^formulas\.to: "to" is a field; write another name$/],
  ["a formula with a reserved name", formula({}, "num_entries"), /^formulas\.num_entries: "num_entries" is reserved/],
  ["a formula with a name that is a term", formula({}, "a.b"), /^formulas\.a\.b: "a\.b" is not a valid name/],
  ["a formula without a term", formula({ term: "" }), /^formulas\.rate\.term: is missing; write a term/],
  [
    "a formula of an unknown measure",
    formula({ term: "amuont.avg" }),
    /"amuont\.avg" is not a measure; did you mean "amount"\?$/,
  ],
  [
    "a formula of a dimension",
    formula({ term: "to" }),
    /^formulas\.rate\.term: "to" is not a measure; measures are: amount$/,
  ],
  [
    "a formula with an unknown function",
    formula({ term: "amount.mean" }),
    /"amount\.mean": functions of a measure are sum, avg/,
  ],
  ["a formula with two slashes", formula({ term: "amount/amount/amount" }), /has 2 slashes; a ratio has one$/],
  [
    "a formula in another format",
    formula({ format: "share" }),
    /^formulas\.rate\.format: "share" is not a format; write/,
  ],
]);
