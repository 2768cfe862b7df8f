import { type Decimal, decimalNumber } from "../../../core/model/values/decimal.js";
import type { ColorPlaces } from "../../../calls/views/pages/color-places.js";
import type { FigureKey } from "../../../calls/views/pages/figure-columns.js";
import type { Tree, TreeNode } from "../../../calls/views/pages/tree.js";
import type { NestedPart } from "../charts/nested.js";
import { colorKeys, partColor, REST_COLOR } from "../parts/colors.js";
import { nameKey } from "../parts/describe-key.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { ChartStyle } from "./chart-kind.js";
import { raiseNotes } from "./note-marks.js";

/** Style of the parts of several levels. */
export interface NestedStyle extends Pick<ChartStyle, "money" | "precisions"> {
  readonly places: ColorPlaces | null | undefined;
  /** Returns the target of a click on a part by the keys that lead to it; `null` for none. */
  readonly hrefOf: (keys: readonly FigureKey[]) => string | null;
}

/** Build the parts of several levels that have an amount above zero; parts of one member have shades of its colour. */
export function nestedParts(locale: PageLocale, tree: Tree, style: NestedStyle): readonly NestedPart[] {
  const whole = numberIn(tree.root);
  const build = (
    nodes: readonly TreeNode[],
    above: readonly FigureKey[],
    color: string | null,
    before: string,
  ): readonly NestedPart[] => {
    const shown = nodes.filter((node): node is ValuedNode => node.amount !== null && node.amount.unscaled > 0n);
    const keys = shown.flatMap(({ key }) => key ?? []);
    const own = color === null ? colorKeys(keys, tree.columns[0]!.dimension, style.places) : null;
    let named = 0;
    return shown.map((node) => {
      const { key, count, amount, notes } = node;
      const at = key === null ? -1 : named++;
      const path = key === null ? above : [...above, key];
      const near = decimalNumber(amount);
      const fill = key === null ? REST_COLOR : own ? own[at]! : partColor(color!, at);
      const label =
        key === null
          ? locale.fill(locale.words.figures.rest.others, { count: count })
          : nameKey(locale, tree.columns[path.length - 1]!, key, style.precisions);
      const full = before === "" ? label : `${before} · ${label}`;
      return {
        label,
        path: full,
        amount: near,
        shown: style.money.short(amount) + raiseNotes(tree, notes),
        exact: style.money.exact(amount) + raiseNotes(tree, notes),
        color: fill,
        href: key === null || path.some(({ value }) => value === null) ? null : style.hrefOf(path),
        more:
          whole >= near
            ? locale.fill(locale.words.figures.ofTotal, { share: locale.numbers.share(near / whole) })
            : undefined,
        parts: build(node.parts, path, fill, full),
      };
    });
  };
  return build(tree.root.parts, [], null, "");
}

/** Count the parts below zero, which have no area, on any level. */
export function countBelowZero({ amount, parts }: TreeNode): number {
  return (amount !== null && amount.unscaled < 0n ? 1 : 0) + parts.reduce((sum, part) => sum + countBelowZero(part), 0);
}

/** List the amounts of the lowest parts. */
export function leavesOf(node: TreeNode): readonly number[] {
  return node.parts.length === 0 ? [numberIn(node)] : node.parts.flatMap(leavesOf);
}

/** Return the double nearest to an amount; 0 for one that a series has no value for. */
export function numberIn({ amount }: TreeNode): number {
  return amount === null ? 0 : decimalNumber(amount);
}

type ValuedNode = TreeNode & { readonly amount: Decimal };
