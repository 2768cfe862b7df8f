import { slug } from "../../core/model/values/slug.js";
import { hasWord } from "../../core/model/words/find-words.js";

/** Words for numbers whose sum has no meaning. */
const CODE =
  /(^|-)(id|code|codes|nr|no|num|number|nummer|numero|konto|sachkonto|account|key|row|zip|postcode|plz|period|periode|index|level|version|ver|objectid|phone|lat|lon|latitude|longitude)(-|$)/;

/** True if a heading has a word for amounts, or for what amounts are: of a phase of the budget, revenue or expenditure. */
export function isAmountHeading(heading: string): boolean {
  const spaced = spaceOut(heading);
  if (hasWord(spaced, "amount", "total") || /[額金]$/u.test(heading)) return true;
  const isMoney = hasWord(spaced, "revenue", "expenditure", "budget", "approved", "adjusted", "executed", "commitment");
  return isMoney && !isCode(spaced);
}

export function isCodeHeading(heading: string): boolean {
  const spaced = spaceOut(heading);
  return isCode(spaced) && !hasWord(spaced, "amount", "total");
}

/** Put blanks between the words of a heading such as `BudgetYear` or `budget_year`. */
export function spaceOut(heading: string): string {
  return heading.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll("_", " ");
}

function isCode(heading: string): boolean {
  return CODE.test(slug(heading)) || hasWord(heading, "year", "fiscalYear", "quarter", "month");
}

/** Words for dates: a column of them that is not read as dates holds no codes. */
const DATE =
  /(^|-)(dates?|datum|dato|fecha|datas?|datums?|tag|day|jour|giorno|dia|dzien|den|paiva|pvm|tarih|kuupaev|imerominia)(-|$)/;

export function isDateHeading(heading: string): boolean {
  return DATE.test(slug(heading)) || /дата|ημερομηνία|日付|日期|날짜/iu.test(heading);
}
