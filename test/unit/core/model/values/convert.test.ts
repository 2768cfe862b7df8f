import assert from "node:assert/strict";
import { test } from "node:test";
import { convert } from "#src/core/model/values/convert.js";
import { isError, type Datatype } from "#src/core/model/values/value.js";
import { PLAIN_NUMBERS } from "#src/core/model/values/numbers.js";

const as = (datatype: Datatype, format: string | null = null) => ({ datatype, numbers: PLAIN_NUMBERS, format });

test("text stays as it is", () => {
  assert.equal(convert(as("string"), "  Öl & Gas "), "  Öl & Gas ");
  assert.equal(convert(as("constant"), " x "), " x ");
});

test("an id becomes a slug", () => assert.equal(convert(as("id"), "Öl & Gas"), "ol-gas"));

test("a float becomes an exact decimal", () => {
  assert.deepEqual(convert(as("float"), "1,234.50"), { unscaled: 12345n, scale: 1 });
});

test("a float is read in its source's number format", () => {
  const source = { datatype: "float" as const, numbers: { decimal: "," as const, thousands: "." }, format: null };
  assert.deepEqual(convert(source, "1.234,50"), { unscaled: 12345n, scale: 1 });
});

test("a date is read in the format of its source", () => {
  assert.equal(convert(as("date", "%d.%m.%Y"), "2.3.2009"), "2009-03-02");
});

test("only failed conversions are errors", () => {
  assert.ok(isError(convert(as("float"), "x")));
  assert.ok(isError(convert(as("date"), "x")));
  for (const value of [null, "error", 1, { unscaled: 1n, scale: 0 }]) assert.ok(!isError(value));
});
