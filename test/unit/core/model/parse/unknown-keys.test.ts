import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { InvalidModel } from "#src/core/errors/errors.js";
import { KNOWN_KEYS, type ModelPart } from "#src/core/model/parse/keys-of-parts.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { listCode, listTableRows } from "../../../../documents/markdown.js";
import { readDocument } from "../../../../documents/documents.js";

type Json = Record<string, unknown>;

const MODEL = {
  dataset: {
    name: "town",
    label: "Town",
    description: "Made up: what an invented town pays, for tests of this program.",
    currency: "EUR",
  },
  mapping: {
    amount: { type: "measure", column: "Paid" },
    time: { type: "date", column: "Date" },
    invoice: { type: "attribute", column: "Invoice", key: true },
    to: { type: "compound", attributes: { name: { column: "Code" }, label: { column: "Supplier" } } },
  },
  views: [{ name: "default", label: "All", dimension: "dataset", drilldown: "to" }],
};

/** Warnings of the model with a value at a place: `mapping.to.labl`. */
function warningsWith(place: string, value: unknown, ...others: readonly [string, unknown][]): readonly string[] {
  const model = structuredClone(MODEL) as Json;
  for (const [path, each] of [[place, value] as const, ...others]) {
    const parts = path.split(".");
    const last = parts.pop()!;
    const section = parts.reduce((at, part) => at[part] as Json, model);
    section[last] = each;
  }
  return parseModel(model).warnings;
}

describe("a warning", () => {
  for (const [place, warning] of [
    ["mapping.to.labl", 'mapping.to.labl is unknown and ignored; did you mean "label"?'],
    ["mapping.to.Label", 'mapping.to.Label is unknown and ignored; did you mean "label"?'],
    ["mapping.amount.colum", 'mapping.amount.colum is unknown and ignored; did you mean "column"?'],
    ["mapping.amount.default", 'mapping.amount.default is unknown and ignored; did you mean "default_value"?'],
    [
      "mapping.to.attributes.name.defualt_value",
      'mapping.to.attributes.name.defualt_value is unknown and ignored; did you mean "default_value"?',
    ],
    ["dataset.curency", 'dataset.curency is unknown and ignored; did you mean "currency"?'],
    ["dataset.license", 'dataset.license is unknown and ignored; did you mean "licence"?'],
    ["view", 'view is unknown and ignored; did you mean "views"?'],
    ["views.0.filter", 'views[0].filter is unknown and ignored; did you mean "filters"?'],
    [
      "mapping.to.default_value",
      "mapping.to.default_value is ignored: in a compound dimension it belongs to an attribute (mapping.to.attributes.name.default_value)",
    ],
    [
      "mapping.to.attributes.name.key",
      "mapping.to.attributes.name.key is ignored: it belongs to the dimension (mapping.to.key)",
    ],
    [
      "mapping.to.attributes.name.default",
      'mapping.to.attributes.name.default is unknown and ignored; did you mean "default_value"?',
    ],
    ["dataset.notes", "dataset.notes is ignored: it belongs to the top level (notes)"],
    ["dataset.hierarchies", "dataset.hierarchies is ignored: it belongs to the top level (hierarchies)"],
    [
      "mapping.to.attributes.name.role",
      "mapping.to.attributes.name.role is ignored: it belongs to the dimension (mapping.to.role)",
    ],
    ["mapping.amount.additive", 'mapping.amount.additive is ignored: a measure has no "additive"'],
    ["currency", "currency is ignored: it belongs to the dataset (dataset.currency)"],
    ["mapping.amount.currency", "mapping.amount.currency is ignored: it belongs to the dataset (dataset.currency)"],
    ["mapping.amount.doi", "mapping.amount.doi is ignored: it belongs to the dataset (dataset.doi)"],
    ["dataset.views", "dataset.views is ignored: it belongs to the top level (views)"],
    ["mapping.amount.facet", 'mapping.amount.facet is ignored: a measure has no "facet"'],
    [
      "mapping.invoice.attributes",
      'mapping.invoice.attributes is ignored: only a compound dimension has attributes; write "type": "compound" for one',
    ],
    ["mapping.to.wibble", 'mapping.to: the key "wibble" is unknown and ignored'],
    ["wibble", 'model: the key "wibble" is unknown and ignored'],
  ] as const) {
    it(`of ${place} says what it is`, () => assert.deepEqual(warningsWith(place, "x"), [warning]));
  }

  it("of an attribute in the older form has its position", () => {
    const fields = [{ name: "label", column: "Supplier", colum: "x" }];
    assert.deepEqual(warningsWith("mapping.to", { type: "compound", fields, datatype: "id" }), [
      "mapping.to.datatype is ignored: in a compound dimension it belongs to an attribute (mapping.to.fields[0].datatype)",
      'mapping.to.fields[0].colum is unknown and ignored; did you mean "column"?',
    ]);
  });

  it("lists the keys of one place that are like no known one together", () => {
    assert.deepEqual(warningsWith("mapping.to.wibble", 1, ["mapping.to.wobbly", {}]), [
      'mapping.to: the keys "wibble", "wobbly" are unknown and ignored',
    ]);
  });

  it("is not given for keys of older and later versions, comments, own answers, and null", () => {
    for (const [place, value] of [
      ["dataset.schema_version", "2011-12-07"],
      ["dataset.model_rev", 1],
      ["dataset.series", { kind: "index" }],
      ["references", {}],
      ["dataset.doi", "10.1234/2"],
      ["formulas", {}],
      ["hierarchies", {}],
      ["notes", []],
      ["measures", {}],
      ["mapping.to.role", "geography"],
      ["mapping.to.labels", { en: "To" }],
      ["mapping.to.label_de", "An"],
      ["mapping.to.descriptions", {}],
      ["mapping.to.default", "executed"],
      ["mapping.to.order", ["approved", "executed"]],
      ["mapping.to.additive", false],
      ["mapping.time.precision", "year"],
      ["mapping.amount.unit", "people"],
      ["mapping.amount.phase", "executed"],
      ["_comment", "x"],
      ["mapping.to.comment", "x"],
      ["mapping.to.labl", null],
    ] as const) {
      assert.deepEqual(warningsWith(place, value), [], place);
    }
  });

  it("leaves keys as they are", () => {
    const model = { ...MODEL, mapping: { ...MODEL.mapping, to: { ...MODEL.mapping.to, labl: "x" } } };
    assert.equal(JSON.stringify(parseModel(model).model.document), JSON.stringify(model));
  });

  it("comes with the errors of a model that has some", () => {
    const model = { ...MODEL, mapping: { ...MODEL.mapping, amount: { type: "measure", colum: "Paid" } } };
    assert.throws(
      () => parseModel(model),
      (error) =>
        error instanceof InvalidModel && error.warnings.some((each) => each.startsWith("mapping.amount.colum ")),
    );
  });
});

