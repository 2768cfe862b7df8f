import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { scaleInHeading } from "#src/sources/analysis/heading-scale.js";

describe("the scale in a heading", () => {
  for (const [heading, factor, plain] of [
    ["Importe (miles)", 1e3, "Importe"],
    ["Importe (en miles)", 1e3, "Importe"],
    ["(en miles)", 1e3, "(en miles)"],
    ["Valor (mil)", 1e3, "Valor"],
    ["Suma (mii)", 1e3, "Suma"],
    ["Amount (m)", 1e6, "Amount"],
    ["Amount (hundreds)", 100, "Amount"],
    ["Betrag in Hundert", 100, "Betrag"],
    ["Amount (tens of thousands)", 1e4, "Amount"],
    ["Amount (000's)", 1e3, "Amount"],
    ["Bedrag (in duizendtallen)", 1e3, "Bedrag"],
    ["Amount (pence)", 0.01, "Amount"],
    ["Betrag (TEUR)", 1e3, "Betrag (EUR)"],
    ["Ansatz 2024 in T€", 1e3, "Ansatz 2024 in €"],
    ["Budget in thousands", 1e3, "Budget"],
    ["Outturn (in thousand)", 1e3, "Outturn"],
    ["Betrag in Tsd. Euro", 1e3, "Betrag in Euro"],
    ["Betrag in 1000 EUR", 1e3, "Betrag in EUR"],
    ["Montant (1 000 €)", 1e3, "Montant (€)"],
    ["Spend (£000s)", 1e3, "Spend (£)"],
    ["Spend £'000", 1e3, "Spend £"],
    ["Amount k€", 1e3, "Amount €"],
    ["Importe (miles de euros)", 1e3, "Importe (euros)"],
    ["Kwota w tys. zł", 1e3, "Kwota w zł"],
    ["Сума, тис. грн", 1e3, "Сума, грн"],
    ["金額（千円）", 1e3, "金額（ 円）"],
    ["Betrag Mio. €", 1e6, "Betrag €"],
    ["Betrag MEUR", 1e6, "Betrag EUR"],
    ["Spend £m", 1e6, "Spend £"],
    ["Montant (millions d'euros)", 1e6, "Montant (euros)"],
    ["Amount (USD million)", 1e6, "Amount (USD)"],
    ["Belopp, mkr", 1e6, "Belopp, kr"],
    ["Värde 1 000 000 EUR", 1e6, "Värde EUR"],
    ["Bedrag (x € 1.000)", 1e3, "Bedrag"],
    ["Amount (x1000)", 1e3, "Amount"],
    ["Iznos u 000 kn", 1e3, "Iznos u kn"],
    ["Összeg (eFt)", 1e3, "Összeg (Ft)"],
    ["Amount in K", 1e3, "Amount"],
    ["Kwota w tysiącach", 1e3, "Kwota w"],
    ["مبلغ (بالألف)", 1e3, "مبلغ"],
    ["Outlay (Rs. in lakhs)", 1e5, "Outlay (Rs.)"],
    ["Outlay, Rs. crore", 1e7, "Outlay, Rs."],
    ["Spend £bn", 1e9, "Spend £"],
    ["Betrag Mrd. EUR", 1e9, "Betrag EUR"],
  ] as const) {
    it(`is found in ${heading}`, () => assert.deepEqual(scaleInHeading(heading), { factor, plain }));
  }

  for (const heading of [
    "Amount",
    "Betrag EUR",
    "Konto 1000",
    "Budget 2000",
    "Miles",
    "Bin",
    "TEURO-Nummer",
    "Town mill",
    "Mtr.",
    "Item £10",
    "Temps",
    "Kr",
    "MEASURE",
    "Tissue",
    "SMALL M",
    "Item 10 000 EUR",
    "Category E Ft",
    "In kind",
  ]) {
    it(`is none in ${heading}`, () => assert.equal(scaleInHeading(heading), null));
  }
});
