import { slug } from "../model/values/slug.js";

/** Words for amounts in the languages of published budgets. */
const AMOUNT =
  /(^|-)(amounts?|betrag|importe|montants?|value|valor|total|sum|summa|summe|costs?|kosten|ertrage|aufwand|earnings|budget|spent|spending|paid|payments?|expenditure|revenue|iznos|kwota|bedrag|belopp|belob|importo|vlera|rahoitus|haushalt|ansatz|ist|credit|debit|net|gross|price|castka|suma)(-|$)/;

/** Words for numbers whose sum has no meaning. */
const CODE =
  /(^|-)(id|code|codes|nr|no|num|number|nummer|numero|konto|sachkonto|account|key|row|zip|postcode|plz|period|periode|month|monat|mes|year|jahr|ano|anno|annee|level|version|ver|index|objectid|phone|lat|lon|latitude|longitude)(-|$)/;

export function isAmountHeading(heading: string): boolean {
  return AMOUNT.test(slug(heading)) || /[額金]$/u.test(heading);
}

export function isCodeHeading(heading: string): boolean {
  return CODE.test(slug(heading)) && !AMOUNT.test(slug(heading));
}

/** Words for dates: a column of them that is not read as dates holds no codes. */
const DATE =
  /(^|-)(dates?|datum|dato|fecha|datas?|datums?|tag|day|jour|giorno|dia|dzien|den|paiva|pvm|tarih|kuupaev|imerominia)(-|$)/;

export function isDateHeading(heading: string): boolean {
  return DATE.test(slug(heading)) || /дата|ημερομηνία|日付|日期|날짜/iu.test(heading);
}
