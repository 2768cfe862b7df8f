import { isAmountHeading, isCodeHeading } from "./headings.js";
import type { Definition } from "./column-uses.js";
import { addedByUnpivot } from "./repair.js";
import type { ColumnAnalysis, NumberColumnAnalysis } from "./table-analysis.js";

/** Words for numbers whose sum is none of their unit: rates, shares, prices of one, and places on a map. */
const WORDS =
  /(?<!\p{L})(rate|rates|percent\p{L}*|pct|per\s*cent|prozent\p{L}*|pourcentage|porcentaje|percentuale|procent\p{L}*|prosent\p{L}*|taux|tasso|tasa|taxa|quote|quota\s*%|anteil|hebesatz|\p{L}*satz|sats|\p{L}+sats|share|ratio|index|lat|lon|lng|latitude|longitude|coord\p{L}*|koord\p{L}*|easting|northing|geo\p{L}*|utm\p{L}*|x-?wert|y-?wert|unit\s*price|price\s*per|einzelpreis|stückpreis|prix\s*unitaire|precio\s*unitario|отсоток|відсоток|процент\p{L}*|yüzde|oran|százalék|ποσοστό)(?!\p{L})|%|‰|[率比]$|百分|緯度|経度|纬度|经度/iu;

/** Words for amounts, which may be beside those: `Amount at 20 % rate`. */
const MONEY =
  /(?<!\p{L})(amount|betrag|montant|importe|importo|bedrag|belopp|beløb|cost|kosten|tax|steuer|revenue|ertrag|aufwand|expenditure|spending|paid|payment\p{L}*)(?!\p{L})/iu;

export type AmountCandidate = ColumnAnalysis & { readonly type: NumberColumnAnalysis };

/**
 * Choose the columns that can be measures, the most likely first. Where columns became rows, these are the columns with
 * their cells: any other would count once for each of the rows.
 * @param table rules under which the table was analysed
 * @param repeating headings of columns that repeat others, which are measures only if there are no others
 */
export function chooseAmounts(
  columns: readonly ColumnAnalysis[],
  table: Definition | null = null,
  repeating: ReadonlySet<string> = new Set(),
): readonly AmountCandidate[] {
  const { cells } = addedByUnpivot(table);
  if (cells.length > 0) {
    return columns.filter(
      (column): column is AmountCandidate => column.type.kind === "number" && cells.includes(column.heading),
    );
  }
  const own = columns.filter(({ heading }) => !repeating.has(heading));
  const mayGuess = !columns.some(areUnreadAmounts);
  const chosen = chooseAmong(own.filter(isAdditive), mayGuess);
  return chosen.length > 0 || repeating.size === 0 ? chosen : chooseAmong(columns.filter(isAdditive), mayGuess);
}

/** True for a column that is called an amount and whose cells have digits, but are not read as numbers. */
function areUnreadAmounts({ heading, type, samples }: ColumnAnalysis): boolean {
  return type.kind === "text" && isAmountHeading(heading) && samples.every((sample) => /\p{Nd}/u.test(sample));
}

function isAdditive(column: ColumnAnalysis): column is AmountCandidate {
  return column.type.kind === "number" && !isNotAdditive(column.heading, column.type);
}

/** @param mayGuess true if a column may be taken that nothing shows to be one of amounts */
function chooseAmong(numbers: readonly AmountCandidate[], mayGuess: boolean): readonly AmountCandidate[] {
  const score = (column: AmountCandidate): number => {
    const { heading, type, isUnique, distinct } = column;
    if (isCodeHeading(heading)) return 0;
    if (isAmountHeading(heading)) return 3;
    // Codes have no separators between thousands.
    const mayBeCodes = type.areIntegers && !type.isFormatSure;
    if (isUnique && mayBeCodes) return 0;
    return (mayBeCodes || distinct < 20 ? 0 : 1) + (type.min.startsWith("-") || column.currency ? 1 : 0);
  };
  const scored = numbers.map((column) => ({ column, score: score(column) })).filter((each) => each.score > 0);
  const best = scored.toSorted((a, b) => b.score - a.score || b.column.filled - a.column.filled);
  if (best.length > 0 || !mayGuess) return best.map(({ column }) => column);
  // A published table has an amount: guess the column with the most distinct values that does not number the rows.
  const widest = numbers.filter((column) => !column.isUnique && !isCodeHeading(column.heading));
  return widest.toSorted((a, b) => b.distinct - a.distinct).slice(0, 1);
}

/** True if the sum of a column's numbers is none of their unit: percentages, rates, coordinates or years. */
function isNotAdditive(heading: string, { min, max, areIntegers }: NumberColumnAnalysis): boolean {
  if (areYears(min, max, areIntegers) && !isAmountHeading(heading)) return true;
  return WORDS.test(heading) && !MONEY.test(heading);
}

/** True if all numbers are years of our time. */
function areYears(min: string, max: string, areIntegers: boolean): boolean {
  return areIntegers && /^(19|20)\d\d$/.test(min) && /^(19|20)\d\d$/.test(max);
}
