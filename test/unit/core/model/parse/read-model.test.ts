import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { InvalidModel } from "#src/core/errors/errors.js";
import { jsonError } from "#src/core/model/parse/json-error.js";
import { readModel } from "#src/core/model/parse/read-model.js";
import { sampleModel } from "./sample-model.js";

const TEXT = JSON.stringify(sampleModel());

function refusal(file: string | Uint8Array): string {
  try {
    readModel(file);
  } catch (error) {
    assert.ok(error instanceof InvalidModel);
    return error.errors[0] ?? "";
  }
  return assert.fail("the file is read");
}

test("a model is read from text and from bytes, with and without a byte order mark", () => {
  for (const file of [TEXT, `\uFEFF${TEXT}`, Buffer.from(TEXT), Buffer.from(`\uFEFF${TEXT}`)]) {
    assert.equal(readModel(file).model.dataset.name, "city");
  }
});

test("a file above 10 MB is refused unread", () => {
  assert.match(refusal(`${TEXT}${" ".repeat(10 * 1024 * 1024)}`), /10 MB/);
  assert.match(refusal(new Uint8Array(10 * 1024 * 1024 + 1)), /10 MB/);
});

test("bytes that are not UTF-8 are refused", () => {
  assert.match(refusal(Buffer.from(TEXT.replace("City", "Citt\u00e0"), "latin1")), /not valid UTF-8/);
});

test("a file of brackets only is refused", () => {
  assert.match(refusal("[".repeat(5_000_000)), /not JSON/);
  assert.match(refusal(`{"a":${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}}`), /32 levels/);
});

const PLACES: [text: string, line: number, column: number, expected: RegExp][] = [
  ["", 1, 1, /a value/],
  ["hello", 1, 1, /a value/],
  ['{"a": 1,}', 1, 9, /a name in double quotes/],
  ['{"a"', 1, 5, /a colon/],
  ['{"a": 1', 1, 8, /a comma, or }/],
  ['{"a": 1}}', 1, 9, /nothing more/],
  ['{\n  "a": tru\n}', 2, 8, /a value/],
  ["[1 2]", 1, 4, /a comma, or ]/],
  ["[1,]", 1, 4, /a value/],
  ["{a: 1}", 1, 2, /a name in double quotes, or }/],
  ["[01]", 1, 3, /a comma, or ]/],
  ['["\\x"]', 1, 2, /a value, or ]/],
  ['["a\nb"]', 1, 2, /a value, or ]/],
  ["[1}", 1, 3, /a comma, or ]/],
];

for (const [text, line, column, expected] of PLACES) {
  test(`the error of ${JSON.stringify(text)} is at line ${line}, column ${column}`, () => {
    assert.match(refusal(text), new RegExp(`^the model is not JSON: line ${line}, column ${column}: `));
    assert.match(jsonError(text).expected, expected);
  });
}

test("the error of a truncated text is at its end", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const text = `[${json}`;
      assert.deepEqual(jsonError(text), {
        line: text.split("\n").length,
        column: text.length - text.lastIndexOf("\n"),
        expected: "expected a comma, or ]",
      });
    }),
  );
});
