import { type Decimal, decimalNumber } from "../../../core/model/values/decimal.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { PageLocale } from "../parts/page-locale.js";
import { hasTotal, isWhole } from "./added-members.js";
import { allNotes } from "./note-marks.js";
import { nameRest, nameRow } from "./row-names.js";
import { tellsYears } from "./shares.js";
import { nameTotal } from "./name-total.js";

/** A line of the table of a figure, below its head. */
export interface TableLine {
  /** Kind of what it is of: a cell, one without a value, several cells together, those that do not meet the conditions, or all. */
  readonly kind: "row" | "unvalued" | "rest" | "leftOut" | "total";
  /** Its cell; `null` for several. */
  readonly row: Omit<PageTableRow, "amounts" | "figures"> | null;
  /** One for each measure; `null` where it has no meaning. */
  readonly amounts: readonly (Decimal | null)[];
  /** One for each column of terms. */
  readonly figures: readonly (Decimal | null)[];
  /** Its part of the total; `null` if it has none. */
  readonly share: number | null;
  readonly numEntries: number;
  readonly notes: readonly number[];
  /** Notes on the other side of a comparison. */
  readonly otherNotes: readonly number[];
}

/** List the lines of the table of a figure in their order; the total is the last. */
export function listLines(figure: PageTable): readonly TableLine[] {
  const { rows, rest } = figure;
  return [
    ...rows.map((row) => lineOf(figure, row)),
    ...restLine(figure),
    ...rest.negative.map((row) => lineOf(figure, row)),
    ...(figure.adjusted?.unvalued ?? []).map((row) => unvaluedLine(figure, row)),
    ...leftOutLine(figure),
    ...totalLine(figure),
  ];
}

function lineOf(figure: PageTable, row: PageTableRow): TableLine {
  const { amounts, numEntries, notes } = row;
  const [first] = amounts;
  const share = first!.unscaled < 0n ? null : shareOf(figure, first!);
  const { otherNotes = [] } = row;
  return { kind: "row", row, amounts, figures: figuresOf(figure, row.figures), share, numEntries, notes, otherNotes };
}

function restLine(figure: PageTable): readonly TableLine[] {
  const { rest } = figure;
  if (rest.cells === 0) return [];
  return [
    {
      kind: "rest",
      row: null,
      amounts: rest.amounts.map((amount) => (isWhole(figure) ? amount : null)),
      figures: figuresOf(figure, rest.figures),
      share: shareOf(figure, rest.amounts[0]!),
      numEntries: rest.numEntries,
      notes: [],
      otherNotes: [],
    },
  ];
}

function unvaluedLine(figure: PageTable, row: NonNullable<TableLine["row"]>): TableLine {
  const amounts = figure.measures.map(() => null);
  const { numEntries } = row;
  return {
    kind: "unvalued",
    row,
    amounts,
    figures: figuresOf(figure),
    share: null,
    numEntries,
    notes: [],
    otherNotes: [],
  };
}

function leftOutLine(figure: PageTable): readonly TableLine[] {
  const leftOut = figure.terms?.leftOut;
  if (!leftOut || leftOut.cells === 0) return [];
  return [
    {
      kind: "leftOut",
      row: null,
      amounts: leftOut.amounts.map((amount) => (hasTotal(figure) ? amount : null)),
      figures: figuresOf(figure),
      share: shareOf(figure, leftOut.amounts[0]!),
      numEntries: leftOut.numEntries,
      notes: [],
      otherNotes: [],
    },
  ];
}

function totalLine(figure: PageTable): readonly TableLine[] {
  if (!hasTotal(figure) || tellsYears(figure)) return [];
  const { totals: amounts, numEntries } = figure;
  const figures = figuresOf(figure, figure.terms?.totals);
  const otherNotes = figure.terms?.sideNotes?.other ?? [];
  return [{ kind: "total", row: null, amounts, figures, share: 1, numEntries, notes: allNotes(figure), otherNotes }];
}

/** Give each column of terms its figure. */
function figuresOf({ terms }: PageTable, figures: PageTableRow["figures"] = []): readonly (Decimal | null)[] {
  return (terms?.columns ?? []).map((_, at) => figures[at] ?? null);
}

function shareOf({ totals }: PageTable, amount: Decimal): number {
  return decimalNumber(amount) / decimalNumber(totals[0]!);
}

/** Name a line: by its member in each column, or what several cells are together. */
export function nameLine(
  locale: PageLocale,
  figure: PageTable,
  { kind, row }: TableLine,
  precisions: Precisions,
): readonly string[] {
  const { figures: words } = locale.words;
  if (row) {
    const { columns, parts } = figure;
    const names = row.keys.map((_, at) => nameRow(locale, columns[at]!, row, at, precisions, parts));
    return names.length === 0 ? [words.everything] : names;
  }
  if (kind === "total") return [nameTotal(locale, figure)];
  if (kind === "leftOut") return [locale.fill(words.rest.leftOut, { count: figure.terms!.leftOut!.cells })];
  const rest = nameRest(locale, figure);
  return [figure.rest.negative.length > 0 ? locale.fill(words.rest.withBelow, { rest }) : rest];
}
