import { type Decimal, decimalNumber, subtractDecimals } from "../../../core/model/values/decimal.js";
import type { BudgetFlow, BudgetMember } from "../../../calls/views/pages/budget-flow.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { BudgetNode, MoneyBudget } from "../charts/budget-flow.js";
import { colorKeys, lineColor, REST_COLOR } from "../parts/colors.js";
import { enumerate } from "../parts/enumerate.js";
import { isolate } from "../parts/isolate.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { ChartStyle } from "./chart-kind.js";
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
  const { balance } = flow;
  const missing = balance.unscaled === 0n ? null : balanceNode(locale, balance, money);
  const below = [...sources.below, ...targets.below];
  const more = below.length - MAX_LISTED;
  const others = flow.others.map(({ key, amount }) =>
    locale.fill(locale.words.explore.fact, { label: key.label || key.value || "–", value: money.short(amount) }),
  );
  return {
    sources: missing && balance.unscaled < 0n ? [...sources.nodes, missing] : sources.nodes,
    targets: missing && balance.unscaled > 0n ? [...targets.nodes, missing] : targets.nodes,
    name: words.node,
    heads: [revenue!, expenditure!],
    totals: [money.short(flow.revenue.amount), money.short(flow.expenditure.amount)],
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

function balanceNode(locale: PageLocale, balance: Decimal, money: Money): BudgetNode {
  const { surplus, deficit } = locale.words.charts.budget;
  const amount = balance.unscaled < 0n ? { ...balance, unscaled: -balance.unscaled } : balance;
  return {
    label: balance.unscaled > 0n ? surplus : deficit,
    shown: money.short(amount),
    exact: money.exact(amount),
    amount: decimalNumber(amount),
    color: BALANCE_COLOR,
    href: null,
    isBalance: true,
  };
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
  const add = (label: string, amount: Decimal, color: string, href: string | null): void => {
    if (amount.unscaled === 0n) return;
    if (amount.unscaled < 0n) {
      below.push(locale.fill(locale.words.explore.fact, { label: isolate(label), value: money.short(amount) }));
      return;
    }
    const near = decimalNumber(amount);
    const share = near <= whole ? locale.numbers.share(near / whole) : null;
    nodes.push({
      label,
      shown: enumerate(locale, [money.short(amount), ...(share === null ? [] : [share])]),
      exact: enumerate(locale, [money.exact(amount), ...(share === null ? [] : [locale.fill(ofTotal, { share })])]),
      amount: near,
      color,
      href,
      isBalance: false,
    });
  };
  for (const [at, row] of figure.rows.entries())
    add(
      nameRow(locale, column!, row, 0, precisions, figure.parts),
      row.amounts[0]!,
      colors[at]!,
      hrefOf(row, side, column!.reference),
    );
  const { cells, amounts, negative } = figure.rest;
  // Amounts below zero are listed, so that the others are what is left of them.
  for (const row of negative) add(nameRow(locale, column!, row, 0, precisions), row.amounts[0]!, "", null);
  const others = cells - negative.length;
  if (others > 0)
    add(
      locale.fill(restWords.others, { count: others }),
      negative.reduce((left, row) => subtractDecimals(left, row.amounts[0]!), amounts[0]!),
      lineColor(REST_COLOR),
      null,
    );
  return { nodes, below };
}
