import type { NumberColumnAnalysis } from "./table-analysis.js";

/** Words for numbers whose sum is none of their unit: rates, shares, prices of one, and places on a map. */
const WORDS =
  /(?<!\p{L})(rate|rates|percent\p{L}*|pct|per\s*cent|prozent\p{L}*|pourcentage|porcentaje|percentuale|procent\p{L}*|prosent\p{L}*|taux|tasso|tasa|taxa|quote|quota\s*%|anteil|hebesatz|\p{L}*satz|sats|\p{L}+sats|share|ratio|index|lat|lon|lng|latitude|longitude|coord\p{L}*|koord\p{L}*|easting|northing|geo\p{L}*|utm\p{L}*|x-?wert|y-?wert|unit\s*price|price\s*per|einzelpreis|stückpreis|prix\s*unitaire|precio\s*unitario|отсоток|відсоток|процент\p{L}*|yüzde|oran|százalék|ποσοστό)(?!\p{L})|%|‰|[率比]$|百分|緯度|経度|纬度|经度/iu;

/** Words for amounts, which may be beside those: `Amount at 20 % rate`. */
const MONEY =
  /(?<!\p{L})(amount|betrag|montant|importe|importo|bedrag|belopp|beløb|cost|kosten|tax|steuer|revenue|ertrag|aufwand|expenditure|spending|paid|payment\p{L}*)(?!\p{L})/iu;

/** True if the sum of a column's numbers is none of their unit: percentages, rates, coordinates or years. */
export function isNotAdditive(heading: string, { min, max, areIntegers }: NumberColumnAnalysis): boolean {
  if (areYears(min, max, areIntegers)) return true;
  return WORDS.test(heading) && !MONEY.test(heading);
}

/** True if all numbers are years of our time. */
function areYears(min: string, max: string, areIntegers: boolean): boolean {
  return areIntegers && /^(19|20)\d\d$/.test(min) && /^(19|20)\d\d$/.test(max);
}
