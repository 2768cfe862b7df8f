import type { Decimal } from "../../../core/model/values/decimal.js";
import type { PageTable, PageTableRow } from "./page-table.js";

/** Return what the other side of a comparison has in a row; `null` without a comparison, and where it has nothing. */
export function amountBeside(figure: PageTable, { amounts, figures }: SideAmounts): Decimal | null {
  if (figure.pair) return amounts[1] ?? null;
  const at = placeOfSide(figure, "against");
  return at === null ? null : (figures?.[at] ?? null);
}

/** Amounts of a row on both sides. */
type SideAmounts = Pick<PageTableRow, "amounts" | "figures">;

/** Return the place of a comparison's figure among the terms of a figure; `null` without one. */
export function placeOfSide({ terms, measures }: PageTable, side: "against" | "difference" | "change"): number | null {
  const at = terms?.columns.findIndex(({ key }) => key === `${measures[0]!.name}.${side}`) ?? -1;
  return at < 0 ? null : at;
}
