import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Meaning } from "#src/core/model/cube.js";
import { rowModel } from "#src/core/model/row-model.js";
import { explainDifference } from "#src/core/model/edit/difference.js";
import { testErrors } from "./error-table.js";
import { changed, dimension, errorsOf, modelOf } from "./sample-model.js";

/** Meaning of a dimension with more keys. */
function meaningWith(keys: object): Meaning | undefined {
  return dimension(modelOf(changed((m) => Object.assign(m.mapping.to, keys))), "to").meaning;
}

describe("the meaning of a dimension", () => {
  it("is nothing without a key that says so", () => {
    for (const keys of [{}, { role: null }, { role: " " }, { additive: true }, { order: [] }, { default: "" }]) {
      assert.equal(meaningWith(keys), undefined, JSON.stringify(keys));
    }
  });

  it("is not additive for directions and phases, unless the model says so, nor where the model says so", () => {
    const additive = (keys: object) => meaningWith(keys)?.additive;
    assert.deepEqual(
      ["direction", "phase", "geography", "document"].map((role) => additive({ role })),
      [false, false, true, true],
    );
    assert.equal(additive({ role: "phase", additive: true }), true);
    assert.equal(additive({ role: "phase", additive: null }), false);
    assert.equal(additive({ additive: false }), false);
  });

  it("has the order and the default, without white space around them", () => {
    const order = [" approved", "executed ", null];
    assert.deepEqual(meaningWith({ role: "phase", order, default: " executed " }), {
      role: "phase",
      order: ["approved", "executed"],
      additive: false,
      default: "executed",
    });
    assert.equal(meaningWith({ default: 2010 })!.default, "2010");
  });

  it("is read of each kind of dimension", () => {
    const model = modelOf(
      changed((m) => {
        m.mapping.kind = { type: "derived", from: "to", prefix: 1 };
        for (const name of ["time", "number", "to", "kind"]) m.mapping[name].role = "document";
      }),
    );
    assert.deepEqual(
      model.dimensions.map(({ meaning }) => meaning?.role),
      ["document", "document", "document", "document"],
    );
  });

  it("changes no rows", () => {
    const [before, after] = [{}, { role: "phase" }].map((keys) =>
      modelOf(changed((m) => Object.assign(m.mapping.to, keys))),
    );
    assert.deepEqual(explainDifference(before!, after!), []);
    assert.equal(rowModel(after!), after);
  });
});

describe("the phase of a measure", () => {
  it("is its text, or nothing", () => {
    const phaseOf = (phase: unknown) => modelOf(changed((m) => (m.mapping.amount.phase = phase))).measures[0]!.phase;
    assert.deepEqual([" executed", "", null].map(phaseOf), ["executed", undefined, undefined]);
  });
});

testErrors([
  [
    "an unknown role",
    (m) => (m.mapping.to.role = "area"),
    /^mapping\.to\.role: "area" is not a role; write "direction", "phase", "currency", "geography" or "document"$/,
  ],
  ["a misspelt role", (m) => (m.mapping.to.role = "phases"), /^mapping\.to\.role: .*; did you mean "phase"\?$/],
  [
    "an order that is not a list",
    (m) => (m.mapping.to.order = "executed"),
    /^mapping\.to\.order: "executed" must be a list of texts/,
  ],
  [
    "an empty member in an order",
    (m) => (m.mapping.to.order = ["a", " "]),
    /^mapping\.to\.order\[1\]: is empty; write the name of a member$/,
  ],
  [
    "a member twice in an order",
    (m) => (m.mapping.to.order = ["a", " a"]),
    /^mapping\.to\.order\[1\]: "a" appears twice; write it once$/,
  ],
  [
    "a default outside of the order",
    (m) => Object.assign(m.mapping.to, { order: ["approved", "executed"], default: "exected" }),
    /^mapping\.to\.default: "exected" is not in the order; did you mean "executed"\?$/,
  ],
  [
    "an additive that is not a flag",
    (m) => (m.mapping.to.additive = "no"),
    /^mapping\.to\.additive: "no" must be true/,
  ],
  ["a phase that is not a text", (m) => (m.mapping.amount.phase = 1), /^mapping\.amount\.phase: 1 must be a text/],
]);

describe("a meaning with several faults", () => {
  it("has every one reported, also of derived dimensions", () => {
    const wrong = { role: "area", order: ["a", "a"], additive: 0, default: "b" };
    const errors = errorsOf(
      changed((m) => {
        Object.assign(m.mapping.time, wrong);
        m.mapping.kind = { type: "derived", from: "nobody", prefix: 1, ...wrong };
      }),
    );
    const places = ["role", "order[1]", "additive", "default"];
    assert.deepEqual(
      errors.map((error) => error.split(": ", 1)[0]),
      [
        ...places.map((key) => `mapping.time.${key}`),
        "mapping.kind.from",
        ...places.map((key) => `mapping.kind.${key}`),
      ],
    );
  });
});
