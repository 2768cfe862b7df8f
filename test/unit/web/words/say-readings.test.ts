import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { phraseText } from "#src/core/errors/phrase-text.js";
import { sayFinding } from "#src/web/words/say-error.js";
import { sayReadings, writeTerms } from "#src/web/words/say-readings.js";

const writing = {
  count: (n: number) => n.toLocaleString("de"),
  amount: (decimal: string) => decimal,
  list: (parts: readonly string[]) => new Intl.ListFormat("de").format(parts),
};

const say = (sentence: string): string | undefined =>
  sayFinding(sentence, "de", writing)
    ?.map(({ text }) => text)
    .join("");

describe("how columns are read", () => {
  it("is said for each, whatever its name", () => {
    const date = phraseText("column_written", { heading: '"Day and \\"hour\\", written"', format: "%d.%m.%Y" });
    const readings = `${date} and "Bread and butter" and ${phraseText("date_of_all", { value: "2024" })}`;
    assert.equal(
      say(phraseText("key_is", { readings })),
      'Schlüssel: "Day and \\"hour\\", written", geschrieben als %d.%m.%Y, "Bread and butter" und das Datum 2024',
    );
    assert.equal(say(phraseText("key_is", { readings: '"A" and "B" and "C"' })), 'Schlüssel: "A", "B" und "C"');
    assert.equal(say(phraseText("amount_is", { readings: '"A and B"' })), 'Betrag: "A and B"');
  });

  it("is the name of a column that is no phrase", () => {
    assert.equal(
      sayReadings('"A"', () => null, String),
      '"A"',
    );
  });
});

describe("columns that are added", () => {
  it("have signs between them, and names as they are", () => {
    assert.equal(writeTerms('"A plus B" plus "C" minus "D minus \\" E"'), '"A plus B" + "C" − "D minus \\" E"');
    const balance = phraseText("column_is_balance", { heading: '"Rest"', terms: '"In" minus "Out"', count: 1200 });
    assert.match(say(balance)!, /^"Rest" ist in 1\.200 Zeilen der laufende Saldo von "In" − "Out": /);
  });
});
