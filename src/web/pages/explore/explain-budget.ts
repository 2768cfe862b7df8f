import { type Decimal, subtractDecimals, ZERO } from "../../../core/model/values/decimal.js";
import type { BudgetFlow } from "../../../calls/views/pages/budget-flow.js";
import type { BudgetNode, MoneyBudget } from "../charts/budget-flow.js";
import { isolate } from "../parts/isolate.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { PlanSides } from "./plan-sides.js";

/** Say both sums of a budget, what is left or missing, the same of its plan, and where most comes from and goes. */
export function explainBudget(
  locale: PageLocale,
  { sources, targets, heads, totals, plans }: MoneyBudget,
  { balance, plannedBalance }: Pick<BudgetFlow, "balance" | "plannedBalance">,
  money: Money,
  sides: PlanSides | null,
): string {
  const { words, fill } = locale;
  const { budget } = words.charts;
  const own = sayCourse(locale, heads, totals, balance, money);
  const course =
    sides && plans && plannedBalance
      ? [
          fill(words.explore.fact, { label: isolate(sides[1]), value: own }),
          fill(words.explore.fact, {
            label: isolate(sides[0]),
            value: sayCourse(locale, heads, plans, plannedBalance, money),
          }),
        ].join(" ")
      : own;
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

/** Say both sums and what is left or missing. */
function sayCourse(
  { words, fill }: PageLocale,
  heads: MoneyBudget["heads"],
  [revenue, spending]: MoneyBudget["totals"],
  balance: Decimal,
  money: Money,
): string {
  const { budget } = words.charts;
  const sums = { incoming: isolate(heads[0]), outgoing: isolate(heads[1]), revenue, spending };
  const { unscaled } = balance;
  if (unscaled === 0n) return fill(budget.equal, sums);
  const left = money.short(unscaled < 0n ? subtractDecimals(ZERO, balance) : balance);
  return fill(unscaled > 0n ? budget.leaves : budget.lacks, { ...sums, balance: left });
}

/** Return the largest node but a surplus or a deficit. */
function largestOf(nodes: readonly BudgetNode[]): BudgetNode | undefined {
  return nodes.filter(({ isBalance }) => !isBalance).toSorted((a, b) => b.amount - a.amount)[0];
}
