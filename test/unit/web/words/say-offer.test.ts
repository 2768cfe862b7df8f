import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countText, phraseText } from "#src/core/errors/phrase-text.js";
import { explainRepair } from "#src/sources/analysis/explain-proposal.js";
import { sayFinding } from "#src/web/words/say-error.js";
import { sayOffer } from "#src/web/words/say-offer.js";

const german = {
  count: (n: number) => n.toLocaleString("de"),
  amount: (decimal: string) =>
    Number(decimal).toLocaleString("de", { minimumFractionDigits: decimal.split(".")[1]?.length ?? 0 }),
  list: (parts: readonly string[]) => new Intl.ListFormat("de").format(parts),
};

function say(sentence: string): string | undefined {
  return sayFinding(sentence, "de", german)
    ?.map(({ text }) => text)
    .join("");
}

describe("what was found in a file", () => {
  it("is said in a language, with its numbers, lists and parts", () => {
    const years = phraseText("columns_of_same", {
      count: 4000,
      parts: `${phraseText("part_years")} and ${phraseText("part_phases")}`,
      rows: 4000,
      places: `${phraseText("year_in_column", { heading: '"Year, or so"' })}, ${phraseText("phase_in_column", { heading: '"Phase"' })}`,
      values: '"Amount" or "Count"',
      remedy: phraseText("would_be_in_each", { names: '"Total"' }),
    });
    assert.equal(
      say(years),
      '4.000 Spalten sind Jahre, Phasen derselben Beträge; aus jeder Zeile werden 4.000 Zeilen, mit dem Jahr in "Year, or so", der Phase in "Phase" und dem Betrag in "Amount" und "Count"; „Total“ stünde in jeder davon und wäre daher kein Betrag mehr',
    );
    const units = `${phraseText("unit_thousands")} and ${phraseText("unit_millions")}`;
    assert.equal(
      say(phraseText("multiply_columns", { columns: '"A: b", "C"', units })),
      '"A: b", "C" multiplizieren: Die Zahlen sind in Tausend, Millionen',
    );
    const codes = [
      ["EUR", "12; EUR"],
      ["USD", "$ 1, or so"],
    ].map(([code, cell]) => phraseText("currency_in_cells", { code, count: 1200, example: JSON.stringify(cell) }));
    assert.equal(
      say(phraseText("amounts_of_currencies", { amounts: codes.join(", ") })),
      'Die Beträge sind in verschiedenen Währungen, EUR in 1.200 (etwa "12; EUR"), USD in 1.200 (etwa "$ 1, or so"), die sich nicht zusammenzählen lassen: Jede bekommt eine eigene Summe, eine Summe aller gibt es nicht',
    );
  });

  it("is said with all that is left out with sums", () => {
    const lost = [
      phraseText("sum_left_out", { amounts: "1,200.50", heading: '"A"', others: "" }),
      phraseText("sums_left_out", { count: 3, amounts: "7", heading: '"B. c"', others: "" }),
    ];
    const others = lost.reduceRight((more, each) => phraseText("and_also", { reason: each + more }), "");
    const said = say(phraseText("rows_add_others", { count: 4, remedy: phraseText("one_of_them_rounded"), others }));
    assert.equal(
      said,
      '4 Zeilen zählen andere zusammen, sodass Beträge doppelt zählen würden; 1 davon auf die Stellen, auf die sie gerundet ist. Jedes Laden vergleicht sie mit den Buchungen. 1 Zeile, die eine Summe ist, hat 1.200,50 in "A", wo keine der Zeilen, die sie zusammenzählt, einen Betrag hat: Er wird ausgelassen. 3 Zeilen, die Summen sind, haben zusammen 7 in "B. c", wo keine der Zeilen, die sie zusammenzählen, einen Betrag hat: Er wird ausgelassen',
    );
  });

  it("is said with the amounts that totals and files come to", () => {
    const place = phraseText("line_called", { line: 6, text: '"Total, as of May"' });
    const amounts = "2023: 1,280,700, Paid: -1,250.50 and 3 more";
    assert.equal(
      say(phraseText("rows_come_to", { count: "1,200", amounts, place })),
      'die 1.200 Zeilen ergeben 2023: 1.280.700, Paid: -1.250,50 und 3 weitere, wie angegeben: Dateizeile 6, "Total, as of May"',
    );
    const state = phraseText("more_than_before_by", { difference: "1,234.5", share: "+12.5", amount: "9,876" });
    assert.equal(
      say(phraseText("compared_with_file", { file: "a.csv", subject: "amount 11,110.5 EUR", state })),
      "verglichen mit a.csv: amount 11.110,5 EUR, 1.234,5 mehr (+12,5 %) als dort (9.876)",
    );
    const subject = countText(1200, "one_entry", "some_entries");
    assert.equal(
      say(phraseText("compared_with_last_load", { subject, state: phraseText("as_before", { amount: "1,200" }) })),
      "verglichen mit dem letzten Laden: 1.200 Buchungen, wie dort (1.200)",
    );
    const span = phraseText("versions_from_to", { first: "2019", last: "2021" });
    assert.equal(
      say(phraseText("only_period_there", { span: "2021", span_b: span })),
      "die Datei hat 2021, der Datensatz 2019 bis 2021: ihr einziger Zeitraum ist dort schon vorhanden",
    );
  });

  it("is data where it has no words, whatever phrase it is like", () => {
    assert.equal(say("years"), undefined);
    assert.equal(say("44197 → 2021-01-01"), undefined);
    assert.equal(
      say(phraseText("values_mean", { values: "years, revenue", parts: phraseText("part_revenue") })),
      "years, revenue → Einnahmen",
    );
    assert.equal(
      say(phraseText("members_such_as", { heading: "Area", count: 4000, values: "years, months" })),
      "Area: 4.000 Ausprägungen, etwa years, months",
    );
    assert.equal(
      say(phraseText("read_sheets", { count: 3, first: "years", last: "months" })),
      "Die 3 Blätter von years bis months als eine Tabelle lesen",
    );
  });

  it("is said as the command line writes it, whatever signs its columns have", () => {
    const cells = {
      kind: "cells",
      label: phraseText("read_as_empty", { values: '"n/a (or so)"' }),
      reason: phraseText("cell_among_numbers"),
      examples: [
        phraseText("line_empty", { line: 3, column: "Paid (net). Or so; gross", text: "n/a" }),
        phraseText("columns_become", { columns: "2019 | 2020", values: "Year: 2019, Amount", heading: "2019" }),
        "1; 2",
      ],
    } as const;
    const inGerman =
      '"n/a (or so)" in Spalten mit Zahlen und Datumsangaben als leer lesen (Dateizeile 3, Paid (net). Or so; gross: n/a → leer; 2019 | 2020 → Year: 2019, Amount: die Zelle unter 2019; und so weiter; 1; 2). 1 Zelle unter Zahlen ist keine Zahl; ein leerer Betrag zählt als 0, wenn die Spalte nichts anderes sagt';
    assert.equal(sayOffer(explainRepair(cells, true), "de", german), inGerman);
    assert.equal(
      sayOffer(explainRepair(cells, false), "de", german),
      `${inGerman}; --accept cells nimmt es in das Modell auf`,
    );
    assert.equal(sayOffer("12 rows, 3 columns (of which 1 is empty). So it is", "de", german), null);
  });
});
