import { type Decimal, decimalNumber, subtractDecimals, ZERO } from "../../../core/model/values/decimal.js";
import type { BudgetFlow, BudgetMember } from "../../../calls/views/pages/budget-flow.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import { amountBeside } from "../../../calls/views/pages/amount-beside.js";
import type { BudgetNode, MoneyBudget } from "../charts/budget-flow.js";
import { colorKeys, lineColor, REST_COLOR } from "../parts/colors.js";
import { enumerate } from "../parts/enumerate.js";
import { isolate } from "../parts/isolate.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { ChartStyle } from "./chart-kind.js";
import { planOf } from "./flow-parts.js";
import { nameRow } from "./row-names.js";

/** Colour of a surplus and of a deficit: of nothing else. */
const BALANCE_COLOR = "#6b6f73";
/** Maximum number of amounts that are listed because they are not drawn. */
const MAX_LISTED = 5;

interface BudgetStyle extends Pick<ChartStyle, "money" | "precisions"> {
  /** Returns the target of a click on a row of a side; `null` for none. */
  readonly hrefOf: (row: PageTableRow, side: BudgetMember, reference: string) => string | null;
}

/** Build the nodes of a budget. What is below zero is listed, as are other directions. */
export function budgetParts(locale: PageLocale, flow: BudgetFlow, style: BudgetStyle): MoneyBudget {
  const { money } = style;
  const words = locale.words.charts.budget;
  const [revenue, expenditure] = [flow.revenue, flow.expenditure].map(({ key }) => key.label || key.value!);
  const [sources, targets] = [
    sideOf(locale, flow.sources, flow.revenue, style),
    sideOf(locale, flow.targets, flow.expenditure, style),
  ];
  const [deficit, surplus] = balanceNodes(locale, flow, money);
  const below = [...sources.below, ...targets.below];
  const more = below.length - MAX_LISTED;
  const others = flow.others.map(({ key, amount }) =>
    locale.fill(locale.words.explore.fact, { label: key.label || key.value || "–", value: money.short(amount) }),
  );
  return {
    sources: [...sources.nodes, ...(deficit ? [deficit] : [])],
    targets: [...targets.nodes, ...(surplus ? [surplus] : [])],
    name: words.node,
    heads: [revenue!, expenditure!],
    totals: [money.short(flow.revenue.amount), money.short(flow.expenditure.amount)],
    plans: plansOfSides(flow, money),
    left: [
      ...(below.length === 0
        ? []
        : [
            locale.words.figures.belowZero,
            ...below.slice(0, MAX_LISTED),
            ...(more > 0 ? [locale.fill(locale.words.figures.andMore, { count: more })] : []),
          ]),
      ...(others.length === 0 ? [] : [locale.fill(words.beside, { members: enumerate(locale, others) })]),
    ],
  };
}

/** Write the plans of both sums; `null` without a plan. */
function plansOfSides({ plannedBalance, revenue, expenditure }: BudgetFlow, money: Money): MoneyBudget["plans"] {
  if (plannedBalance === null) return null;
  return [money.short(revenue.planned ?? ZERO), money.short(expenditure.planned ?? ZERO)];
}

/** Return what is missing beside revenue and what is left beside expenditure, in fact or by plan; `null` for neither. */
function balanceNodes(
  locale: PageLocale,
  { balance, plannedBalance: planned }: BudgetFlow,
  money: Money,
): readonly (BudgetNode | null)[] {
  const { surplus, deficit } = locale.words.charts.budget;
  const above = (amount: Decimal): Decimal => (amount.unscaled > 0n ? amount : ZERO);
  const node = (label: string, own: Decimal, plan: Decimal | null): BudgetNode | null =>
    own.unscaled === 0n && (plan?.unscaled ?? 0n) === 0n
      ? null
      : {
          label,
          shown: money.short(own),
          lines: [money.short(own)],
          exact: money.exact(own),
          amount: decimalNumber(own),
          color: BALANCE_COLOR,
          href: null,
          isBalance: true,
          ...planOf(plan, money),
        };
  return [
    node(deficit, above(subtractDecimals(ZERO, balance)), planned && above(subtractDecimals(ZERO, planned))),
    node(surplus, above(balance), planned && above(planned)),
  ];
}

interface BudgetSide {
  readonly nodes: readonly BudgetNode[];
  /** Texts of amounts below zero. */
  readonly below: readonly string[];
}

function sideOf(
  locale: PageLocale,
  figure: PageTable,
  side: BudgetMember,
  { money, precisions, hrefOf }: BudgetStyle,
): BudgetSide {
  const [column] = figure.columns;
  const whole = decimalNumber(side.amount);
  const { ofTotal, rest: restWords } = locale.words.figures;
  const colors = colorKeys(
    figure.rows.map(({ keys }) => keys[0]!),
    column!.dimension,
    figure.places,
  ).map(lineColor);
  const nodes: BudgetNode[] = [];
  const below: string[] = [];
  const add = (label: string, amount: Decimal, plan: Decimal | null, color: string, href: string | null): void => {
    if (amount.unscaled === 0n && (plan?.unscaled ?? 0n) <= 0n) return;
    if (amount.unscaled < 0n) {
      below.push(locale.fill(locale.words.explore.fact, { label: isolate(label), value: money.short(amount) }));
      return;
    }
    const near = decimalNumber(amount);
    const share = near <= whole ? locale.numbers.share(near / whole) : null;
    const lines = [money.short(amount), ...(share === null ? [] : [share])];
    nodes.push({
      label,
      shown: enumerate(locale, lines),
      lines,
      exact: enumerate(locale, [money.exact(amount), ...(share === null ? [] : [locale.fill(ofTotal, { share })])]),
      amount: near,
      color,
      href,
      isBalance: false,
      ...planOf(plan, money),
    });
  };
  for (const [at, row] of figure.rows.entries())
    add(
      nameRow(locale, column!, row, 0, precisions, figure.parts),
      row.amounts[0]!,
      amountBeside(figure, row),
      colors[at]!,
      hrefOf(row, side, column!.reference),
    );
  const { cells, amounts, negative } = figure.rest;
  // Amounts below zero are listed, so that the others are what is left of them.
  for (const row of negative) add(nameRow(locale, column!, row, 0, precisions), row.amounts[0]!, null, "", null);
  const others = cells - negative.length;
  const less = (whole: Decimal, of: (row: PageTableRow) => Decimal | null): Decimal =>
    negative.reduce((left, row) => subtractDecimals(left, of(row) ?? ZERO), whole);
  const planned = amountBeside(figure, figure.rest);
  if (others > 0)
    add(
      locale.fill(restWords.others, { count: others }),
      less(amounts[0]!, (row) => row.amounts[0]!),
      planned && less(planned, (row) => amountBeside(figure, row)),
      lineColor(REST_COLOR),
      null,
    );
  return { nodes, below };
}