describe("a type", () => {
  const typed = (type: unknown) => warningsWith("mapping.to.type", type);

  it("within two edits of a known one is named with it", () => {
    for (const [type, known] of [
      ["compund", "compound"],
      ["Compound", "compound"],
      ["clasifier", "classifier"],
      ["entitty", "entity"],
      ["atribute", "attribute"],
      ["mesure", "measure"],
    ] as const) {
      assert.deepEqual(typed(type), [
        `mapping.to.type: "${type}" is not a known type, so "to" is a compound dimension; did you mean "${known}"?`,
      ]);
    }
  });

  it("that is another word for a known one says what to write", () => {
    for (const [type, known] of [
      ["amount", "measure"],
      ["number", "measure"],
      ["float", "measure"],
      ["string", "attribute"],
      ["text", "attribute"],
      ["time", "date"],
      ["datetime", "date"],
    ] as const) {
      assert.match(
        typed(type).join("\n"),
        new RegExp(`^mapping\\.to\\.type: "${type}" .*; write "${known}" for [^\\n]*$`),
      );
    }
  });

  it("of any other word is silent, and so is one without effect", () => {
    for (const type of ["compound", "classifier", "entity", "place", "", undefined, null]) {
      assert.deepEqual(typed(type), [], String(type));
    }
    assert.deepEqual(warningsWith("mapping.amount.type", "float"), []);
    assert.deepEqual(warningsWith("mapping.time", { type: "time", datatype: "date", column: "Date" }), []);
  });

  it("of a derived dimension has its own keys", () => {
    const derived = { type: "derived", from: "time", prefix: 1, valeus: {}, column: "x" };
    assert.deepEqual(warningsWith("mapping.area", derived), [
      'mapping.area.valeus is unknown and ignored; did you mean "values"?',
      'mapping.area.column is ignored: a derived dimension has no "column": no column is read for it',
    ]);
    assert.deepEqual(warningsWith("mapping.to.values", {}), [
      'mapping.to.values is ignored: only a derived dimension has it; write "type": "derived" for one',
    ]);
  });

  it("of a date warns of keys of its fiscal year that nothing reads", () => {
    assert.deepEqual(warningsWith("mapping.time.fiscal_year", { starts: "04-01", name: "end" }), [
      'mapping.time.fiscal_year.name is unknown and ignored; did you mean "named"?',
    ]);
  });

  it("of a hierarchy has its own keys", () => {
    const levels = ["year", "to"];
    const { warnings } = parseModel({ ...MODEL, hierarchies: { a: { levels, labels: {}, level: 1 }, b: { levels } } });
    assert.deepEqual(warnings, ['hierarchies.a.level is unknown and ignored; did you mean "levels"?']);
  });

  it("of a note has its own keys", () => {
    const { warnings } = parseModel({ ...MODEL, notes: [{ on: "year:2010", text: "x", kindd: "y", text_de: "z" }] });
    assert.deepEqual(warnings, ['notes[0].kindd is unknown and ignored; did you mean "kind"?']);
  });

  it("that is misspelled is named in the error about missing attributes", () => {
    assert.throws(
      () => warningsWith("mapping.to", { type: "mesure", column: "x" }),
      /or "measure" instead of "mesure"/,
    );
  });
});

