import { type Decimal, shortestDecimal, ZERO } from "#src/core/model/values/decimal.js";
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { columnAmount, shortAmount } from "#src/web/pages/parts/amounts.js";
import { createNumbers } from "#src/web/pages/parts/numbers.js";

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
      assert.equal(seen(money.exact(shortestDecimal(-1_234_567.5))), exact);
      const amounts = [26_355_455_580.24, -3].map(shortestDecimal);
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
    [10.001, "11 times as much"],
    [16_847_213, "over 1,000 times as much"],
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
    it(`exactly ${amount} is ${text}`, () => assert.equal(pounds.exact(shortestDecimal(amount)), text));
  }

  for (const [amount, text] of [
    [93.3979579575811, "£93.4"],
    [-9_345.123456, "-£9,345"],
    [0.000123456, "£0.0001235"],
    [12.3456, "£12.3456"],
    [9_999.5, "£9,999.50"],
  ] as const) {
    it(`${amount} in few digits is ${text}`, () => assert.equal(pounds.short(shortestDecimal(amount)), text));
  }

  it("are not written with Latin letters in Hebrew, and not mirrored in texts from right to left", () => {
    const numbers = createNumbers("he");
    const hebrew = numbers.money("GBP");
    const plain = (text: string): string => text.replaceAll(/[\u200e\u200f]/g, "").replaceAll("\u00a0", " ");
    const amounts = [644_007_547_149, -5_000_000, 22_300, 999].map((each) => hebrew.short(shortestDecimal(each)));
    assert.deepEqual(amounts.map(plain), ["644 מיליארד £", "-5 מיליון £", "22.3 אלף £", "999 £"]);
    assert.equal(numbers.share(0.0000123), `\u200e< ${createNumbers("he").share(0.001).trim()}`);
    assert.equal(createNumbers("ar").share(0.0000123)[0], "\u200e");
    assert.equal(plain(createNumbers("ja").money("GBP").short(shortestDecimal(644_007_547_149))), "£6440億");
  });

  it("an amount without a currency has none", () => {
    assert.equal(money(null).exact("5.5"), "5.50");
    assert.equal(money(null).column([shortestDecimal(1e8)]).unit, "million");
    assert.equal(money(null).column([shortestDecimal(1)]).unit, "");
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
      const decimals = Array.from<number, Decimal>(amounts, shortestDecimal);
      const column = pounds.column(decimals);
      assert.equal(column.unit, unit);
      assert.deepEqual(decimals.map(column.format), texts);
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
    ["ja", 1e13, "€ 十億"],
    ["de", 1e6, "€"],
  ] as const) {
    it(`the unit of ${amount} is ${unit} in ${language}`, () => {
      assert.equal(
        seen(
          createNumbers(language)
            .money("EUR")
            .column([shortestDecimal(amount)]).unit,
        ),
        unit,
      );
    });
  }

  it("amounts of a column all have pennies if one has", () => {
    const written = (amounts: readonly number[]): readonly string[] => {
      const decimals = amounts.map(shortestDecimal);
      return decimals.map(pounds.exactly(decimals));
    };
    assert.deepEqual(written([1, 2.5, -3]), ["£1.00", "£2.50", "-£3.00"]);
    assert.deepEqual(written([1, 2]), ["£1", "£2"]);
    assert.deepEqual(written([0.125]), ["£0.125"]);
  });
});

describe("an amount on a page", () => {
  const pounds = createNumbers("en-GB").money("GBP");

  it("is short, with all digits in the tooltip", () => {
    assert.equal(
      shortAmount(pounds, shortestDecimal(26_355_455_580.24)).markup,
      '<data value="26355455580.24" title="£26,355,455,580.24">£26.4bn</data>',
    );
  });

  it("has no tooltip if it is exact", () => {
    assert.equal(shortAmount(pounds, shortestDecimal(-9_999.5)).markup, "-£9,999.50");
    assert.equal(shortAmount(pounds, ZERO).markup, "£0");
  });

  it("in a column has all digits in the tooltip, too", () => {
    const amounts = [1_250_000_000, 3].map(shortestDecimal);
    assert.equal(
      columnAmount(pounds, pounds.column(amounts), amounts[1]!).markup,
      '<data value="3" title="£3">&lt; 0.1</data>',
    );
  });

  it("has the digits that a double would round", () => {
    const amount = { unscaled: 35_000_000_000_000_055n, scale: 2 };
    assert.equal(
      shortAmount(pounds, amount).markup,
      '<data value="350000000000000.55" title="£350,000,000,000,000.55">£350tn</data>',
    );
  });

  it("in a column is rounded from its digits", () => {
    // As a double, 1.005 is below the middle.
    const amounts = ["1.005", "2.675"].map((text) => shortestDecimal(Number(text)));
    assert.deepEqual(amounts.map(pounds.column(amounts).format), ["1.01", "2.68"]);
  });

  for (const [currency, texts, exact] of [
    ["KWD", ["1.234", "0.005"], "KWD 1.500"],
    ["TND", ["1.234", "0.005"], "TND 1.500"],
    ["IQD", ["1.234", "0.005"], "IQD 1.500"],
    ["JPY", ["1", "< 1"], "¥1.5"],
    ["CLP", ["1", "< 1"], "CLP 1.5"],
    ["CLF", ["1.2340", "0.0050"], "CLF 1.5000"],
    ["EUR", ["1.23", "0.01"], "€1.50"],
    [null, ["1.23", "0.01"], "1.50"],
  ] as const) {
    it(`has the decimals of ${currency ?? "no currency"}`, () => {
      const money = createNumbers("en").money(currency);
      const amounts = [1.234, 0.005].map(shortestDecimal);
      assert.deepEqual(amounts.map(money.column(amounts).format), texts);
      assert.equal(seen(money.exact("1.5")), exact);
      assert.equal(seen(money.exactly(amounts)(shortestDecimal(1.5))), exact);
    });
  }
});
