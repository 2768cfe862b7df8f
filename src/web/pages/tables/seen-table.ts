import type { Decimal } from "../../../core/model/values/decimal.js";
import { type Fraction, fractionText, nearestDecimal } from "../../../core/model/values/fraction.js";
import { readDecimal } from "../../../core/query/condition/bind-value.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { Grid, GridRow } from "../../../calls/views/pages/grid.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import { withUnit } from "../parts/amount-unit.js";
import { nameKey } from "../parts/describe-key.js";
import type { Html } from "../parts/html.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { namePeriod } from "../charts/time-axis.js";
import { explainAdded, hasAmounts } from "./added-members.js";
import { unitsOf } from "./column-units.js";
import { labelOfSum, nameOwnSide, notesBelow } from "./figure-table.js";
import { headOfRows, planGridCells } from "./grid-table.js";
import { nameColumnMember } from "./name-alone.js";
import { nameColumn } from "./name-column.js";
import { nameOthers } from "./row-names.js";
import { hasShares } from "./shares.js";
import { listLines, nameLine, type TableLine } from "./table-lines.js";
import { COUNT_CODE, SHARE_CODE, termColumns } from "./term-cells.js";
import { nameTotal } from "./name-total.js";

/** A table as a page shows it: its texts, and its figures as numbers. */
export interface SeenTable {
  readonly header: readonly string[];
  readonly lines: readonly (readonly SeenCell[])[];
  /** True if the last line is the total. */
  readonly hasTotal: boolean;
  /** Notes below it. */
  readonly notes: readonly Html[];
}

/** A text, a number, or nothing. */
export type SeenCell = string | SeenNumber | null;

export interface SeenNumber {
  readonly number: Decimal | number;
  /** Power of ten of the unit that it is shown in. */
  readonly exponent: number;
  /** How spreadsheets show it. */
  readonly code: string;
  /** True if it was rounded: its last digits have no meaning. */
  readonly isRounded: boolean;
}

/** How a table is seen. */
export interface SeenStyle {
  readonly money: Money;
  readonly precisions: Precisions;
}

/** Plan the table of a figure; `null` if its amounts have no meaning. */
export function seenFigure(locale: PageLocale, figure: PageTable, { money, precisions }: SeenStyle): SeenTable | null {
  if (!hasAmounts(figure)) return null;
  const { columns, measures } = figure;
  const { sums: units, terms: termUnits } = unitsOf(figure, money);
  const terms = termColumns(locale, figure, money, termUnits);
  const isShared = hasShares(figure);
  const { figures: words } = locale.words;
  const isRounded = figure.adjusted !== undefined;
  const width = Math.max(1, columns.length);
  const write = (line: TableLine): readonly SeenCell[] => {
    const names = nameLine(locale, figure, line, precisions);
    return [
      ...Array.from({ length: width }, (_, at) => names[at] ?? null),
      ...line.amounts.map((amount, at) => cellOf(amount, { ...units[at]!, isRounded })),
      ...terms.map((term, at) => cellOf(line.figures[at] ?? null, { ...term, isRounded: true })),
      ...(isShared ? [cellOf(line.share, SHARE_CELL)] : []),
      cellOf(line.numEntries, COUNT),
    ];
  };
  const lines = listLines(figure);
  return {
    header: [
      ...(columns.length === 0 ? [""] : columns.map((each) => nameColumn(locale, each))),
      ...measures.map((each, at) =>
        headWithUnits(locale, labelOfSum(locale, figure, each), [units[at]!.unit, money.unit]),
      ),
      ...terms.map(({ label, unit }) => headWithUnits(locale, label, [unit])),
      ...(isShared ? [words.share] : []),
      headWithUnits(locale, words.entries, [nameOwnSide(locale, figure) ?? ""]),
    ],
    lines: lines.map(write),
    hasTotal: lines.at(-1)?.kind === "total",
    notes: notesBelow(locale, figure),
  };
}

/** Plan the table of a grid; `null` if its amounts have no meaning. */
export function seenGrid(locale: PageLocale, grid: Grid, { money, precisions }: SeenStyle): SeenTable | null {
  if (!hasAmounts(grid)) return null;
  const { down, across, columns, otherColumns, rows, rest, all, hasRowTotals, hasColumnTotals } = grid;
  const format = planGridCells(locale, grid, money);
  const write = (name: string, { exact }: GridRow): readonly SeenCell[] => [
    name,
    ...(hasRowTotals ? exact : exact.slice(0, -1)).map((figure) => figure && exactCell(figure, format)),
  ];
  return {
    header: [
      headWithUnits(locale, headOfRows(locale, grid), [format.unit, money.unit]),
      ...columns.map((key) => namePeriod(nameColumnMember(locale, across, key, precisions))),
      ...(otherColumns === 0 ? [] : [nameOthers(locale, otherColumns)]),
      ...(hasRowTotals ? [nameTotal(locale, grid)] : []),
    ],
    lines: [
      ...rows.map((row) => write(nameKey(locale, down!, row.key!, precisions), row)),
      ...(rest === null ? [] : [write(nameOthers(locale, rest.count), rest)]),
      ...(hasColumnTotals ? [write(nameTotal(locale, grid), all)] : []),
    ],
    hasTotal: hasColumnTotals,
    notes: explainAdded(locale, grid),
  };
}

function exactCell(figure: Fraction, format: Pick<SeenNumber, "exponent" | "code">): SeenCell {
  const text = fractionText(figure);
  const isRounded = text.includes("/");
  return cellOf(isRounded ? nearestDecimal(figure) : readDecimal(text)!, { ...format, isRounded });
}

export const SHARE_CELL = { exponent: 0, code: SHARE_CODE, isRounded: true } as const;
const COUNT = { exponent: 0, code: COUNT_CODE, isRounded: false } as const;

/** Write a figure as a cell, empty where it is missing. */
export function cellOf(
  number: Decimal | number | null,
  { exponent, code, isRounded }: Omit<SeenNumber, "number">,
): SeenCell {
  return number === null ? null : { number, exponent, code, isRounded };
}

/** Write the head of a column with the units of its figures, such as "Amount (£ million)". */
export function headWithUnits(locale: PageLocale, label: string, units: readonly string[]): string {
  const more = units.reduce((text, unit) => (text === "" ? unit : withUnit(locale, text, unit)), "");
  return more === "" ? label : locale.fill(locale.words.lists.inParentheses, { text: label, more });
}
