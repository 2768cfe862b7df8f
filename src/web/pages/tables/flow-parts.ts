import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { FigureKey } from "../../../calls/views/pages/figure-columns.js";
import type { Grid, GridRow } from "../../../calls/views/pages/grid.js";
import type { MoneyFlow, FlowBand, FlowNode } from "../charts/flow.js";
import { colorKeys, lineColor, REST_COLOR } from "../parts/colors.js";
import { nameKey } from "../parts/describe-key.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { ChartStyle } from "./chart-kind.js";
import { enumerate } from "../parts/enumerate.js";

/** Maximum number of amounts below zero that are listed. */
const MAX_LISTED = 5;

/** Style of a flow. */
interface FlowParts extends Omit<ChartStyle, "kind"> {
  /** The plan of it; absent for none. */
  readonly planned?: Grid | null;
  /** Returns the target of a click on the end of bands; `null` for none. */
  readonly hrefOfColumn: (column: string) => string | null;
}

/** Build the bands of a grid, from its rows to its columns; what is below zero is listed. */
export function flowOf(
  locale: PageLocale,
  grid: Grid,
  { money, precisions, hrefOfRow, hrefOfCell, hrefOfColumn, planned = null }: FlowParts,
): MoneyFlow {
  const { fill, words } = locale;
  const { rest: restWords, ofTotal: shareText, belowZero, andMore } = words.figures;
  const { down, across, columns, otherColumns, rows, rest, all, places } = grid;
  const whole = all.total === null ? 0 : decimalNumber(all.total);
  const { share } = locale.numbers;
  const ofTotal = (part: string): string => fill(shareText, { share: part });
  const shareOf = (amount: Decimal): string | undefined =>
    whole > 0 && amount.unscaled >= 0n ? share(decimalNumber(amount) / whole) : undefined;
  const nodeOf = (label: string, amount: Decimal | null, color: string, href: string | null): FlowNode => {
    const part = amount && shareOf(amount);
    const shown = amount === null ? "–" : money.short(amount);
    return {
      label,
      shown: part ? enumerate(locale, [shown, part]) : shown,
      lines: part ? [shown, part] : [shown],
      exact: amount === null ? "–" : enumerate(locale, [money.exact(amount), ...(part ? [ofTotal(part)] : [])]),
      color,
      href,
    };
  };
  const colors = colorKeys(
    rows.map(({ key }) => key!),
    down?.dimension ?? "",
    places,
  ).map(lineColor);
  const grey = lineColor(REST_COLOR);
  const named = rows.map(({ key, total }, at) =>
    nodeOf(
      nameKey(locale, down!, key!, precisions),
      total,
      colors[at]!,
      key!.value === null ? null : (hrefOfRow?.(key!.value) ?? null),
    ),
  );
  const sources = [
    ...named,
    ...(rest ? [nodeOf(fill(restWords.others, { count: rest.count }), rest.total, grey, null)] : []),
  ];
  const targets = [
    ...columns.map((key, at) =>
      nodeOf(
        nameKey(locale, across, key, precisions),
        all.cells[at] ?? null,
        grey,
        key.value === null ? null : hrefOfColumn(key.value),
      ),
    ),
    ...(otherColumns > 0
      ? [nodeOf(fill(restWords.others, { count: otherColumns }), all.cells[columns.length] ?? null, grey, null)]
      : []),
  ];
  const ends = { sources, targets, shareOf, ofTotal };
  const { bands, below } = bandsOf(grid, ends, { money, ...(hrefOfCell && { hrefOfCell }) });
  const more = below.length - MAX_LISTED;
  const listed = below.slice(0, MAX_LISTED);
  const plans = planned ? plansOf(grid, planned, money) : null;
  return {
    sources: plans ? sources.map((node, at) => ({ ...node, ...plans.sources[at] })) : sources,
    targets: plans ? targets.map((node, at) => ({ ...node, ...plans.targets[at] })) : targets,
    bands,
    left: below.length === 0 ? [] : [belowZero, ...listed, ...(more > 0 ? [fill(andMore, { count: more })] : [])],
  };
}

type NodePlan = Pick<FlowNode, "planned">;

/** Return the plan of a node: none without one, and no column for one below zero. */
export function planOf(amount: Decimal | null | undefined, money: Money): NodePlan {
  return amount ? { planned: { amount: Math.max(0, decimalNumber(amount)), exact: money.exact(amount) } } : {};
}

/** Return the plans of the nodes of a flow; none for those that put others together. */
function plansOf(
  { rows, columns }: Grid,
  planned: Grid,
  money: Money,
): { readonly sources: readonly NodePlan[]; readonly targets: readonly NodePlan[] } {
  return {
    sources: rows.map(({ key }) => planOf(planned.rows.find((row) => row.key?.value === key?.value)?.total, money)),
    targets: columns.map(({ value }) =>
      planOf(planned.all.cells[planned.columns.findIndex((column) => column.value === value)], money),
    ),
  };
}

/** Nodes of a flow, and how shares of its total are written. */
interface FlowEnds {
  readonly sources: readonly FlowNode[];
  readonly targets: readonly FlowNode[];
  readonly shareOf: (amount: Decimal) => string | undefined;
  readonly ofTotal: (share: string) => string;
}

/** Build a band for each cell above zero, and a text for each below. */
function bandsOf(
  { rows, rest, columns }: Grid,
  { sources, targets, shareOf, ofTotal }: FlowEnds,
  { money, hrefOfCell }: Pick<ChartStyle, "money" | "hrefOfCell">,
): { readonly bands: readonly FlowBand[]; readonly below: readonly string[] } {
  const bands: FlowBand[] = [];
  const below: string[] = [];
  const add = ({ key, cells }: GridRow, from: number, column: FigureKey | null, to: number): void => {
    const amount = cells[to] ?? null;
    if (amount === null || amount.unscaled === 0n) return;
    if (amount.unscaled < 0n) {
      below.push(`${sources[from]!.label} → ${targets[to]!.label}: ${money.short(amount)}`);
      return;
    }
    const part = shareOf(amount);
    const isLinked = key?.value != null && column?.value != null;
    bands.push({
      from,
      to,
      amount: decimalNumber(amount),
      exact: money.exact(amount),
      more: part ? ofTotal(part) : undefined,
      href: isLinked ? (hrefOfCell?.(key.value!, column.value!) ?? null) : null,
    });
  };
  for (const [from, row] of [...rows, ...(rest ? [rest] : [])].entries())
    for (let to = 0; to < targets.length; to++) add(row, from, columns[to] ?? null, to);
  return { bands, below };
}
