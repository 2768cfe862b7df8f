/** Words for totals, in the languages of many publications. They are a second sign only: sums are told by their figures. */
const WORD =
  "(?:grand|sub|overall|net|gross)?[\\s-]*totals?|sub-?totals?|sum|sums|summe|summen|zwischensumme|gesamt(?:summe|betrag|ergebnis)?|" +
  "endsumme|insgesamt|total\\s+(?:g[ée]n[ée]ral|general|geral|generale|allgemein|des\\s+\\p{L}+)|sous-?total|totale|totali|subtotale|totaal|subtotaal|totaux|" +
  "totais|totales|suma|sumy|razem|ogółem|łącznie|celkem|celkom|spolu|součet|súčet|összesen|mindösszesen|végösszeg|" +
  "ukupno|sveukupno|skupaj|vsota|укупно|свеукупно|вкупно|yhteensä|totalt|summa|sammanlagt|i\\s+alt|samtals|alls|" +
  "kokku|kopā|pavisam|iš\\s+viso|viso|итого|всего|сумма|разом|усього|всього|підсумок|общо|всичко|" +
  "σύνολο|σύνολα|γενικό\\s+σύνολο|toplam|genel\\s+toplam|ara\\s+toplam|yekun|cəmi|жами|барлығы|ընդամենը|სულ|ჯამი|" +
  "jumlah|jumlah\\s+besar|tổng|tổng\\s+cộng|totalul|total\\s+general|gjithsej|shuma|totali|iomlán|cyfanswm|osoa|guztira";

/** Scripts without blanks between words, and such as join words. */
const OTHER =
  "合計|総計|小計|总计|總計|合计|小计|共计|总额|합계|총계|소계|कुल|कुल\\s+योग|योग|المجموع|الإجمالي|اجمالي|إجمالي|المجموع\\s+الكلي|סה[\"״']?כ|סך\\s+הכל|סה״כ\\s+כללי|רวม|รวม|รวมทั้งสิ้น|মোট";

const EDGE = "[^\\p{L}\\p{N}]";
const AT_START = new RegExp(`^${EDGE}*(?:${WORD})(?![\\p{L}\\p{N}])`, "iu");
const AT_END = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORD})${EDGE}*$`, "iu");
const OTHER_EDGE = new RegExp(`^${EDGE}*(?:${OTHER})|(?:${OTHER})${EDGE}*$`, "u");
const ALONE = new RegExp(`^${EDGE}*(?:(?:${WORD}|${OTHER}|計|计|계)${EDGE}*)+$`, "iu");

const BALANCE =
  /(?<!\p{L})(saldo|salden|balance|solde|diff\p{L}*|variance|abweichung|remaining|rest|unspent|available|disponible|überschuss|fehlbetrag|jahresergebnis|ergebnis|result\p{L}*|surplus|deficit|bilance|saldiert|сальдо|залишок|остаток|bakiye|egyenleg|zůstatek|zostatok|saldi|残高|残額|差額|余额|结余|잔액)(?!\p{L})/iu;

/** True if a heading has a word for what is left of amounts. */
export function isBalanceHeading(heading: string): boolean {
  return BALANCE.test(heading) || /残高|残額|差額|差引|余额|结余|잔액/u.test(heading);
}

/** Characters in which a word for totals stands, with a blank before or behind it. */
const LONGEST = 30;

/** True if a cell begins or ends with a word for totals. */
export function looksLikeTotal(cell: string): boolean {
  if (!/\p{L}/u.test(cell)) return false;
  const end = cell.slice(-LONGEST);
  return AT_START.test(cell.slice(0, LONGEST)) || AT_END.test(end) || OTHER_EDGE.test(cell) || ALONE.test(cell);
}

/** True if a cell has no other words than those for totals. */
export function isTotalAlone(cell: string): boolean {
  return ALONE.test(cell);
}
