import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ERROR_PHRASES } from "#src/core/errors/texts/phrases.js";
import { ERROR_TEXTS } from "#src/core/errors/texts/texts.js";
import { ENGLISH } from "#src/web/words/english.js";
import { errorWordsIn, listLanguages, wordsIn } from "#src/web/words/languages.js";
import { listTexts } from "#scripts/words/list-texts.js";
import { findOtherTerms, TERMS } from "#scripts/words/terms.js";

const textOf = (text: unknown): string => (typeof text === "string" ? text : JSON.stringify(text));

/** Pair the texts of pages and errors with their translations. */
function pairTexts(language: string): ReadonlyMap<string, readonly [string, string]> {
  const translated = new Map(listTexts(wordsIn(language)));
  const pairs = new Map<string, readonly [string, string]>(
    [...listTexts(ENGLISH)].map(([key, text]) => [key, [textOf(text), textOf(translated.get(key))]]),
  );
  const { errors = {}, phrases = {} } = errorWordsIn(language);
  for (const [section, english, given] of [
    ["errors", ERROR_TEXTS, errors],
    ["phrases", ERROR_PHRASES, phrases],
  ] as const)
    for (const [code, text] of Object.entries<unknown>(english))
      pairs.set(`${section}.${code}`, [textOf(text), (given as Readonly<Record<string, string>>)[code]!]);
  return pairs;
}

describe("the terms of every language", () => {
  for (const language of listLanguages().filter((each) => each !== "en")) {
    it(`are one word each, on pages and in errors: ${language}`, () => {
      for (const [name, { languages }] of Object.entries(TERMS)) assert.ok(languages[language], name);
      assert.deepEqual(findOtherTerms(language, pairTexts(language)), []);
    });
  }

  it("name the box to tick as the box is called", () => {
    for (const language of listLanguages().filter((each) => each !== "en")) {
      const box = wordsIn(language).manage.editor.same;
      const text = (errorWordsIn(language).errors as Readonly<Record<string, string>>)["dataset_is_used"]!;
      assert.ok(text.includes(box), `${language}: ${text} does not name ${box}`);
    }
  });

  it("keep what is to be typed as the program reads it", () => {
    for (const language of listLanguages()) assert.match(wordsIn(language).manage.fields.unit, /\bpeople\b/, language);
  });

  it("address readers in one way", () => {
    // Words of the other way, alone or at the beginning of a sentence.
    const others: Readonly<Record<string, RegExp>> = {
      fr: /(?<!\p{L})(?:tu|ton|tes|toi)(?!\p{L})/iu,
      de: /(?<!\p{L})(?:du|dein\p{L}*|dich|dir)(?!\p{L})/iu,
      it: /(?<!\p{L})(?:Lei|Suo|Sua|Scriva|Aggiunga|Riprovi|Indichi|Corregga|Scelga)(?!\p{L})/u,
      pt: /(?<!\p{L})(?:você\p{L}*|tu|teu|tua)(?!\p{L})/iu,
      he: /(?<!\p{L})(?:שלך|משלך|נכנסת|התכוונת|בניהולך|אותך|אינך)(?!\p{L})/u,
    };
    for (const [language, other] of Object.entries(others)) {
      const found = [...pairTexts(language)].filter(([, [, text]]) => other.test(text)).map(([key]) => key);
      assert.deepEqual(found, [], language);
    }
  });

  it("are found in words, not in names and what is to be typed", () => {
    const find = (english: string, german: string): number =>
      findOtherTerms("de", new Map([["a.b", [english, german]]])).length;
    assert.equal(find("The member is gone", "Das Mitglied ist weg"), 1);
    assert.equal(find("The members are gone", "Die Ausprägungen sind weg"), 0);
    assert.equal(find('Write <member>, "member" or dataset.members', "Schreiben Sie es"), 0);
  });
});
