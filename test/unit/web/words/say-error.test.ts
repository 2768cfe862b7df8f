import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { errorText } from "#src/core/errors/error-text.js";
import {
  countText,
  phraseText,
  PHRASES_NOT_READ,
  readPhrase,
  type DamagePhrase,
  type PhraseCode,
} from "#src/core/errors/phrase-text.js";
import { ERROR_PHRASES } from "#src/core/errors/texts/phrases.js";
import { ENGLISH } from "#src/web/words/english.js";
import { listLanguages, offerWords } from "#src/web/words/languages.js";
import { parseDate } from "#src/core/model/values/dates.js";
import { parseDecimal, PLAIN_NUMBERS } from "#src/core/model/values/numbers.js";
import { explainError, rowError } from "#src/sources/ingest/cast/cell-error.js";
import { explainRule } from "#src/sources/ingest/csv/leave-out.js";
import { DAMAGE_PHRASES } from "#src/core/errors/texts/damages.js";
import { DateEvidence } from "#src/sources/ingest/cast/date-evidence.js";
import { sayError, textOfParts } from "#src/web/words/say-error.js";

const GERMAN = {
  errors: {
    unknown_dimension: "Keine Dimension „<dimension>“<remedy>",
    not_a_number: "keine Zahl",
    too_many_cells: "mehr als <maximum> Zellen",
    wrong_value: "„<value>“ ist nicht <wanted>",
    filter_ignored: "Filter <cut> ohne Wirkung: <reason>",
    ambiguous_taxonomy: "„<dimension>“: <names> in „<dataset>“",
    not_json: "<subject> ist kein JSON: Zeile <line>, Spalte <column>: <expected>",
    key_missing: "fehlt; schreiben Sie <expected>",
    not_category: "<value> ist keine Kategorie<remedy>",
    sheets_not_read: "Von <name> gelesen: <sheets>; nicht gelesen: <known><remedy>",
    several_keys_unknown: "unbekannt: <names>",
    rows_replaced: "<rows> gelesen, <entries>: ersetzt (<key>): <count>, ohne <amounts>: <examples>.",
  },
  phrases: {
    quoted: "„<name>“",
    did_you_mean: "; meinten Sie <names>?",
    known: "; bekannt: <known>",
    matches_nothing: "; das trifft nichts",
    a_number: "eine Zahl",
    code_of_language: "ein Kürzel",
    the_model: "das Modell",
    expected_colon: "erwartet wird ein Doppelpunkt",
    value_of: "<reference> „<text>“",
    write_known: "; schreiben Sie <known>",
    only_the_sheet: "<names>",
    sheets_other_columns: "<names> (andere Spalten)",
    sheets_hidden: "<names> (verborgen)",
    read_sheets_as_one: "; alle zusammen",
    and_more: "<known> und <count> weitere",
    some_rows: "<count> Zeilen",
    one_entry: "1 Buchung",
    row_replaced_row: "Zeile <row> statt <row_b> (<key>; <value> zu <value_b>)",
  },
};

let withdraw: () => void;
before(() => void (withdraw = offerWords("de-XA", ENGLISH, GERMAN)));
after(() => withdraw());

const german = {
  count: (n: number) => n.toLocaleString("de"),
  amount: (decimal: string) =>
    Number(decimal).toLocaleString("de", { minimumFractionDigits: decimal.split(".")[1]?.length ?? 0 }),
  list: (parts: readonly string[]) => parts.join(" oder "),
};

function joinIn(language: string): (parts: readonly string[], joined: "and" | "or") => string {
  return (parts, joined) =>
    new Intl.ListFormat(language, { type: joined === "and" ? "conjunction" : "disjunction" }).format(parts);
}

function say(sentence: string, language = "de-XA"): string {
  return sayError(sentence, language, german)
    .map(({ text }) => text)
    .join("");
}

