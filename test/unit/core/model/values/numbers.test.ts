import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { NumberFormat } from "#src/core/model/values/value.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { parseDecimal, PLAIN_NUMBERS } from "#src/core/model/values/numbers.js";

const COMMA: NumberFormat = { decimal: ",", thousands: "." };

/** Read a number. @returns its plain text, or the error */
function read(text: string, format: NumberFormat = PLAIN_NUMBERS): string {
  const outcome = parseDecimal(text, format);
  return "error" in outcome ? outcome.error : decimalText(outcome);
}

const UNDERSTOOD: [string, string][] = [
  ["12", "12"],
  ["-12.50", "-12.5"],
  ["007", "7"],
  ["-0.00", "0"],
  [" 1,234.5 ", "1234.5"],
  ["1,234,567", "1234567"],
  ["12,34,567.89", "1234567.89"],
  ["1 234 567", "1234567"],
  ["1\u00a0234", "1234"],
  ["1\u202f234\u202f567,".slice(0, -1), "1234567"],
  ["1\u2009234.5", "1234.5"],
  ["1'234'567.50", "1234567.5"],
  ["1’234.50", "1234.5"],
  ["-1’234.50", "-1234.5"],
  ["1,200.50 CR", "-1200.5"],
  ["1,200.50CR", "-1200.5"],
  ["300.25 DR", "300.25"],
  ["$300.25 dr.", "300.25"],
  ["1 200.50-", "-1200.5"],
  ["\u20135", "-5"],
  ["+5", "5"],
  ["- 5", "-5"],
  ["\u22125", "-5"],
  ["5-", "-5"],
  ["5 \u2212", "-5"],
  ["(1,234.50)", "-1234.5"],
  ["( 5 )", "-5"],
  ["$5", "5"],
  ["5 €", "5"],
  ["-£5", "-5"],
  ["¥ -5", "-5"],
  ["€ (5)", "-5"],
  ["(5 €)", "-5"],
  ["1.5e6", "1500000"],
  ["1.5E-3", "0.0015"],
  ["2e+2", "200"],
  [".5", "0.5"],
  ["5.", "5"],
  ["1,234e2", "123400"],
  ["0e999999999999", "0"],
  ["1e308", `1${"0".repeat(308)}`],
];

for (const [text, expected] of UNDERSTOOD) {
  test(`${JSON.stringify(text)} is read as a number`, () => assert.equal(read(text), expected));
}

const MISREAD = [
  "5784688,08",
  "1,23",
  "1,2,345",
  ",123",
  "1234,567",
  "1.234,5",
  "0,5",
  "0,123",
  "1,",
  "1.234.567",
  "1,234,56",
];

for (const text of MISREAD) {
  test(`"${text}" is refused with a hint about decimal and thousands`, () => {
    const error = read(text);
    assert.match(error, /"decimal": ","/);
    assert.match(error, /"thousands": "\."/);
    assert.ok(!error.includes(text));
  });
}

test("a sign and a ledger's mark are not mixed, and Cr, which may mean ten million, is none", () => {
  for (const text of ["-5 CR", "(5) DR", "5 CR DR", "CR", "5 Cr"]) assert.match(read(text), /not a number/);
});

test("a dash after the decimal sign stands for no cents, and is no minus", () => {
  for (const text of ["1.234,-", "1.234,--", "1.234,\u2013", "1.234,- €", "€ 1.234,\u2014"]) {
    assert.equal(read(text, COMMA), "1234", text);
    assert.match(read(text), /not a number/, text);
  }
  assert.equal(read("1,234.-"), "1234");
  assert.equal(read("-1.234,-", COMMA), "-1234");
  assert.equal(read("(5,-)", COMMA), "-5");
  assert.equal(read("1.234-", COMMA), "-1234");
  for (const text of [",-", "-,-", "5,---", "5,-1"]) assert.match(read(text, COMMA), /not a number/, text);
});

test("two different separators are never mixed", () => {
  for (const text of ["1 234,567", "1,234 567", "1'234,567"]) assert.match(read(text), /not a number/);
});

