import type { EnglishWords } from "../../web/words/english.js";
import { createCounting, createFill, type Fill } from "../../web/words/fill.js";
import { DEFAULT_LANGUAGE, wordsIn } from "../../web/words/languages.js";
import type { Decile, TaxTable } from "./deciles.js";
import type { Household, TaxEstimate } from "./estimate.js";

/** The language of an explanation. */
interface ExplainingLanguage {
  readonly language: string;
  readonly words: EnglishWords;
  readonly fill: Fill;
}

/**
 * Explain in English how an estimate was calculated.
 * @param spending the household's spending in pounds a year, if known
 */
export function explainTax(
  table: TaxTable,
  household: Household,
  estimate: TaxEstimate,
  spending: number | undefined,
): readonly string[] {
  const words = wordsIn(DEFAULT_LANGUAGE);
  const fill = createFill(createCounting(DEFAULT_LANGUAGE, String));
  return [
    fill(words.tax.explained.averages, table),
    ...explainEstimate(table, household, estimate, spending, { language: DEFAULT_LANGUAGE, words, fill }),
  ];
}

/** Explain in a language how an estimate follows from averages of households. */
export function explainEstimate(
  { deciles }: Pick<TaxTable, "deciles">,
  household: Household,
  estimate: TaxEstimate,
  spending: number | undefined,
  { language, words, fill }: ExplainingLanguage,
): readonly string[] {
  const { explained: texts } = words.tax;
  const pounds = writePounds(language);
  const { direct, vat, tobacco, alcohol, car, otherIndirect, indirect, total } = estimate;
  return [
    placeIncome(deciles, household.income, { language, words, fill }),
    fill(texts.direct, { amount: pounds(direct) }),
    fill(texts.indirect, {
      amount: pounds(indirect),
      vat: pounds(vat),
      tobacco: pounds(tobacco),
      alcohol: pounds(alcohol),
      driving: pounds(car),
      others: pounds(otherIndirect),
    }),
    household.smoker ? texts.smokes : texts.nobodySmokes,
    household.drinker ? texts.drinks : texts.nobodyDrinks,
    household.driver ? texts.drives : texts.nobodyDrives,
    ...(spending === undefined ? [] : [fill(texts.spending, { amount: pounds(spending) })]),
    fill(texts.total, { amount: pounds(total) }),
  ];
}

function placeIncome(
  deciles: readonly Decile[],
  income: number,
  { language, words, fill }: ExplainingLanguage,
): string {
  const { explained: texts } = words.tax;
  const pounds = writePounds(language);
  const amount = pounds(income);
  if (income <= 0) return fill(texts.nothing, { amount });
  const meanOf = (index: number): string => pounds(deciles[index]!.income);
  const at = deciles.findIndex((decile) => income <= decile.income);
  const own = at < 0 ? deciles.length - 1 : at;
  const values = { amount, decile: own + 1, mean: meanOf(own) };
  if (at < 0) return fill(texts.above, values);
  if (deciles[at]!.income === income) return fill(texts.mean, values);
  if (at === 0) return fill(texts.below, values);
  return fill(texts.between, { amount, decile: at, mean: meanOf(at - 1), next: at + 1, nextMean: meanOf(at) });
}

function writePounds(language: string): (amount: number) => string {
  const format = new Intl.NumberFormat(language, { style: "currency", currency: "GBP" });
  return (amount) => format.format(amount);
}
