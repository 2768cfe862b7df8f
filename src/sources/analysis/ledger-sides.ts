import type { ColumnAnalysis } from "./table-analysis.js";

/** The two sides of a ledger, as columns beside amounts call them in many languages. */
const SIDES: readonly (readonly [debit: string, credit: string])[] = [
  ["+", "-"],
  ["payment", "refund"],
  ["payment", "reversal"],
  ["invoice", "credit note"],
  ["invoice", "credit memo"],
  ["invoice", "refund"],
  ["inv", "crn"],
  ["inv", "cn"],
  ["inv", "crd"],
  ["pi", "pc"],
  ["d", "a"],
  ["d", "k"],
  ["payment", "receipt"],
  ["zahlung", "erstattung"],
  ["paiement", "remboursement"],
  ["pago", "reembolso"],
  ["pagamento", "rimborso"],
  ["pagamento", "reembolso"],
  ["rechnung", "gutschrift"],
  ["facture", "avoir"],
  ["fattura", "nota di credito"],
  ["factura", "nota de crédito"],
  ["d", "c"],
  ["dr", "cr"],
  ["db", "cr"],
  ["deb", "cred"],
  ["debit", "credit"],
  ["debet", "credit"],
  ["debet", "kredit"],
  ["s", "h"],
  ["soll", "haben"],
  ["débit", "crédit"],
  ["d", "h"],
  ["debe", "haber"],
  ["dare", "avere"],
  ["débito", "crédito"],
  ["wn", "ma"],
  ["winien", "ma"],
  ["дт", "кт"],
  ["дебет", "кредит"],
  ["χρέωση", "πίστωση"],
  ["md", "d"],
  ["má dáti", "dal"],
  ["借", "貸"],
  ["借方", "貸方"],
  ["مدين", "دائن"],
  ["חובה", "זכות"],
];

/**
 * Find the column that says of each row on which side of a ledger it is, where no amount has a sign: sums would add up both
 * sides.
 * @returns `null` if there is none
 */
export function findSides(
  columns: readonly ColumnAnalysis[],
  amounts: readonly ColumnAnalysis[],
): { readonly heading: string; readonly values: readonly string[] } | null {
  if (amounts.length === 0 || amounts.some(({ type }) => type.kind === "number" && type.min.startsWith("-")))
    return null;
  for (const { heading, values = [] } of columns) {
    const marks = values.map((value) => value.trim().toLowerCase().replaceAll(".", ""));
    if (marks.length === 2 && SIDES.some((sides) => sides.every((side) => marks.includes(side)))) {
      return { heading, values };
    }
  }
  return null;
}
