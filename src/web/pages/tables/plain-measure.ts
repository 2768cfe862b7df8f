/** Labels of measures that say nothing of their own, in the languages of pages and of data. */
const PLAIN =
  /^(amounts?|value|total|betrag|beträge|summe|montants?|importes?|importi?|importo|valor|valores|bedrag|belopp|beløb|beløp|iznos|iznosi|kwota|kwoty|částka|ποσό|ποσά|сума|суми|сумма|סכום|المبلغ|金額|金额)$/iu;

/** A currency after a label, which amounts have themselves. */
const CURRENCY = /\s*(?:\((?:[A-Z]{3}|\p{Sc})\)|\[(?:[A-Z]{3}|\p{Sc})\]|,? in (?:[A-Z]{3}|\p{Sc}))$/u;

/** True if the label of a measure only says that it is an amount, also in which currency. */
export function isPlainMeasure(label: string): boolean {
  return PLAIN.test(label.replace(CURRENCY, ""));
}
