import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { FigureKey } from "../../../calls/views/pages/figure-columns.js";
import type { Tree, TreeNode } from "../../../calls/views/pages/tree.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { type CitedCell, type CitedCells, citeAmount } from "./cite-cells.js";
import { columnAmount } from "../parts/amounts.js";
import { withUnit } from "../parts/amount-unit.js";
import { linkKey, nameKey } from "../parts/describe-key.js";
import { html, type Html } from "../parts/html.js";
import type { AmountFormat, Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { explainAdded, hasAmounts, hasTotal, isWhole } from "./added-members.js";
import { type BarBounds, boundBars, drawCellBar } from "./bar-cell.js";
import { footnotes, markNotes } from "./note-marks.js";
import { nameColumn } from "./name-column.js";
import { nameTotal } from "./name-total.js";

/** Style of a table of subtotals. */
export interface TreeStyle {
  readonly caption: string;
  readonly money: Money;
  readonly precisions: Precisions;
  /** Returns the target of the link of a part without parts; `null` for none. */
  readonly hrefOf: (row: Pick<PageTableRow, "keys">) => string | null;
  /** Place where amounts are cited, and what the tree is cut to; absent: nowhere. */
  readonly cited?: (CitedCells & { readonly cuts: readonly CutClause[] }) | undefined;
}

/** Write subtotals as lists that unfold: the parts of each are within it. */
export function treeTable(locale: PageLocale, tree: Tree, style: TreeStyle): Html {
  if (!hasAmounts(tree)) return html`${explainAdded(locale, tree)}`;
  const { root, measure, columns } = tree;
  const { column, hasShares, hasSums } = planSubtotals(tree, style.money);
  const amounts = root.parts.flatMap((part) => barredAmounts(part, hasSums));
  const context = { locale, tree, style, column, hasShares, hasSums, bounds: boundBars(amounts) };
  return html`<div class="${hasShares ? "tree" : "tree unshared"}" role="group" aria-label="${style.caption}">
      <p class="caption">${withUnit(locale, style.caption, style.money.unit)}</p>
      <p class="tree-row head" aria-hidden="true">
        <span>${columns.map((each, at) => html`${at === 0 ? "" : " › "}<bdi>${nameColumn(locale, each)}</bdi>`)}</span>
        <span class="number"><bdi>${measure.label}</bdi>${column.unit === "" ? null : html` ${column.unit}`}</span>
        ${hasShares ? html`<span class="number">${locale.words.figures.share}</span>` : null}
      </p>
      ${listParts(context, root.parts, [])}
      ${
        hasSums
          ? html`<p class="tree-row total">
              <span>${nameTotal(locale, tree)}</span>${writeAmount(context, root, [])}
              ${hasShares ? html`<span class="number">${locale.numbers.share(1)}</span>` : null}
            </p>`
          : null
      }
    </div>
    ${explainAdded(locale, tree)} ${footnotes(locale, tree)}`;
}

/** Columns of subtotals. */
interface SubtotalColumns {
  readonly column: AmountFormat;
  readonly hasShares: boolean;
  /** False if only the last level has amounts that mean something. */
  readonly hasSums: boolean;
}

/** Plan the columns of subtotals. */
export function planSubtotals(tree: Tree, money: Money): SubtotalColumns {
  const { root } = tree;
  const amounts = root.parts.flatMap(({ amount }) => amount ?? []);
  const column = money.column([...amounts, ...(root.amount ? [root.amount] : [])]);
  const isPositive = root.amount !== null && root.amount.unscaled > 0n;
  const hasShares = isWhole(tree) && isPositive && amounts.every(({ unscaled }) => unscaled >= 0n);
  return { column, hasShares, hasSums: hasTotal(tree) };
}

/** List the amounts of a node and its parts that have bars: those that are shown, but for what is put together. */
function barredAmounts(node: TreeNode, hasSums: boolean): readonly number[] {
  const own = amountOfBar(node, hasSums);
  return [...(own ? [decimalNumber(own)] : []), ...node.parts.flatMap((part) => barredAmounts(part, hasSums))];
}

function amountOfBar({ key, amount, parts }: TreeNode, hasSums: boolean): TreeNode["amount"] {
  return key !== null && (hasSums || parts.length === 0) ? amount : null;
}

interface TreeContext extends SubtotalColumns {
  /** Bounds of the bars of all levels, so that they can be compared. */
  readonly bounds: BarBounds;
  readonly locale: PageLocale;
  readonly tree: Tree;
  readonly style: TreeStyle;
}

function listParts(context: TreeContext, parts: readonly TreeNode[], above: readonly FigureKey[]): Html {
  const named = parts.flatMap(({ key }) => key ?? []);
  return html`<ul>
    ${parts.map((part) => {
      const keys = part.key === null ? above : [...above, part.key];
      const row = writeRow(context, part, keys, keysOfNode(context.tree, keys, part.key === null ? named : null));
      if (part.parts.length === 0) return html`<li><p class="tree-row">${row}</p></li> `;
      return html`<li>
        <details>
          <summary class="tree-row">${row}</summary>
          ${listParts(context, part.parts, keys)}
        </details>
      </li> `;
    })}
  </ul>`;
}

/** Say what a node is of: the members on the way to it and, for all others of its level, those that are shown. */
function keysOfNode(
  { columns }: Tree,
  way: readonly FigureKey[],
  shown: readonly FigureKey[] | null,
): CitedCell["keys"] {
  const own = way.map(({ value }, at) => ({ field: columns[at]!.reference, value }));
  return shown === null
    ? own
    : [...own, { field: columns[way.length]!.reference, others: shown.map(({ value }) => value) }];
}

function writeRow(context: TreeContext, node: TreeNode, keys: readonly FigureKey[], cited: CitedCell["keys"]): Html {
  const { locale, tree, style, hasShares } = context;
  const { key, count, amount, parts } = node;
  const name =
    key === null
      ? html`${locale.fill(locale.words.figures.rest.others, { count: count })}`
      : linkKey(
          locale,
          nameKey(locale, tree.columns[keys.length - 1]!, key, style.precisions),
          parts.length > 0 ? null : style.hrefOf({ keys }),
        );
  return html`<span class="${key === null ? "name rest" : "name"}">${name}</span>${writeAmount(context, node, cited)}
    ${hasShares ? html`<span class="number">${amount === null || amount.unscaled < 0n ? "–" : locale.numbers.share(decimalNumber(amount) / decimalNumber(tree.root.amount!))}</span>` : null}
    ${drawNodeBar(context, node)}`;
}

function drawNodeBar({ bounds, hasSums }: TreeContext, node: TreeNode): Html | null {
  const amount = amountOfBar(node, hasSums);
  return amount && html`<span class="bar">${drawCellBar(decimalNumber(amount), bounds, { color: null })}</span>`;
}

function writeAmount(
  { locale, tree, style: { money, cited }, column, hasSums }: TreeContext,
  { amount, parts, notes }: TreeNode,
  keys: CitedCell["keys"],
): Html {
  const isShown = amount !== null && (hasSums || parts.length === 0);
  const cell = cited ? { cuts: cited.cuts, keys, measure: tree.measure.name } : null;
  const shown = isShown ? citeAmount(cited, cell, columnAmount(money, column, amount)) : html`–`;
  return html`<span class="number">${shown}${markNotes(locale, tree, notes)}</span>`;
}
