import type { FigureKey } from "../../../calls/views/pages/figure-columns.js";
import type { Tree, TreeNode } from "../../../calls/views/pages/tree.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import { nameKey } from "../parts/describe-key.js";
import type { PageLocale } from "../parts/page-locale.js";
import { explainAdded, hasAmounts } from "./added-members.js";
import { nameColumn } from "./name-column.js";
import { nameOthers } from "./row-names.js";
import { cellOf, headWithUnits, type SeenCell, type SeenStyle, type SeenTable, SHARE_CELL } from "./seen-table.js";
import { planSubtotals } from "./tree-table.js";
import { nameTotal } from "./name-total.js";

/** Plan the table of subtotals: a column for each level, each part below what it is of; `null` if its amounts have no meaning. */
export function seenTree(locale: PageLocale, tree: Tree, { money, precisions }: SeenStyle): SeenTable | null {
  if (!hasAmounts(tree)) return null;
  const { root, columns, measure } = tree;
  const { column, hasShares, hasSums } = planSubtotals(tree, money);
  const { figures: words } = locale.words;
  const amountsOf = ({ amount, parts }: TreeNode): readonly SeenCell[] => {
    const isShown = amount !== null && (hasSums || parts.length === 0);
    const share = amount === null || amount.unscaled < 0n ? null : decimalNumber(amount);
    return [
      isShown ? cellOf(amount, { ...column, isRounded: tree.adjusted !== undefined }) : null,
      ...(hasShares ? [cellOf(share === null ? null : share / decimalNumber(root.amount!), SHARE_CELL)] : []),
    ];
  };
  const write = (names: readonly (string | null)[], node: TreeNode): readonly SeenCell[] => [
    ...columns.map((_, at) => names[at] ?? null),
    ...amountsOf(node),
  ];
  const list = (parts: readonly TreeNode[], above: readonly FigureKey[]): readonly (readonly SeenCell[])[] =>
    parts.flatMap((part) => {
      const name =
        part.key === null
          ? nameOthers(locale, part.count)
          : nameKey(locale, columns[above.length]!, part.key, precisions);
      const names = [...above.map((key, at) => nameKey(locale, columns[at]!, key, precisions)), name];
      return [write(names, part), ...list(part.parts, part.key === null ? above : [...above, part.key])];
    });
  return {
    header: [
      ...columns.map((each) => nameColumn(locale, each)),
      headWithUnits(locale, measure.label, [column.unit, money.unit]),
      ...(hasShares ? [words.share] : []),
    ],
    lines: [...list(root.parts, []), ...(hasSums ? [write([nameTotal(locale, tree)], root)] : [])],
    hasTotal: hasSums,
    notes: explainAdded(locale, tree),
  };
}
