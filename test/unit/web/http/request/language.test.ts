import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { chooseLanguage } from "#src/web/http/request/language.js";
import { ENGLISH } from "#src/web/words/english.js";
import { offerWords } from "#src/web/words/languages.js";

const choose = (lang?: string, cookie?: string, accepted?: string): string =>
  chooseLanguage({ lang, cookie, accepted });

describe("the language of a page", () => {
  const withdraw: (() => void)[] = [];
  before(() => void withdraw.push(...["de", "ar", "he"].map((language) => offerWords(language, ENGLISH))));
  after(() => {
    for (const each of withdraw) each();
  });

  it("is the preferred one that has words, with its region", () => {
    assert.equal(choose(undefined, undefined, "de-AT,de;q=0.9,en;q=0.8"), "de-AT");
    assert.equal(choose(undefined, undefined, "zu,de;q=0.5,en;q=0.8"), "en");
    assert.equal(choose(undefined, undefined, "iw"), "he");
    assert.equal(choose(undefined, undefined, "ar-EG"), "ar-EG");
    for (const accepted of [undefined, "", "zu", "*", "x-klingon", "\u00ff", "zz-ZZ-ZZ"]) {
      assert.equal(choose(undefined, undefined, accepted), "en-GB", accepted);
    }
  });

  it("has digits of its own choice, and a region that is known", () => {
    assert.equal(choose(undefined, undefined, "de-u-nu-arab"), "de");
    assert.equal(choose("de-XX"), "de");
  });

  it("is that of the menu before what the browser prefers", () => {
    assert.equal(choose(undefined, "a=b; spendcube_language=de", "en-GB"), "de");
    assert.equal(choose(undefined, "spendcube_language=zu", "de-CH"), "de-CH");
    assert.equal(choose(undefined, "not_spendcube_language=de", undefined), "en-GB");
  });

  it("is that of the address before all, and English if it has no words", () => {
    assert.equal(choose("ar", "spendcube_language=de", "en-GB"), "ar");
    assert.equal(choose("de_AT", undefined, "en-GB"), "de-AT");
    assert.equal(choose("zu", "spendcube_language=de", "de"), "en-GB");
    assert.equal(choose("", undefined, "de"), "de");
    assert.equal(choose("!", undefined, "de"), "de");
  });
});
