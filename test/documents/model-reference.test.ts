import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { InvalidModel } from "#src/core/errors/errors.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { COMMA_NUMBERS, POINT_NUMBERS, SeparatorTally, valueIn } from "#src/sources/ingest/cast/separator-tally.js";
import { isError, type NumberFormat } from "#src/core/model/values/value.js";
import { DATE_READINGS } from "#src/core/model/values/date-readings.js";
import { parseDate } from "#src/core/model/values/dates.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { parseDecimal } from "#src/core/model/values/numbers.js";
import { slug } from "#src/core/model/values/slug.js";
import { readDocument } from "./documents.js";
import { listBlocks, listCode, listTableRows } from "./markdown.js";

const MODEL = readDocument("docs/model.md");
const PARSER = "src/core/model/parse";

/** JSON that a test changes. */
type Json = Record<string, unknown>;

/** Each table of keys, and where in the model of the document they stand. */
const TABLES: readonly [heading: string, place: readonly string[]][] = [
  ["Top level", []],
  ["Dataset", ["dataset"]],
  ["Fields", ["mapping", "invoice"]],
  ["Measures", ["mapping", "amount"]],
  ["Dates", ["mapping", "time"]],
  ["Fiscal years", ["mapping", "time"]],
  ["Attribute dimensions", ["mapping", "invoice"]],
  ["Compound dimensions", ["mapping", "to"]],
  ["Attributes", ["mapping", "to", "attributes", "label"]],
  ["Derived dimensions", ["mapping", "kind"]],
  ["Roles and additivity", ["mapping", "to"]],
  ["Hierarchies", ["hierarchies", "h"]],
  ["Notes", ["notes", "0"]],
  ["Formulas", ["formulas", "per_entry"]],
  ["Series", ["references"]],
  ["Views", ["views", "0"]],
  ["The table in the file", ["dataset", "table"]],
  ["Rules for rows", ["dataset", "table", "leave_out", "0"]],
];

interface KeyRow {
  readonly key: string;
  readonly place: readonly string[];
  /** JSON; empty for none. */
  readonly example: string;
  readonly error: readonly string[];
}

const rows: readonly KeyRow[] = TABLES.flatMap(([heading, place]) => {
  const table = listTableRows(MODEL, heading);
  const header = table.findIndex(([first]) => first === "key");
  return table.slice(header + 1).map(([key = "", , , example = "", error = ""]) => ({
    key: listCode(key)[0] ?? "",
    place,
    example: heading === "Top level" ? "" : (listCode(example)[0] ?? ""),
    error: listCode(error),
  }));
});

/** The model of the document with a value under a key; `undefined` takes the key away. */
function modelWith({ key, place }: KeyRow, value: unknown): Json {
  const model = JSON.parse(listBlocks(MODEL)[0]!.text) as Json;
  (model["mapping"] as Json)["kind"] = { type: "derived", from: "to", values: { acme: "firm" } };
  if (key === "to" || key === "through") {
    (model["mapping"] as Json)["kind"] = { type: "derived", from: "to", through: "madrid-to-cofog", to: "cofog" };
  }
  if (place[0] === "hierarchies") model["hierarchies"] = { h: { levels: ["year", "to"] } };
  if (place[0] === "notes") model["notes"] = [{ on: "year:2010", text: "Plans." }];
  if (place[0] === "formulas") model["formulas"] = { per_entry: { term: "amount.avg" } };
  if (key.startsWith("series.")) (model["dataset"] as Json)["series"] = { kind: "rate" };
  if (key === "kind" && place[0] === "dataset") delete (model["mapping"] as Json)["amount"];
  if (key.startsWith("fiscal_year.")) ((model["mapping"] as Json)["time"] as Json)["fiscal_year"] = { starts: "04-01" };
  if (place.includes("table")) {
    const unpivot = { columns: ["2019"], heading: "Year", cell: "Amount" };
    ((model["mapping"] as Json)["amount"] as Json)["column"] = "Amount";
    (model["dataset"] as Json)["table"] = { unpivot, leave_out: [{ column: "Area", values: ["Total"] }] };
  }
  if (key.startsWith("sheets.")) ((model["dataset"] as Json)["table"] as Json)["sheets"] = { names: ["2019"] };
  const parts = key.split(".");
  const last = parts.pop()!;
  let section = [...place, ...parts].reduce((at, part) => (at[part] ??= {}) as Json, model);
  // A key that another one would hide.
  for (const [hidden, hiding] of [
    ["fields", "attributes"],
    ["breakdown", "drilldown"],
    ["view_filters", "cuts"],
    ["constant", "column"],
    ["prefix", "values"],
  ]) {
    if (last === hidden) delete section[hiding!];
  }
  if (last === "format" && place[0] === "mapping") section.datatype = "date";
  if (value === undefined) delete section[last];
  else section[last] = value;
  return model;
}

