import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { setUpVictim } from "./attempt.js";
import { body } from "./server.js";

const victim = setUpVictim();

const deep = (open: string, close: string, levels = 200_000): string => open.repeat(levels) + close.repeat(levels);
const prototypes = { __proto__: null, constructor: {}, prototype: [], toString: 1, hasOwnProperty: "x", valueOf: null };
/** JSON with names of prototypes everywhere; as text, since an object would lose them. */
const poisoned = (text: string): string =>
  text.replaceAll(/\{(\s*\})?/g, (_, end) => `{"__proto__": {"polluted": true}, "constructor": 5${end ? "}" : ", "}`);

const DATASET = '{"name": "x", "label": "X"}';

/** Documents that are neither a model nor a package, with their error messages. */
const JUNK: readonly (readonly [what: string, content: string | Buffer, message: RegExp])[] = [
  ["nothing", "", /is not JSON: line 1, column 1: expected a value/],
  ["a page", "<!doctype html><html></html>", /is a web page, not JSON/],
  ["rows", "No,Name\n1,a\n", /is a CSV file, not JSON; give the JSON file here, and the table as the rows/],
  ["something after the end", "{} {}", /is not JSON: line 1, column 4: nothing more was expected/],
  ["what JSON does not know", '{"a": NaN}', /is not JSON: line 1, column 7/],
  ["a list", "[]", /write an object/],
  ["a text", '"x"', /write an object/],
  ["null", "null", /write an object/],
  ["other bytes than UTF-8", Buffer.from('{"name": "\xff"}', "latin1"), /is not valid UTF-8/],
  ["UTF-16", Buffer.from('{"a": 1}', "utf16le"), /is not (valid UTF-8|JSON)/],
  ["200,000 lists in each other", deep("[", "]"), /write an object/],
  [
    "200,000 objects in each other",
    `${'{"resources": '.repeat(200_000)}1${"}".repeat(200_000)}`,
    /more than 32 levels deep/,
  ],
  ["200,000 lists that do not end", "[".repeat(200_000), /is not JSON: line 1, column 200001/],
  [
    "lists in a key of its own",
    `{"dataset": ${deep("[", "]")}, "resources": ${deep("[", "]")}}`,
    /more than 32 levels deep/,
  ],
  ["eleven megabytes", `{"a": "${"x".repeat(11 * 2 ** 20)}"}`, /larger than 10,485,760 bytes/],
  ["a gigabyte, packed", gzipSync(Buffer.alloc(2 ** 30, " "), { level: 1 }), /unpacks to more than 10,485,760 bytes/],
  ["an archive", Buffer.from("PK\u0003\u0004"), /is a ZIP archive/],
];

describe("a model", () => {
  for (const [what, content, message] of JUNK) {
    it(`of ${what} is refused`, () =>
      victim.refuses(body(content), message, { as: "model", bounds: { bytes: 2 ** 30 } }));
  }

  it("with names of prototypes everywhere is refused for what it lacks", async () => {
    const mapping = poisoned('{"amount": {}, "time": {"type": "date"}, "to": {"attributes": {"name": {}}}}');
    const model = `{"dataset": ${poisoned(DATASET)}, "mapping": ${mapping}, "views": [${poisoned('{"cuts": {}}')}]}`;
    await victim.refuses(body(model), /"__proto__" is reserved and cannot name a dimension/, { as: "model" });
    await victim.refuses(body(JSON.stringify(prototypes)), /dataset: is missing/, { as: "model" });
    if ("polluted" in {}) throw new Error("every object has got a property");
  });

  it("with more fields than a model may have is refused", () => {
    const mapping = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}`, {}]));
    const model = JSON.stringify({ dataset: JSON.parse(DATASET), mapping });
    return victim.refuses(body(model), /has 501 fields; a model has at most 500/, { as: "model" });
  });
});

const table = (rest: object = {}, fields: readonly unknown[] = [{ name: "amount" }, { name: "year" }]) => ({
  name: "rows",
  path: "rows.csv",
  schema: { fields },
  ...rest,
});

const pack = (...resources: readonly unknown[]): string => JSON.stringify({ name: "pack", resources });

const PACKAGES: readonly (readonly [what: string, content: string, message: RegExp])[] = [
  ["local files", pack(table({ path: "file:///etc/passwd" })), /only http and https URLs can/],
  ["files outside its folder", pack(table({ path: "../../etc/passwd" })), /is outside the folder of the descriptor/],
  ["files of another host", pack(table({ path: "//127.0.0.2/rows.csv" })), /is outside the folder of the descriptor/],
  ["no resources", pack(), /resources: is empty/],
  ["resources that are none", pack(1, "x", null, [], {}), /must be an object[^]*schema: is missing/],
  ["1,001 resources", pack(...Array.from({ length: 1001 }, () => table())), /a package may have at most 1000/],
  [
    "501 columns",
    pack(
      table(
        {},
        Array.from({ length: 501 }, (_, at) => ({ name: `f${at}` })),
      ),
    ),
    /has 501 entries/,
  ],
  ["columns that are none", pack(table({}, [5, null, {}, { name: 7 }])), /must be an object[^]*name: is missing/],
  [
    "a mapping of nothing",
    JSON.stringify({ name: "x", mapping: {}, resources: [table()] }),
    /mapping\.measures: is missing/,
  ],
  [
    "a mapping of lists",
    JSON.stringify({ name: "x", mapping: [], resources: [table()] }),
    /mapping: a list must be an object/,
  ],
  ["a name that is taken", JSON.stringify({ name: "api", resources: [table()] }), /name: "api" is reserved/],
  ["no date", pack(table({}, [{ name: "amount" }])), /has no date or year field/],
];

describe("a package", () => {
  for (const [what, content, message] of [...JUNK, ...PACKAGES]) {
    it(`of ${what} is refused`, () => {
      const url = `${victim.server.origin}/packages/one/datapackage.json`;
      return victim.refuses(body(content), message, { as: "package", url, bounds: { bytes: 2 ** 30 } });
    });
  }

  it("with names of prototypes everywhere is refused for what it lacks", async () => {
    const text = poisoned('{"name": "x", "resources": [{"path": "a.csv", "schema": {"fields": [{"name": "x"}]}}]}');
    await victim.refuses(body(text), /no table has a field "amount"/, { as: "package" });
    const mapping = poisoned(
      '{"measures": {"amount": {"source": "x"}}, "dimensions": {"d": {"attributes": {"a": {}}}}}',
    );
    const mapped = `{"name": "x", "mapping": ${mapping}, "resources": [{"path": "a.csv", "schema": {"fields": [{"name": "x"}]}}]}`;
    await victim.refuses(body(mapped), /mapping\.measures\.constructor: 5 must be an object/, { as: "package" });
    if ("polluted" in {}) throw new Error("every object has got a property");
  });
});
