import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { errorText } from "#src/core/errors/error-text.js";
import { phraseText } from "#src/core/errors/phrase-text.js";
import { createNumbers } from "#src/web/pages/parts/numbers.js";
import { sayError, sayFinding, textOfParts } from "#src/web/words/say-error.js";

describe("an amount in a sentence", () => {
  const english = createNumbers("en-GB");
  const writing = (currency: string | null) => ({
    count: english.count,
    amount: english.money(null).exact,
    money: (decimal: string, own: string) => english.money(own).exact(decimal),
    currency,
    list: (parts: readonly string[]) => parts.join(", "),
  });
  const sayOf = (sentence: string, currency: string | null = null): string =>
    textOfParts(sayFinding(sentence, "en", writing(currency)) ?? sayError(sentence, "en", writing(currency)))!;
  const lost = (amounts: string): string =>
    phraseText("sum_left_out", { amounts, heading: '"Betrag (EUR)"', others: "" });

  it("is money where its currency is known, and stays a number where it is not", () => {
    assert.match(sayOf(lost("10,884,662.83"), "EUR"), /^1 row that is a sum has €10,884,662\.83 in "Betrag \(EUR\)", /);
    assert.match(sayOf(lost("-1,200"), "JPY"), / has -JP¥1,200 in /);
    assert.equal(sayOf(lost("10,884,662.83")), lost("10,884,662.83"));
  });

  it("is money in the currency that it names, each of several beside its measure", () => {
    const values = { rule: '"A" is empty', examples: "line 3: x" };
    const left = (amounts: string): string => errorText("rows_left_out", { ...values, count: 2, amounts });
    assert.equal(sayOf(left("1,234.50 EUR"), "USD"), left("€1,234.50"));
    assert.equal(sayOf(left("1,234.50 EUR paid, -7 EUR planned")), left("€1,234.50 paid, -€7 planned"));
  });

  it("of entries is no money", () => {
    const state = phraseText("more_than_before_by", { difference: "20", share: "+10", amount: "200" });
    const change = (subject: string): string => phraseText("compared_with_last_load", { subject, state });
    assert.equal(sayOf(change("220 entries"), "EUR"), change("220 entries"));
    assert.equal(sayOf(change("amount 220 EUR"), "EUR"), change("amount €220"));
  });
});
