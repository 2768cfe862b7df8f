import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withinSentence } from "#src/web/pages/parts/within-sentence.js";

describe("a label within a sentence", () => {
  for (const [language, label, within] of [
    ["en", "Function", "function"],
    ["en", "Programme (COFOG)", "programme (COFOG)"],
    ["fr", "Fonction", "fonction"],
    ["fr", "Sous-fonction", "sous-fonction"],
    ["fr", "L’organisme", "l’organisme"],
    ["es", "Órgano de contratación", "órgano de contratación"],
    ["it", "L'ente pagante", "l'ente pagante"],
    ["pl", "Źródło finansowania", "źródło finansowania"],
    ["uk", "Функція", "функція"],
    ["el", "Ύψος δαπάνης", "ύψος δαπάνης"],
    ["tr", "İl", "il"],
    ["tr", "Ilçe", "ılçe"],
  ] as const) {
    it(`begins with a small letter: ${label} (${language})`, () => {
      assert.equal(withinSentence(label, language), within);
    });
  }

  for (const [language, label, why] of [
    ["de", "Aufgabenbereich", "German nouns have a capital"],
    ["en", "COFOG level 1", "an abbreviation"],
    ["en", "R&D spending", "an abbreviation with a sign"],
    ["en", "EU funds", "an abbreviation"],
    ["en", "Level1", "a code"],
    ["en", "Home Office", "a name of several words"],
    ["es", "Comunidad de Madrid", "a name in it"],
    ["en", "McDonald", "a name with a capital in it"],
    ["en", "E-government", "a word of one letter"],
    ["en", "region", "it has a small letter"],
    ["en", "2009 prices", "it begins with a digit"],
    ["he", "משרד", "its letters are of one kind"],
    ["ja", "所管", "its letters are of one kind"],
    [null, "Function", "its language is not known"],
  ] as const) {
    it(`stays as it is: ${label} (${why})`, () => assert.equal(withinSentence(label, language), label));
  }
});
