import type { BudgetFlow } from "../../../calls/views/pages/budget-flow.js";
import type { BudgetNode, MoneyBudget } from "../charts/budget-flow.js";
import { isolate } from "../parts/isolate.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";

/** Say both sums of a budget, what is left or missing, and where most comes from and goes. */
export function explainBudget(
  { words, fill }: PageLocale,
  { sources, targets, heads, totals }: MoneyBudget,
  { balance }: Pick<BudgetFlow, "balance">,
  money: Money,
): string {
  const { budget } = words.charts;
  const sums = {
    incoming: isolate(heads[0]),
    outgoing: isolate(heads[1]),
    revenue: totals[0],
    spending: totals[1],
  };
  const { unscaled } = balance;
  const left = money.short(unscaled < 0n ? { ...balance, unscaled: -unscaled } : balance);
  const course =
    unscaled === 0n
      ? fill(budget.equal, sums)
      : fill(unscaled > 0n ? budget.leaves : budget.lacks, { ...sums, balance: left });
  const [source, target] = [largestOf(sources), largestOf(targets)];
  if (!source || !target) return course;
  const most = fill(budget.most, {
    source: isolate(source.label),
    amount: source.shown,
    target: isolate(target.label),
    otherAmount: target.shown,
  });
  return `${course} ${most}`;
}

/** Return the largest node but a surplus or a deficit. */
function largestOf(nodes: readonly BudgetNode[]): BudgetNode | undefined {
  return nodes.filter(({ isBalance }) => !isBalance).toSorted((a, b) => b.amount - a.amount)[0];
}
