import { isWord } from "../../../core/model/words/find-words.js";
import { wordOfTotal } from "../../../core/model/words/totals.js";

const BALANCE =
  /(?<!\p{L})(saldo|salden|balance|solde|diff\p{L}*|variance|abweichung|remaining|rest|unspent|available|disponible|überschuss|fehlbetrag|jahresergebnis|ergebnis|result\p{L}*|surplus|deficit|bilance|saldiert|сальдо|залишок|остаток|bakiye|egyenleg|zůstatek|zostatok|saldi|残高|残額|差額|余额|结余|잔액)(?!\p{L})/iu;

/** True if a heading has a word for what is left of amounts. */
export function isBalanceHeading(heading: string): boolean {
  return BALANCE.test(heading) || /残高|残額|差額|差引|余额|结余|잔액/u.test(heading);
}

/** True if a cell begins or ends with a word for totals: a second sign only, as totals are told by their figures. */
export function looksLikeTotal(cell: string): boolean {
  return wordOfTotal(cell) !== null;
}

/** True if a cell has no other words than those for totals. */
export function isTotalAlone(cell: string): boolean {
  return isWord(cell, "total");
}
