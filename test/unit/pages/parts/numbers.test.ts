import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { columnAmount, shortAmount } from "#src/pages/parts/amounts.js";
import { createNumbers } from "#src/pages/parts/numbers.js";

/** Normalise a text: all spaces become plain ones, and direction marks are removed. */
function seen(text: string): string {
  return text.replaceAll(/\s/g, " ").replaceAll(/[\u061c\u200e\u200f]/g, "");
}

const LANGUAGES: readonly {
  readonly language: string;
  readonly count: string;
  readonly share: string;
  readonly change: string;
  readonly exact: string;
  readonly column: string;
}[] = [
  {
    language: "en-GB",
    count: "1,234,567",
    share: "12.3%",
    change: "+5.0%",
    exact: "-€1,234,567.50",
    column: "26,355.5",
  },
  {
    language: "de",
    count: "1.234.567",
    share: "12,3 %",
    change: "+5,0 %",
    exact: "-1.234.567,50 €",
    column: "26.355,5",
  },
  {
    language: "fr",
    count: "1 234 567",
    share: "12,3 %",
    change: "+5,0 %",
    exact: "-1 234 567,50 €",
    column: "26 355,5",
  },
  {
    language: "en-IN",
    count: "12,34,567",
    share: "12.3%",
    change: "+5.0%",
    exact: "-€12,34,567.50",
    column: "26,355.5",
  },
  {
    language: "ar-EG",
    count: "١٬٢٣٤٬٥٦٧",
    share: "١٢٫٣٪",
    change: "+٥٫٠٪",
    exact: "-١٬٢٣٤٬٥٦٧٫٥٠ €",
    column: "٢٦٬٣٥٥٫٥",
  },
];

describe("numbers", () => {
  for (const { language, count, share, change, exact, column } of LANGUAGES) {
    it(`are written as in ${language}`, () => {
      const numbers = createNumbers(language);
      const money = numbers.money("EUR");
      assert.equal(seen(numbers.count(1_234_567)), count);
      assert.equal(seen(numbers.share(0.1234)), share);
      assert.equal(seen(numbers.change(0.05)), change);
      assert.equal(seen(money.exact(-1_234_567.5)), exact);
      const amounts = [26_355_455_580.24, -3];
      assert.equal(seen(money.column(amounts).format(amounts[0]!)), column);
    });
  }

  const { share, change, money } = createNumbers("en-GB");
  const pounds = money("GBP");

  for (const [part, text] of [
    [0, "0.0%"],
    [1, "100.0%"],
    [0.0000123, "< 0.1%"],
    [-0.0004, "> -0.1%"],
    [0.0006, "0.1%"],
  ] as const) {
    it(`a share of ${part} is ${text}`, () => assert.equal(share(part), text));
  }

  for (const [part, text] of [
    [0, "0.0%"],
    [-0.199, "-19.9%"],
    [10, "+1,000.0%"],
    [16_847_213, "> +1,000%"],
  ] as const) {
    it(`a change of ${part} is ${text}`, () => assert.equal(change(part), text));
  }

  for (const [amount, text] of [
    [0, "£0"],
    [0.1, "£0.10"],
    [-0.005, "-£0.005"],
    [12, "£12"],
    [1_234_567.891, "£1,234,567.891"],
    [26_355_455_580.24, "£26,355,455,580.24"],
    [9_007_199_254_740_992, "£9,007,199,254,740,992"],
    [1e21, "£1,000,000,000,000,000,000,000"],
  ] as const) {
    it(`exactly ${amount} is ${text}`, () => assert.equal(pounds.exact(amount), text));
  }

  it("an amount without a currency has none", () => {
    assert.equal(money(null).exact(5.5), "5.50");
    assert.equal(money(null).column([1e8]).unit, "million");
    assert.equal(money(null).column([1]).unit, "");
  });

  for (const [amounts, unit, texts] of [
    [[0.5, 1.25], "£", ["0.50", "1.25"]],
    [[1, 2], "£", ["1", "2"]],
    [[999_999.5, 1], "£", ["999,999.50", "1.00"]],
    [[10_000_000, 5], "£ million", ["10.0", "< 0.1"]],
    [[-5_000_000_000, 0], "£ million", ["-5,000.0", "0.0"]],
    [[2e12], "£ million", ["2,000,000"]],
    [[3e17, 1e3], "£ trillion", ["300,000", "< 1"]],
    [[], "£", []],
  ] as const) {
    it(`${JSON.stringify(amounts)} have one unit`, () => {
      const column = pounds.column(amounts);
      assert.equal(column.unit, unit);
      assert.deepEqual(amounts.map(column.format), texts);
    });
  }

  for (const [language, amount, unit] of [
    ["de", 1e7, "€ Millionen"],
    ["de", 1e13, "€ Milliarden"],
    ["de", 1e16, "€ Billionen"],
    ["fr", 1e13, "€ milliards"],
    ["es", 1e13, "€ mil millones"],
    ["pl", 1e7, "€ milionów"],
    ["ar-EG", 1e7, "€ ملايين"],
    // These count in lakhs and crores, and by ten thousands.
    ["en-IN", 1e7, "€ million"],
    ["ja", 1e13, "€ billion"],
    ["de", 1e6, "€"],
  ] as const) {
    it(`the unit of ${amount} is ${unit} in ${language}`, () => {
      assert.equal(seen(createNumbers(language).money("EUR").column([amount]).unit), unit);
    });
  }

  it("amounts of a column all have pennies if one has", () => {
    assert.deepEqual([1, 2.5, -3].map(pounds.exactly([1, 2.5, -3])), ["£1.00", "£2.50", "-£3.00"]);
    assert.deepEqual([1, 2].map(pounds.exactly([1, 2])), ["£1", "£2"]);
    assert.equal(pounds.exactly([0.125])(0.125), "£0.125");
  });
});

describe("an amount on a page", () => {
  const pounds = createNumbers("en-GB").money("GBP");

  it("is short, with all digits in the tooltip", () => {
    assert.equal(
      shortAmount(pounds, 26_355_455_580.24).markup,
      '<data value="26355455580.24" title="£26,355,455,580.24">£26.4bn</data>',
    );
  });

  it("has no tooltip if it is exact", () => {
    assert.equal(shortAmount(pounds, -9_999.5).markup, "-£9,999.50");
    assert.equal(shortAmount(pounds, 0).markup, "£0");
  });

  it("in a column has all digits in the tooltip, too", () => {
    const amounts = [1_250_000_000, 3];
    assert.equal(columnAmount(pounds, pounds.column(amounts), 3).markup, '<data value="3" title="£3">&lt; 0.1</data>');
  });
});
