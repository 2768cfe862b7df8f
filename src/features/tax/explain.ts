import type { Decile, TaxTable } from "./deciles.js";
import type { Household, TaxEstimate } from "./estimate.js";

const POUNDS = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });

/**
 * Explain in sentences how an estimate was calculated.
 * @param spending the household's spending in pounds a year, if known
 */
export function explainTax(
  table: TaxTable,
  household: Household,
  estimate: TaxEstimate,
  spending: number | undefined,
): readonly string[] {
  const { direct, vat, tobacco, alcohol, car, otherIndirect, indirect, total } = estimate;
  return [
    `This is an estimate from what ${table.country} households paid on average in ${table.year}, by income decile (${table.source}).`,
    placeIncome(table.deciles, household.income),
    `Direct tax comes to ${POUNDS.format(direct)} a year: income tax, national insurance and council tax.`,
    `Indirect tax comes to ${POUNDS.format(indirect)} a year: VAT ${POUNDS.format(vat)}, tobacco ${POUNDS.format(tobacco)}, alcohol ${POUNDS.format(alcohol)}, driving ${POUNDS.format(car)} and other indirect taxes ${POUNDS.format(otherIndirect)}.`,
    household.smoker ? "Someone in the household smokes." : "Nobody smokes, so no tobacco tax.",
    household.drinker ? "Someone drinks alcohol." : "Nobody drinks alcohol, so no alcohol tax.",
    household.driver ? "Someone drives a car." : "Nobody drives, so no tax on fuel and cars.",
    ...(spending === undefined
      ? []
      : [`The spending of ${POUNDS.format(spending)} does not change the estimate, which goes by income alone.`]),
    `All taxes together come to ${POUNDS.format(total)} a year.`,
  ];
}

function placeIncome(deciles: readonly Decile[], income: number): string {
  const own = POUNDS.format(income);
  if (income <= 0) return `An income of ${own} a year pays nothing in this estimate.`;
  const at = deciles.findIndex((decile) => income <= decile.income);
  const name = (index: number): string => `decile ${index + 1} (${POUNDS.format(deciles[index]!.income)})`;
  if (at < 0) {
    const last = deciles.length - 1;
    return `An income of ${own} a year is above the mean of ${name(last)}: every tax takes the same share of income as there.`;
  }
  if (deciles[at]!.income === income) return `An income of ${own} a year is the mean of ${name(at)}.`;
  if (at === 0) {
    return `An income of ${own} a year is below the mean of ${name(0)}: every tax is interpolated linearly between nothing and the figures there.`;
  }
  return `An income of ${own} a year lies between the means of ${name(at - 1)} and ${name(at)}: every tax is interpolated linearly between the figures there.`;
}
