import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readDirections } from "#src/core/model/words/directions.js";
import { readPhases } from "#src/core/model/words/phases.js";
import { WORDS } from "#src/core/model/words/word-table.js";

const LANGUAGES = [...new Set(WORDS.map(({ language }) => language))];

function firstOf(language: string, means: string): string {
  const { words } = WORDS.find((each) => each.language === language && each.means === means)!;
  return words[0]!.replace(/^=/, "");
}

describe("directions", () => {
  for (const language of LANGUAGES) {
    it(`are read in the language ${language}`, () => {
      const [revenue, expenditure] = [firstOf(language, "revenue"), firstOf(language, "expenditure")];
      const read = readDirections("Kind", [revenue, expenditure]);
      assert.deepEqual([...read!.directions.values(), read!.isSure], ["revenue", "expenditure", true]);
    });
  }

  for (const [revenue, expenditure] of [
    ["CR", "DR"],
    ["Credit", "Debit"],
    ["Bij", "Af"],
    ["Haben", "Soll"],
    ["EINN", "AUSG"],
    ["Ma", "Winien"],
    ["Dal", "Má dáti"],
    ["Avere", "Dare"],
    ["Haber", "Debe"],
  ] as const) {
    it(`are read from ${revenue} and ${expenditure}`, () => {
      const { directions } = readDirections("Kind", [expenditure, revenue])!;
      assert.deepEqual([directions.get(revenue), directions.get(expenditure)], ["revenue", "expenditure"]);
    });
  }

  it("are not read from one of them, nor where most texts are others", () => {
    assert.equal(readDirections("Kind", ["Income", "Other"]), null);
    assert.equal(readDirections("Kind", ["Income", "Costs", "A", "B", "C"]), null);
    assert.equal(readDirections("Sollkonto", ["Soll", "Ist"]), null);
  });

  it("are read from letters where the heading says so, and from no other texts, whatever it says", () => {
    const letters = readDirections("Richtung: Einnahmen, Ausgaben", ["H", "S"]);
    assert.deepEqual([...letters!.directions.values()], ["revenue", "expenditure"]);
    assert.equal(readDirections("Kind", ["H", "S"]), null);
    assert.equal(readDirections("Richtung: Einnahmen, Ausgaben", ["Roads", "Schools"]), null);
  });
});

describe("phases", () => {
  for (const language of LANGUAGES) {
    it(`are read in the language ${language}`, () => {
      const [approved, executed] = [firstOf(language, "approved"), firstOf(language, "executed")];
      assert.deepEqual([...readPhases([approved, executed]).values()], ["approved", "executed"]);
      const [adjusted, budget] = [firstOf(language, "adjusted"), firstOf(language, "budget")];
      assert.deepEqual([...readPhases([adjusted, budget, executed]).values()], ["adjusted", "approved", "executed"]);
    });
  }

  for (const [texts, phases] of [
    [
      ["ORIGINAL", "REVISED", "ACTUAL", "ESTIMATE"],
      ["approved", "adjusted", "executed", "proposed"],
    ],
    [
      ["Plan", "Ist"],
      ["proposed", "executed"],
    ],
    [
      ["Plan", "Wykonanie"],
      ["approved", "executed"],
    ],
    [
      ["Ansatz", "Nachtrag", "Rechnungsergebnis"],
      ["approved", "adjusted", "executed"],
    ],
    [
      ["Soll", "Ist"],
      ["approved", "executed"],
    ],
    [
      ["Approved budget", "Adjusted budget", "Budget execution"],
      ["approved", "adjusted", "executed"],
    ],
    [
      ["当初予算", "補正予算", "決算"],
      ["approved", "adjusted", "executed"],
    ],
  ] as const) {
    it(`are read from ${texts.join(", ")}`, () => assert.deepEqual([...readPhases(texts).values()], phases));
  }
});
