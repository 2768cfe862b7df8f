import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findWords, hasWord, isWord, languagesOf } from "#src/core/model/words/find-words.js";
import { wordOfTotal } from "#src/sources/ingest/totals/total-words.js";
import { MEANINGS, WORDS } from "#src/core/model/words/word-table.js";
import { splitHeading } from "#src/sources/analysis/split-heading.js";

const LANGUAGES = [...new Set(WORDS.map(({ language }) => language))];

describe("the table of words", () => {
  it("has every meaning in each of forty languages", () => {
    assert.ok(LANGUAGES.length >= 40, String(LANGUAGES.length));
    const found = new Set(WORDS.map(({ language, means }) => `${language} ${means}`));
    const missing = LANGUAGES.flatMap((language) =>
      MEANINGS.filter((means) => !found.has(`${language} ${means}`)).map((means) => `${language} ${means}`),
    );
    assert.deepEqual(missing, []);
  });

  it("finds each of its words, in upper case too, as what it means", () => {
    for (const { words, language, means } of WORDS) {
      for (const word of words) {
        const plain = word.replace(/^=/, "").replaceAll("*", "abc");
        for (const text of [plain, plain.toUpperCase(), ` ${plain}: `]) {
          // Letters that become two in upper case.
          if (text.length !== plain.length && !text.startsWith(" ")) continue;
          assert.ok(isWord(text, means), `${language} ${means} ${text}`);
          assert.ok(languagesOf(text, means).includes(language), `${language} ${means} ${text}`);
        }
        if (!word.startsWith("=")) assert.ok(hasWord(`2022 ${plain}`, means), `${language} ${means} ${plain}`);
      }
    }
  });

  it("finds no words within others, and the longest at a place", () => {
    assert.deepEqual(findWords("Historical costumes", "expenditure"), []);
    assert.deepEqual(findWords("Antotal", "total"), []);
    const [grand, ...others] = findWords("Grand total 2022", "total");
    assert.deepEqual([grand!.start, grand!.end, others], [0, 11, []]);
    const [within] = findWords("令和5年度決算額", "executed");
    assert.deepEqual([within!.start, within!.end], [5, 8]);
  });

  it("says of amounts with years in each language what year and phase they are of", () => {
    for (const { words, language, means } of WORDS) {
      if (means !== "executed" && means !== "approved" && means !== "budget") continue;
      const word = words.find((each) => !each.startsWith("=") && !each.includes("*")) ?? "";
      for (const heading of [`${word} 2022`, `2022 ${word}`, `${word} (2022) €`]) {
        const { period, phase, rest } = splitHeading(heading);
        assert.deepEqual([period, phase, rest], [{ kind: "Year", text: "2022" }, word, ""], `${language} ${heading}`);
      }
    }
  });

  it("tells words for totals at the begin and at the end of a cell", () => {
    for (const [cell, words, at] of [
      ["Total", "Total", "begin"],
      ["Total Housing", "Total", "begin"],
      ["Housing Total:", "Total", "end"],
      ["SUMME Einnahmen", "SUMME", "begin"],
      ["合計", "合計", "begin"],
      ["Разом видатків", "Разом", "begin"],
      ["Összesen", "Összesen", "begin"],
      ["المجموع", "المجموع", "begin"],
    ] as const) {
      assert.deepEqual(wordOfTotal(cell), { words, at });
    }
    assert.equal(wordOfTotal("Totally new"), null);
  });
});