const REFUSED = [
  "",
  " ",
  ".",
  "-",
  "()",
  "(",
  "e5",
  "1e",
  "1e1.5",
  "12%",
  "NaN",
  "Infinity",
  "-inf",
  "0x10",
  "--5",
  "+-5",
  "-5-",
  "-(5)",
  "(-5)",
  "((5))",
  "(5",
  "$$5",
  "$5€",
  "1_000",
  "5 EUR",
  "1e5e5",
  "٣",
  "12a",
];

for (const text of REFUSED) {
  test(`${JSON.stringify(text)} is not a number`, () => assert.match(read(text), /^is not a number/));
}

test("with a decimal comma the point separates thousands", () => {
  assert.equal(read("1.234.567,89", COMMA), "1234567.89");
  assert.equal(read("5784688,08", COMMA), "5784688.08");
  assert.equal(read("-1234,5", COMMA), "-1234.5");
  assert.match(
    read("1234.5", COMMA),
    /if "\." is the decimal sign, give the model "decimal": "\." and "thousands": ","/,
  );
  assert.match(read("1,234,567", COMMA), /if "," is the thousands separator/);
});

test("an apostrophe separates thousands where the format says so, and spaces still do", () => {
  const swiss: NumberFormat = { decimal: ".", thousands: "'" };
  assert.equal(read("1'234'567.5", swiss), "1234567.5");
  assert.equal(read("1 234", swiss), "1234");
  assert.match(read("12'34", swiss), /"decimal" and "thousands"/);
  assert.match(read("1,234", swiss), /"decimal": "\." and "thousands": "'"/);
});

test("a format without a thousands separator still reads spaces", () => {
  assert.equal(read("1 234.5", { decimal: ".", thousands: "" }), "1234.5");
  assert.match(read("1,234", { decimal: ".", thousands: "" }), /not a number/);
});

test("a number beyond the largest double is refused", () => {
  for (const text of ["1.8e308", "-1e309", "1e999999999", "9".repeat(310)])
    assert.match(read(text), /beyond the largest number/);
  assert.equal(read(String(BigInt(Number.MAX_VALUE))), String(BigInt(Number.MAX_VALUE)));
  assert.match(read(String(BigInt(Number.MAX_VALUE) + 1n)), /beyond the largest number/);
});

test("more than 1,100 decimals are refused, not counting trailing zeros", () => {
  assert.match(read(`0.${"1".repeat(1101)}`), /more than 1,100 decimals/);
  assert.match(read("1e-999999999"), /more than 1,100 decimals/);
  assert.equal(read(`0.5${"0".repeat(1500)}`), "0.5");
  assert.equal(read("10e-1"), "1");
});

test("a text of megabytes is refused as too long", () => {
  for (const character of ["1", ",", " 1", "(", "-", "€"])
    assert.match(read(character.repeat(4_000_000)), /longer than 2,000/);
});

test("a decimal printed in either style reads as itself", () => {
  const amounts = fc.record({
    unscaled: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    scale: fc.nat({ max: 20 }),
  });
  fc.assert(
    fc.property(amounts, fc.constantFrom(PLAIN_NUMBERS, COMMA), (amount, format) => {
      const [whole = "", fraction] = decimalText(amount).split(".");
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, format.thousands);
      const text = fraction === undefined ? grouped : grouped + format.decimal + fraction;
      assert.equal(read(text, format), decimalText(amount));
    }),
  );
});

test("any text gives a number or an error that does not hold the text", () => {
  const texts = fc.string({ unit: fc.constantFrom(..."0123456789.,' -+()eE€$%\u00a0\u2212x"), minLength: 3 });
  fc.assert(
    fc.property(texts, (text) => {
      const outcome = parseDecimal(text, PLAIN_NUMBERS);
      if ("error" in outcome) assert.match(outcome.error, /^(is|has) /);
      else assert.equal(typeof outcome.unscaled, "bigint");
    }),
  );
});
