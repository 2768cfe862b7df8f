import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { testErrors } from "./error-table.js";
import { changed, errorsOf, type Json, modelOf } from "./sample-model.js";

const notesOf = (...notes: unknown[]) => modelOf(changed((m) => (m.notes = notes))).notes;

describe("the notes of a model", () => {
  it("are none if the model has none", () => {
    assert.deepEqual(notesOf(), []);
    assert.deepEqual(modelOf(changed(() => {})).notes, []);
  });

  it("have their place as id, and the kind note unless they say otherwise", () => {
    const on = "to:a";
    assert.deepEqual(
      notesOf(null, { on, text: " A. " }, { on, kind: "break", text: "B." }).map(({ id, kind, text }) => [
        id,
        kind,
        text,
      ]),
      [
        [1, "note", "A."],
        [2, "break", "B."],
      ],
    );
  });

  it("are on values, of which those of one attribute are united", () => {
    const [note] = notesOf({ on: 'year:2010|to:"a|b"|time.year:2009|to.label: x|year:2010|number:7', text: "x" });
    assert.deepEqual(note!.on, [
      { dimension: "time", attribute: "year", values: ["2010", "2009"] },
      { dimension: "to", attribute: "name", values: ["a|b"] },
      { dimension: "to", attribute: "label", values: [" x"] },
      { dimension: "number", attribute: "number", values: ["7"] },
    ]);
  });

  it("are on dates and parts of dates as cuts read them", () => {
    const onOf = (on: string) => notesOf({ on, text: "x" })[0]!.on.map(({ attribute, values }) => [attribute, values]);
    assert.deepEqual(onOf("year:2010.0|time.month:3|time.quarter:01"), [
      ["year", ["2010"]],
      ["month", ["03"]],
      ["quarter", ["1"]],
    ]);
    assert.deepEqual(onOf("time:31.12.2009|time:2010-01-01"), [["name", ["2009-12-31", "2010-01-01"]]]);
    assert.deepEqual(onOf("time:2009|time:2010"), [["year", ["2009", "2010"]]]);
    assert.deepEqual(onOf("time:2010-03"), [["yearmonth", ["201003"]]]);
    assert.deepEqual(onOf("month:2010"), [["year", ["2010"]]]);
    assert.deepEqual(onOf("time:2009|year:2010"), [
      ["year", ["2009"]],
      ["year", ["2010"]],
    ]);
  });

  it("are on numbers where an attribute has numbers, and on derived dimensions", () => {
    const { notes } = modelOf(
      changed((m) => {
        m.mapping.rate = { type: "attribute", datatype: "float", column: "Rate" };
        m.mapping.kind = { type: "derived", from: "to", prefix: 1 };
        m.notes = [{ on: "rate:1.50|kind:a", text: "x" }];
      }),
    );
    assert.deepEqual(notes[0]!.on, [
      { dimension: "rate", attribute: "rate", values: [1.5] },
      { dimension: "kind", attribute: "kind", values: ["a"] },
    ]);
  });
});

const note = (keys: Json) => (m: Json) => (m.notes = [{ on: "year:2010", text: "Plans.", ...keys }]);

testErrors([
  ["a list of notes that is none", (m) => (m.notes = "x"), /^notes: "x" must be a list of notes, \[ … \]$/],
  ["a note that is not an object", (m) => (m.notes = ["x"]), /^notes\[0\]: "x" must be an object/],
  ["a note without a cut", note({ on: null }), /^notes\[0\]\.on: is missing; write a cut, such as "year:2010"$/],
  ["a note with an empty cut", note({ on: " | " }), /^notes\[0\]\.on: " \| " is empty; write a cut/],
  ["a note without a text", note({ text: "" }), /^notes\[0\]\.text: is missing; write what readers/],
  [
    "a note of another kind",
    note({ kind: "warning" }),
    /^notes\[0\]\.kind: "warning" is not a kind of note; write "break", "provisional" or "note"$/,
  ],
  ["a note on a dimension that is misspelt", note({ on: "yaer:1" }), /^notes\[0\]\.on: "yaer" is not a dimension or/],
  ["a note on a measure", note({ on: "amount:1" }), /^notes\[0\]\.on: "amount" is not a dimension or attribute/],
  ["a note on a clause without a value", note({ on: "year" }), /^notes\[0\]\.on: "year" has no value/],
  ["a note on a broken value", note({ on: 'to:"a' }), /^notes\[0\]\.on: to:"a is not a JSON string/],
  [
    "a note on a range",
    note({ on: "year:[2009 TO 2010]" }),
    /^notes\[0\]\.on: "year:\[2009 TO 2010\]" is not a value; write each value, as in "year:2009\|year:2010"$/,
  ],
  ["a note on an exclusion", note({ on: "!year:2010" }), /^notes\[0\]\.on: "!year:2010" is not a value/],
  [
    "a note on a number that is none",
    (m) => {
      m.mapping.rate = { type: "attribute", datatype: "float", column: "Rate" };
      m.notes = [{ on: "rate:high", text: "x" }];
    },
    /^notes\[0\]\.on: "rate" has numbers, and "high" is not one$/,
  ],
  [
    "a note on a number with more digits than are kept",
    (m) => {
      m.mapping.rate = { type: "attribute", datatype: "float", column: "Rate" };
      m.notes = [{ on: "rate:9007199254740993", text: "x" }];
    },
    /^notes\[0\]\.on: "9007199254740993" has more digits than .*; write "datatype": "string" for all of them$/,
  ],
  ["a note on a month that is none", note({ on: "time.month:13" }), /^notes\[0\]\.on: "13" is not .*from 1 to 12$/],
  ["a note on a date with two readings", note({ on: "time:01/02/2020" }), /2020-02-01.*2020-01-02/],
  [
    "a note on a year and a day",
    note({ on: "time:2009|time:2010-01-01" }),
    /^notes\[0\]\.on: "time:2009\|time:2010-01-01" has days, months and years of "time"; write a note on each$/,
  ],
  [
    "a field with errors of its own, but not the note on it,",
    (m) => {
      m.mapping.number.column = 3;
      m.notes = [{ on: "number:1", text: "x" }];
    },
    /^mapping\.number\.column: /,
  ],
]);

describe("notes with several faults", () => {
  it("have every one reported", () => {
    const errors = errorsOf(changed((m) => (m.notes = [{ on: "yaer:1|tme:2", kind: "x" }, 3, { text: 4 }])));
    assert.deepEqual(
      errors.map((error) => error.split(": ", 1)[0]),
      ["notes[0].on", "notes[0].on", "notes[0].kind", "notes[0].text", "notes[1]", "notes[2].on", "notes[2].text"],
    );
  });
});
