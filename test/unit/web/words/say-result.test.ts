import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { errorText } from "#src/core/errors/error-text.js";
import { countText, phraseText, type PhraseCode } from "#src/core/errors/phrase-text.js";
import { OUTPUT_TEXTS } from "#src/core/errors/texts/outputs.js";
import { explainControl } from "#src/sources/ingest/totals/control.js";
import { listLanguages } from "#src/web/words/languages.js";
import { sayControl, sayResult } from "#src/web/words/say-result.js";

const german = {
  count: (n: number) => n.toLocaleString("de"),
  amount: (decimal: string) => Number(decimal).toLocaleString("de"),
  list: (parts: readonly string[]) => parts.join(" und "),
};

const say = (line: string, mayBeError = true): string => sayResult(line, "de", german, mayBeError);

describe("a line that a command prints, in another language", () => {
  it("says what a check has found, and how many more", () => {
    const read = { rows: countText(1234, "one_row", "some_rows"), count: "1,000" };
    const state = phraseText("no_problems");
    assert.equal(
      say(phraseText("file_checked", { ...read, state })),
      "keine Probleme: 1.234 Zeilen gelesen, davon leer: 1.000",
    );
    const found = {
      state: countText(2, "one_problem", "some_problems"),
      other: countText(1, "one_warning", "some_warnings"),
    };
    assert.equal(
      say(phraseText("file_checked_warned", { ...read, ...found })),
      "2 Probleme, 1 Warnung: 1.234 Zeilen gelesen, davon leer: 1.000",
    );
    const others = phraseText("more_than_listed", { count: "1,195" });
    assert.equal(
      say(phraseText("errors_of_kind_in_column", { count: "1,200", column: "Paid", others })),
      '1.200 dieser Art in der Spalte "Paid", 1.195 mehr als aufgeführt; --all nennt sie',
    );
    assert.equal(
      say(phraseText("files_verified", { count: "1,300", amount: "20.5" })),
      "gelesene Dateien: 1.300, 20,5 MB: nichts ist beschädigt",
    );
  });

  it("says an error without a word before it only where lines may be errors", () => {
    const error = errorText("not_a_number");
    assert.equal(say(`"x" ${error}`), '"x": keine Zahl');
    assert.equal(say(`"x" ${error}`, false), `"x" ${error}`);
    const holds = phraseText("damage_holds", {
      reason: errorText("stored_file_missing", { file: "a" }),
      names: "town",
    });
    assert.equal(say(holds), "a fehlt; enthält town");
  });

  it("leaves other lines as they are", () => {
    for (const line of ["dataset  town", "data/a.csv:", "", "total amount: 3"]) assert.equal(say(line), line);
  });

  it("has no English left in any language", () => {
    for (const language of listLanguages().filter((each) => !each.startsWith("en"))) {
      for (const code of Object.keys(OUTPUT_TEXTS) as PhraseCode[]) {
        const names = [...OUTPUT_TEXTS[code as keyof typeof OUTPUT_TEXTS].matchAll(/<([a-z_]+)>/g)].map(
          ([, name]) => name!,
        );
        const values = Object.fromEntries(names.map((name) => [name, "1"]));
        const line = (phraseText as (code: PhraseCode, values: object) => string)(code, values);
        assert.notEqual(sayResult(line, language, german, false), line, `${language}: ${code}`);
      }
    }
  });
});

describe("control figures in another language", () => {
  it("have its numbers and words", () => {
    const parts = Array.from({ length: 14 }, (_, at) => [`${2000 + at}`, "1234.5"] as const);
    const by = [{ dimension: "side", parts: [["Spending, net", "17000"] as const, ["Revenue", "283"] as const] }];
    const lines = explainControl(
      {
        rows: 1200,
        empty: 0,
        omitted: 3,
        sums: [{ measure: "amount", total: "17283", years: parts, by }],
        totals: [phraseText("more_rows_are_sums", { count: "1,000" })],
      },
      "EUR",
    );
    const said = lines.map((line) => sayControl(line, "de", german));
    assert.equal(said[0], "1.200 Zeilen, ausgelassen: 3, ohne Betrag: 0");
    assert.match(
      said[1]!,
      /^amount: 17\.283 EUR \(2000: 1\.234,5, 2001: 1\.234,5, .*, 2011: 1\.234,5 und 2 weitere; Spending, net: 17\.000, Revenue: 283\)$/,
    );
    assert.notEqual(said[2], lines[2]);
    assert.equal(sayControl("of nothing known", "de", german), "of nothing known");
  });
});