describe("many unknown keys", () => {
  it("give 100 warnings and the number of the others, whatever their number", () => {
    const fields = Array.from({ length: 490 }, (_, at) => [`f${at}`, { type: "attribute", column: "x", labl: "y" }]);
    const { warnings } = parseModel({ ...MODEL, mapping: { ...MODEL.mapping, ...Object.fromEntries(fields) } });
    assert.equal(warnings.length, 101);
    assert.equal(warnings.at(-1), "… and 390 more keys or types that are unknown and ignored");
  });

  it("in one place are compared with known ones for the first thousand only", () => {
    const keys = Array.from({ length: 2000 }, (_, at) => [`wibble${at}`, 1] as const);
    const { warnings } = parseModel({ ...MODEL, ...Object.fromEntries(keys), viewz: [] });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /"wibble9" and 1991 more are unknown and ignored$/);
  });
});

describe("the known keys", () => {
  const tables: readonly [heading: string, ...parts: readonly ModelPart[]][] = [
    ["Top level", "model"],
    ["Dataset", "dataset", "licence", "publisher", "contact", "series"],
    ["Measures", "measure"],
    ["Dates", "date"],
    ["Attribute dimensions", "value"],
    ["Compound dimensions", "compound"],
    ["Attributes", "attribute"],
    ["Series", "references"],
    ["Views", "view"],
    ["Hierarchies", "hierarchy"],
    ["Notes", "note"],
  ];
  const keysIn = (heading: string): string[] => {
    const rows = listTableRows(readDocument("docs/model.md"), heading);
    return rows.slice(rows.findIndex(([first]) => first === "key") + 1).map(([key = ""]) => listCode(key)[0]!);
  };
  const common = keysIn("Fields");
  const ofDimensions = keysIn("Roles and additivity");

  for (const [heading, ...parts] of tables) {
    it(`of ${parts.join(" and ")} are those of the document`, () => {
      const documented = new Set(keysIn(heading).map((key) => key.split(".").at(-1)!));
      const known = new Set(parts.flatMap((part) => KNOWN_KEYS[part]));
      assert.deepEqual(
        [...documented].filter((key) => !known.has(key)),
        [],
      );
      // Said in words below the tables.
      const rest = ["decimal", "thousands", "format", "end_column"];
      const isField = ["measure", "date", "value", "compound"].includes(parts[0]!);
      const named = new Set([
        ...documented,
        ...rest,
        ...(isField ? common : []),
        ...(isField && parts[0] !== "measure" ? ofDimensions : []),
      ]);
      assert.deepEqual(
        [...known].filter((key) => !named.has(key)),
        [],
      );
    });
  }
});
