import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { negotiateLanguage } from "#src/web/http/request/language.js";

const amountIn = (header: string): string =>
  new Intl.NumberFormat(negotiateLanguage(header), { style: "currency", currency: "GBP" }).format(-1435471);

describe("the language of numbers on a page", () => {
  it("is the preferred one", () => {
    assert.equal(negotiateLanguage("de-AT,de;q=0.9,en;q=0.8"), "de-AT");
    assert.equal(negotiateLanguage(undefined), "en-GB");
  });

  it("is none that is written from right to left: pages are in English", () => {
    for (const language of ["he", "ar", "ar-EG", "fa", "ur", "yi", "ckb"]) {
      assert.equal(negotiateLanguage(language), "en-GB", language);
      assert.doesNotMatch(amountIn(language), /[\u0590-\u08ff\u200e\u200f\u061c]/, language);
    }
    assert.equal(negotiateLanguage("he,de;q=0.5"), "de");
  });

  it("has the digits of the page", () => {
    for (const language of ["mr", "bn", "ne", "my"]) assert.match(amountIn(language), /\d/, language);
  });
});
