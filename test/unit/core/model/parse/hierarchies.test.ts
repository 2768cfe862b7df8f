import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { explainDifference } from "#src/core/model/edit/difference.js";
import { testErrors } from "./error-table.js";
import { changed, errorsOf, type Json, modelOf } from "./sample-model.js";

const hierarchiesOf = (hierarchies: unknown) => modelOf(changed((m) => (m.hierarchies = hierarchies))).hierarchies;

describe("the hierarchies of a model", () => {
  it("are none if the model has none", () => {
    for (const none of [undefined, null, {}, { a: null }]) assert.deepEqual(hierarchiesOf(none), []);
  });

  it("have their key as label unless they say otherwise", () => {
    const levels = ["to", "number"];
    assert.deepEqual(
      hierarchiesOf({ who: { levels }, "what for": { label: " What for ", levels } }).map(({ label }) => label),
      ["who", "What for"],
    );
  });

  it("have dimensions, attributes, dates and derived dimensions as levels", () => {
    const { hierarchies } = modelOf(
      changed((m) => {
        m.mapping.kind = { type: "derived", from: "to", prefix: 1 };
        m.hierarchies = { all: { levels: ["year", " time.yearmonth", "time", "kind", "to.label", "to"] } };
      }),
    );
    assert.deepEqual(hierarchies[0]!.levels, [
      { reference: "year", dimension: "time", attribute: "year" },
      { reference: "time.yearmonth", dimension: "time", attribute: "yearmonth" },
      { reference: "time", dimension: "time", attribute: null },
      { reference: "kind", dimension: "kind", attribute: null },
      { reference: "to.label", dimension: "to", attribute: "label" },
      { reference: "to", dimension: "to", attribute: null },
    ]);
  });

  it("touch no rows", () => {
    const [before, after] = [null, { a: { levels: ["to", "number"] } }].map((hierarchies) =>
      modelOf(changed((m) => (m.hierarchies = hierarchies))),
    );
    assert.deepEqual(explainDifference(before!, after!), []);
  });
});

const levels =
  (...each: unknown[]) =>
  (m: Json) =>
    (m.hierarchies = { a: { levels: each } });

testErrors([
  ["hierarchies that are a list", (m) => (m.hierarchies = []), /^hierarchies: a list must be an object, \{ … \}$/],
  ["a hierarchy that is a list", (m) => (m.hierarchies = { a: [] }), /^hierarchies\.a: a list must be an object/],
  [
    "a label that is not a text",
    (m) => (m.hierarchies = { a: { label: 1, levels: ["to", "number"] } }),
    /^hierarchies\.a\.label: 1 must be a text/,
  ],
  [
    "a hierarchy without levels",
    (m) => (m.hierarchies = { a: {} }),
    /^hierarchies\.a\.levels: is missing; write dimensions from the top/,
  ],
  [
    "levels that are no list",
    (m) => (m.hierarchies = { a: { levels: "to" } }),
    /^hierarchies\.a\.levels: "to" must be a list of texts; write \["to"\]$/,
  ],
  [
    "an empty list of levels",
    levels(),
    /^hierarchies\.a\.levels: has no levels; a hierarchy has two or more, from the top$/,
  ],
  ["a single level", levels("to"), /^hierarchies\.a\.levels: has 1 level; a hierarchy has two or more/],
  [
    "a level that is not a text",
    levels("to", 1, "number"),
    /^hierarchies\.a\.levels\[1\]: 1 must be a text in quotes$/,
  ],
  [
    "a misspelt level",
    levels("too", "number"),
    /^hierarchies\.a\.levels\[0\]: "too" is not a dimension or attribute; did you mean "to"\?$/,
  ],
  [
    "an attribute that a dimension lacks",
    levels("to", "to.labell"),
    /^hierarchies\.a\.levels\[1\]: .* did you mean "to\.label"/,
  ],
  [
    "a measure as a level",
    levels("to", "amount"),
    /^hierarchies\.a\.levels\[1\]: "amount" is not a dimension or attribute; write/,
  ],
  [
    "a level twice",
    levels("to", "number", "to"),
    /^hierarchies\.a\.levels\[2\]: "to" appears twice; write each level once$/,
  ],
  [
    "a level under another reference",
    levels("year", "to", "time.year"),
    /^hierarchies\.a\.levels\[2\]: "time\.year" is the level "year" again; write/,
  ],
  [
    "a field with errors of its own, but not the level that it is,",
    (m) => {
      m.mapping.number.column = 3;
      m.hierarchies = { a: { levels: ["to", "number"] } };
    },
    /^mapping\.number\.column: /,
  ],
]);

describe("hierarchies with several faults", () => {
  it("have every one reported", () => {
    const errors = errorsOf(
      changed((m) => (m.hierarchies = { a: { label: 1, levels: ["tow", "too", 3] }, b: 1, c: { levels: ["to"] } })),
    );
    assert.deepEqual(
      errors.map((error) => error.split(": ", 1)[0]),
      [
        "hierarchies.a.label",
        "hierarchies.a.levels[2]",
        "hierarchies.a.levels[0]",
        "hierarchies.a.levels[1]",
        "hierarchies.b",
        "hierarchies.c.levels",
      ],
    );
  });
});