function errorsOf(model: Json): readonly string[] {
  try {
    parseModel(model);
    return [];
  } catch (error) {
    if (error instanceof InvalidModel) return error.errors;
    throw error;
  }
}

/** The wrong value that an error begins with, in a list where the example is one; `undefined` for a missing one. */
function wrongValue({ error, example }: KeyRow): unknown {
  if (error.length > 1) return JSON.parse(error[0]!);
  const [literal] = /^(?:"[^"]*"|\d+|true)/.exec(error[0]!) ?? [];
  if (literal === undefined) return undefined;
  const value: unknown = JSON.parse(literal);
  return example.startsWith("[") ? [value] : value;
}

describe("the keys in model.md", () => {
  it("are many", () => {
    assert.ok(rows.length > 50);
  });

  for (const row of rows) {
    const place = [...row.place, row.key].join(".");
    it(`${place}: the example is right`, () => {
      if (row.example !== "") assert.deepEqual(errorsOf(modelWith(row, JSON.parse(row.example))), []);
    });
    it(`${place}: the error is what is said`, () => {
      const errors = errorsOf(modelWith(row, wrongValue(row)));
      assert.ok(
        errors.some((error) => error.endsWith(`: ${row.error.at(-1)!}`)),
        errors.join("\n") || "no error",
      );
    });
  }

  it("are all that the parser reads", () => {
    const source = readdirSync(PARSER)
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => readFileSync(join(PARSER, name), "utf8"))
      .join("\n");
    const reads = /\b(?:given|\w+At|readCodes?|required|partOf)\(\s*\w+,\s*"(\w+)"/g;
    const read = new Set([...source.matchAll(reads)].map(([, key]) => key!));
    // Read through a variable.
    assert.match(source, /"cuts" : *"view_filters"|"view_filters" : "cuts"/);
    read.add("view_filters");
    assert.ok(read.size > 30);
    const named = new Set(rows.map(({ key }) => key.split(".").at(-1)!));
    assert.deepEqual(
      [...read].filter((key) => !named.has(key)),
      [],
    );
    assert.deepEqual(
      [...named].filter((key) => !read.has(key)),
      [],
    );
  });
});

describe("the values in model.md", () => {
  const valuesOf = (heading: string, header: string) => {
    const table = listTableRows(MODEL, heading);
    const start = table.findIndex(([first]) => first === header);
    return table.slice(start + 1).map((row) => row.map((cell) => listCode(cell)[0] ?? cell));
  };

  for (const [cell = "", point, comma] of valuesOf("Numbers in cells", "cell")) {
    it(`the number ${cell}`, () => {
      const read = [{ decimal: ".", thousands: "," } as const, { decimal: ",", thousands: "." } as const].map(
        (format) => parseDecimal(cell, format),
      );
      assert.deepEqual(
        read.map((number) => (isError(number) ? "error" : decimalText(number))),
        [point, comma],
      );
    });
  }

  for (const [cell = "", format = "", date] of valuesOf("Dates in cells", "cell")) {
    it(`the date ${cell} ${format}`, () => {
      const read = parseDate(cell, format === "" ? null : format);
      assert.equal(typeof read === "string" ? read : "error", date);
    });
  }

  for (const [cells = "", read = "", said = ""] of listTableRows(MODEL, "Numbers that read two ways").slice(1)) {
    it(`the numbers ${cells}`, () => {
      const tally = new SeparatorTally();
      for (const cell of listCode(cells)) tally.take(cell);
      const values = (format: NumberFormat) =>
        listCode(cells)
          .map((cell) => valueIn(cell, format))
          .join(", ");
      const doubt = tally.doubt();
      assert.equal(read, doubt?.separator === "." ? "" : values(POINT_NUMBERS));
      if (doubt)
        assert.equal(said, `${doubt.separator === "." ? "refused" : "warned of"}: may be ${values(COMMA_NUMBERS)}`);
      else assert.match(said, /settles it$/);
    });
  }

  it("name every way to write dates without a format", () => {
    assert.deepEqual(
      listTableRows(MODEL, "Dates without a format").slice(1),
      DATE_READINGS.map(({ name, example, formats, needsFormat }) => [
        name,
        `\`${example}\``,
        needsFormat ? "no" : "yes",
        formats.map((format) => `\`${format}\``).join(", "),
      ]),
    );
  });

  for (const [text = "", id] of valuesOf("Text, codes and slugs", "text")) {
    it(`the slug of ${text}`, () => assert.equal(slug(text), id));
  }

  it("name every reserved name", () => {
    const [, names = ""] =
      /const PATHS = new Set\(\s*`([^`]*)`/.exec(readFileSync(join(PARSER, "names.ts"), "utf8")) ?? [];
    const [, written = ""] = /<!-- reserved -->\s*`([^`]*)`\s*<!-- \/reserved -->/.exec(MODEL) ?? [];
    assert.deepEqual(written.split(/\s+/), names.split(/\s+/));
  });
});