describe("an error in another language", () => {
  it("is its translation with the values of the sentence, and its remedy", () => {
    const names = '"to" or "from"';
    const remedy = phraseText("did_you_mean", { names });
    assert.equal(
      say(`cut: ${errorText("unknown_dimension", { dimension: "too", remedy })}`),
      "cut: Keine Dimension „too“; meinten Sie „to“ oder „from“?",
    );
    const several = phraseText("known", { known: "a, b" }) + phraseText("matches_nothing");
    assert.equal(
      say(errorText("unknown_dimension", { dimension: "x", remedy: several })),
      "Keine Dimension „x“; bekannt: a, b; das trifft nichts",
    );
  });

  it("has numbers of the language, and the value of a cell before it", () => {
    assert.equal(say(errorText("too_many_cells", { maximum: 250000 })), "mehr als 250.000 Zellen");
    assert.equal(say(`"12 EUR" ${errorText("not_a_number")}`), '"12 EUR": keine Zahl');
    assert.equal(
      say(errorText("wrong_value", { value: "x", wanted: phraseText("code_of_language") })),
      "„x“ ist nicht ein Kürzel",
    );
  });

  it("says the error that is the reason of another one", () => {
    const reason = errorText("unknown_dimension", { dimension: "x", remedy: "" });
    assert.equal(
      say(errorText("filter_ignored", { cut: "x:1", reason })),
      "Filter x:1 ohne Wirkung: Keine Dimension „x“",
    );
  });

  it("says what JSON lacks, and what to write instead", () => {
    const expected = phraseText("expected_colon");
    assert.equal(
      say(errorText("not_json", { subject: phraseText("the_model"), line: 3, column: 5, expected })),
      "das Modell ist kein JSON: Zeile 3, Spalte 5: erwartet wird ein Doppelpunkt",
    );
    const remedy = phraseText("write_known", { known: '"budget" or "other"' });
    assert.equal(
      say(errorText("not_category", { value: '"x"', remedy })),
      '"x" ist keine Kategorie; schreiben Sie "budget" oder "other"',
    );
  });

  it("says phrases in a list, and how many more there are", () => {
    assert.equal(
      say(
        errorText("sheets_not_read", {
          name: "a.xlsx",
          sheets: phraseText("only_the_sheet", { names: '"A"' }),
          known: `${phraseText("sheets_other_columns", { names: '"B, b", "C"' })}, ${phraseText("sheets_hidden", { names: '"D"' })}`,
          remedy: phraseText("read_sheets_as_one"),
        }),
      ),
      "Von a.xlsx gelesen: „A“; nicht gelesen: „B, b“, „C“ (andere Spalten), „D“ (verborgen); alle zusammen",
    );
    assert.equal(
      say(errorText("several_keys_unknown", { names: phraseText("and_more", { known: '"a", "b"', count: 1200 }) })),
      'unbekannt: "a", "b" und 1.200 weitere',
    );
    const replaced = { row: 5, row_b: 2, key: 'id "a; b"', value: "1", value_b: "2" };
    assert.equal(
      say(
        errorText("rows_replaced", {
          rows: countText(3, "one_row", "some_rows"),
          entries: countText(1, "one_entry", "some_entries"),
          count: 2,
          key: "id",
          amounts: "7 EUR",
          examples: `${phraseText("row_replaced_row", replaced)}; ${phraseText("row_replaced_row", replaced)} …`,
        }),
      ),
      '3 Zeilen gelesen, 1 Buchung: ersetzt (id): 2, ohne 7 EUR: Zeile 5 statt 2 (id "a; b"; 1 zu 2); Zeile 5 statt 2 (id "a; b"; 1 zu 2) ….',
    );
  });

  it("has names in the quotes of the language, and what is to be typed in those of JSON", () => {
    for (const [names, said] of [
      ['"town"', "„town“"],
      ['"$&"', "„$&“"],
      ["/town", "/town"],
      ['"a"b"', '"a"b"'],
    ] as const) {
      const remedy = phraseText("did_you_mean", { names });
      assert.equal(
        say(errorText("unknown_dimension", { dimension: "twon", remedy })),
        `Keine Dimension „twon“; meinten Sie ${said}?`,
      );
    }
  });

  it("keeps what is to be typed, whatever phrase it is like", () => {
    assert.equal(
      say(errorText("key_missing", { expected: '"label": "Town"' })),
      'fehlt; schreiben Sie "label": "Town"',
    );
  });

  it("keeps texts of the data, whatever phrase they are like", () => {
    assert.equal(
      say(errorText("unknown_dimension", { dimension: "a number", remedy: "" })),
      "Keine Dimension „a number“",
    );
  });

  it("says roles of signs, readings of dates and places of cells, and keeps lists of cells as they are", () => {
    const says = (sentence: string): string =>
      sayError(sentence, "de", german)
        .map(({ text }) => text)
        .join("");
    const { error } = parseDecimal("145.132,34", PLAIN_NUMBERS) as { readonly error: string };
    assert.equal(
      says(
        explainError({
          ...rowError(1200, `"145.132,34" ${error}`),
          row: 1200,
          line: 1201,
          column: "Paid: net",
          attribute: "amount",
        }),
      ),
      'Zeile 1200 (Dateizeile 1201), Spalte „Paid: net“ (amount): "145.132,34": hier keine Zahl: das Tausendertrennzeichen „,“ muss vor dem Dezimalzeichen „.“ stehen; wenn „,“ das Dezimalzeichen ist, geben Sie dem Modell "decimal": "," und "thousands": "."',
    );
    const date = parseDate("5/1/2010", null) as { readonly error: string };
    assert.equal(
      says(date.error),
      "lässt sich auf zwei Arten lesen: 2010-01-05, wenn die erste Zahl der Tag ist, 2010-05-01, wenn die erste Zahl der Monat ist; schreiben Sie JJJJ-MM-TT",
    );
    assert.match(
      says(errorText("cells_without_number", { column: '"A"', count: 2, examples: '"n/a", "n/a"' })),
      / "n\/a", "n\/a"/,
    );
    const rule = { column: "Payee", values: ["", "Total"], begins: ["Sum"] };
    assert.match(
      says(errorText("row_left_out", { rule: explainRule(rule), amounts: "1,200.5", examples: "line 3" })),
      /„Payee“ ist leer, ist "Total" oder beginnt mit "Sum".*1\.200,5/,
    );
  });

  it("says how the dates of a column are written, in every language with no English left", () => {
    const evidence = (cells: readonly string[]): string => {
      const found = new DateEvidence();
      cells.forEach((cell, at) => found.take(cell, at + 2));
      const verdict = found.decide();
      assert.ok(verdict && "error" in verdict);
      return verdict.error;
    };
    const twoWays = evidence(["5/1/2010", "1/2/2010"]);
    const mixed = evidence(["25/12/2010", "5 Jan 2009"]);
    const forms = ["form_day_name_year", "form_name_day_year"] as const;
    const ways = forms.map((form, at) =>
      phraseText("text_in_row_is", { text: "January 5, 2009", row: at, form: phraseText(form) }),
    );
    const worded = errorText("dates_mixed", { ways: ways.join(", "), format: "%d %b %Y" });
    const short = evidence(["25-01-24"]);
    const years = evidence(["2009/10", "2010/11", "2010.1.5"]);
    const says = (sentence: string, language: string): string =>
      sayError(sentence, language, { ...german, list: joinIn(language) })
        .map(({ text }) => text)
        .join("");
    assert.equal(
      says(twoWays, "de"),
      'auf zwei Arten lesbar, etwa "5/1/2010" in Zeile 2, "1/2/2010" in Zeile 3: Tag/Monat/Jahr oder Monat/Tag/Jahr; schreiben Sie "format": "%d/%m/%Y", wenn die erste Zahl der Tag ist oder "format": "%m/%d/%Y", wenn die erste Zahl der Monat ist',
    );
    assert.match(
      says(worded, "de"),
      /"January 5, 2009" in Zeile 0 ist Tag, Monatsname, Jahr, "January 5, 2009" in Zeile 1 ist Monatsname, Tag, Jahr;/,
    );
    for (const language of listLanguages().filter((each) => /^(?!en)[a-z]+$/.test(each))) {
      for (const sentence of [twoWays, mixed, worded, short, years]) {
        assert.doesNotMatch(
          says(sentence, language).replaceAll(/"[^"]*"/g, ""),
          /\b(?:day|month|year|such|row|digits|first|number|written)\b/,
        );
      }
    }
  });

  it("says what is damaged in a stored table", () => {
    const damage = errorText("stored_table_damaged", {
      place: "dimensions[2].codes",
      reason: phraseText("list_of_other_length", { count: 1200, length: 3 }),
    });
    assert.equal(
      textOfParts(sayError(damage, "de", german)),
      "Die Tabelle kann nicht gelesen werden: dimensions[2].codes ihres Kopfes hat 1.200 statt 3 Elemente",
    );
    const reasons = (Object.keys(DAMAGE_PHRASES) as DamagePhrase[]).map((code) =>
      (phraseText as (code: PhraseCode, values: object) => string)(code, {}),
    );
    for (const language of listLanguages().filter((each) => /^(?!en)[a-z]+$/.test(each))) {
      for (const reason of reasons) {
        const said = textOfParts(sayError(errorText("stored_table_damaged", { place: "x", reason }), language, german));
        assert.ok(!said!.includes(reason), `${language}: ${reason}`);
      }
    }
  });

  it("is English where it has no translation, and says so", () => {
    const sentence = errorText("query_too_long");
    assert.deepEqual(sayError(sentence, "de-XA", german), [{ is: "english", text: sentence }]);
    assert.deepEqual(sayError("Something else", "de-XA", german), [{ is: "english", text: "Something else" }]);
    assert.deepEqual(sayError(sentence, "en", german), [{ is: "words", text: sentence }]);
    const parts = sayError(
      errorText("unknown_dimension", { dimension: "x", remedy: "; do it otherwise" }),
      "de-XA",
      german,
    );
    assert.deepEqual(
      parts.filter(({ is }) => is === "english"),
      [{ is: "english", text: "; do it otherwise" }],
    );
  });
});

describe("a phrase of errors", () => {
  for (const code of Object.keys(ERROR_PHRASES) as PhraseCode[]) {
    // What is in quotes may be a text of the data.
    if (PHRASES_NOT_READ.has(code)) continue;
    it(`${code} is read again`, () => {
      const names = [...ERROR_PHRASES[code].matchAll(/<([a-z_]+)>/g)].map(([, name]) => name!);
      // A remedy ends a sentence, behind a semicolon.
      const values = Object.fromEntries(names.map((name) => [name, `${name === "remedy" ? "; " : ""}${name}1`]));
      const text = (phraseText as (code: PhraseCode, values: object) => string)(code, values);
      assert.deepEqual(readPhrase(text), { code, values });
    });
  }
});
