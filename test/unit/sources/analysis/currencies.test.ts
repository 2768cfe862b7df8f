import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { currencyInHeading } from "#src/sources/analysis/currency-names.js";
import { propose } from "#src/sources/analysis/propose.js";
import { currencyInCell } from "#src/core/model/parse/currencies.js";
import { analyse } from "./table.js";

type Json = Readonly<Record<string, unknown>>;

/** The dataset and the mapping that are proposed for a table. */
async function proposed(text: string): Promise<{ readonly dataset: Json; readonly mapping: Record<string, Json> }> {
  const { model } = propose(await analyse(text), "table.csv", false);
  return model as unknown as { readonly dataset: Json; readonly mapping: Record<string, Json> };
}

describe("currencies", () => {
  it("are read beside numbers, before or after them, and nowhere else", () => {
    for (const [cell, name] of [
      ["R$ 1.200,50", "R$"],
      ["5.172.338,50 kn", "kn"],
      ["-12 zł", "zł"],
      ["(€300.25)", "€"],
      ["₺5", "₺"],
      ["1200元", "元"],
      ["1 000,00 лв.", "лв."],
      ["EUR 5", "EUR"],
      ["12.5", null],
      ["ABC 5", null],
      ["5 km", null],
      ["kn", null],
    ] as const)
      assert.equal(currencyInCell(cell), name, cell);
  });

  it("are read from the heading of amounts among which are too many other texts", async () => {
    const rows = ["1.50", "2.50", "3.50", "later", "soon"].map((cell, at) => `2020;P${at};${cell}`);
    const { dataset, mapping } = await proposed(`Year;Payee;Amount (EUR)\n${rows.join("\n")}\n`);
    assert.equal(mapping.amount, undefined);
    assert.equal(dataset.currency, "EUR");
  });

  it("are read from headings", () => {
    for (const [heading, code] of [
      ["Valor (R$)", "BRL"],
      ["Kwota w zł", "PLN"],
      ["Betrag in TEUR", "EUR"],
      ["Amount_gbp", "GBP"],
      ["Iznos (kn)", "HRK"],
      ["Amount", null],
      ["Number of km", null],
    ] as const)
      assert.equal(currencyInHeading(heading), code, heading);
  });

  it("of other columns than the amounts decide nothing; a column that holds nothing else does", async () => {
    const rows = (rent: string, more: string): string =>
      `Payee,Rent,Budget${more && ",Currency"}\n${["a", "b", "c", "d"].map((name, at) => `${name},"${rent}${at + 3},5${at}0",${at}7.5${more}`).join("\n")}\n`;
    assert.equal((await proposed(rows("$", ""))).dataset.currency, undefined);
    assert.equal((await proposed(rows("$", ",SEK"))).dataset.currency, "SEK");
    // The budget is the amount, as its heading says, and has no sign of its own.
    const rents = 'Payee,Budget 2014,Annual rent\nA,309.5,"$6,353"\nB,240.6,"$1,870"\nC,40.1,"$870"\n';
    assert.equal((await proposed(rents)).dataset.currency, undefined);
    // A word is not a currency because it has three capitals.
    assert.equal((await proposed(rows("", ",ALL").replace("Currency", "Scope"))).dataset.currency, undefined);
  });

  it("become a column where amounts have several, and none is the dataset's", async () => {
    const { dataset, mapping } = await proposed("Date,Payee,Amount\n2024-01-05,A,£1200.50\n2024-01-06,B,€300.25\n");
    assert.equal(dataset.currency, undefined);
    assert.deepEqual(dataset.table, { currency: { from: "Amount", to: "Currency" } });
    assert.deepEqual([mapping.currency_2!.column, mapping.currency_2!.role], ["Currency", "currency"]);
    const words = await proposed('Date,Payee,Amount\n2024-01-05,A,"1.200,50 kn"\n2024-01-06,B,"300,25 €"\n');
    assert.deepEqual(words.dataset.table, { units: ["kn"], currency: { from: "Amount", to: "Currency" } });
  });

  it("in a column of their own are a dimension that adds nothing up", async () => {
    const { dataset, mapping } = await proposed("Date,Payee,Amount,Ccy\n2024-01-05,A,5.5,EUR\n2024-01-06,B,6.5,USD\n");
    assert.deepEqual([dataset.currency, mapping.ccy!.role], [undefined, "currency"]);
  });
});
