import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { languageOfAmounts, readTypedAmount, writeForAddress } from "#src/calls/views/pages/typed-amounts.js";
import { isError } from "#src/core/model/values/value.js";
import { type Decimal, decimalText } from "#src/core/model/values/decimal.js";
import { createNumbers } from "#src/web/pages/parts/numbers.js";
import { queryParameters } from "../../../../fixtures.js";

function read(text: string, language: string | null): string {
  const amount = readTypedAmount(text, language);
  return isError(amount) ? amount.error : decimalText(amount);
}

describe("an amount that is typed on a page", () => {
  for (const [language, text, amount] of [
    ["de", "1.000", "1000"],
    ["de", "1.000,50 €", "1000.5"],
    ["de", "1000.5", "1000.5"],
    ["de", "0.005", "0.005"],
    ["de-AT", "1.000", "1000"],
    ["de-CH", "1’000.50", "1000.5"],
    ["de-CH", "1'000", "1000"],
    ["de-CH", "1.000", "1"],
    ["fr", "1\u202f000,5", "1000.5"],
    ["fr", "1\u00a0000", "1000"],
    ["fr", "1.000", '"1.000" can be read in two ways; write 1000 or 1,000'],
    ["pl", "12.34.5", '"12.34.5" is not a number; write it like 1234,50'],
    ["en-GB", "1,000", "1000"],
    ["en-GB", "1.000", "1"],
    ["en-IN", "12,34,567.5", "1234567.5"],
    ["ar-EG", "١٬٢٣٤٫٥", "1234.5"],
    ["ar-EG", "\u061c-١٠٠٠", "-1000"],
    ["fa", "۱٬۲۳۴", "1234"],
    ["sv", "\u22121 000", "-1000"],
    [null, "1.000", "1"],
    [null, "1,000", '"1,000" is not a number; write it like 1234.50'],
  ] as const) {
    it(`${text} is ${amount} in ${language ?? "programs"}`, () => assert.equal(read(text, language), amount));
  }

  const amounts = fc.record({ unscaled: fc.bigInt(-(10n ** 20n), 10n ** 20n), scale: fc.nat(6) });
  const languages = fc.constantFrom("de", "de-AT", "de-CH", "en-GB", "en-IN", "fr", "es", "pt-PT", "ar-EG", "fa", "mr");

  it("is read as pages write it", () => {
    fc.assert(
      fc.property(amounts, languages, (amount: Decimal, language) => {
        const { plain, typed, money } = createNumbers(language);
        const text = decimalText(amount);
        for (const written of [plain(text), typed(text), money(null).exact(text)]) {
          assert.equal(read(written, language), text, `${written} in ${language}`);
        }
      }),
    );
  });

  it("is read alike in every language from an address that a page wrote", () => {
    fc.assert(
      fc.property(amounts, languages, (amount: Decimal, language) => {
        const written = writeForAddress(amount);
        for (const each of [language, null]) assert.equal(read(written, each), decimalText(amount), written);
      }),
    );
  });

  it("is of the language that its form names, else of the page", () => {
    assert.equal(languageOfAmounts(queryParameters("numbers=de"), "en-GB"), "de");
    assert.equal(languageOfAmounts(queryParameters("numbers=de"), null), "de");
    assert.equal(languageOfAmounts(queryParameters("numbers=no_language"), "fr"), "fr");
    assert.equal(languageOfAmounts(queryParameters(""), null), null);
  });
});
