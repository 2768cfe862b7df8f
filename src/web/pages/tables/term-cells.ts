import { sayFirst, sayPhrase } from "../parts/say-phrase.js";
import { type Decimal, decimalNumber } from "../../../core/model/values/decimal.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import { placeOfSide } from "../../../calls/views/pages/amount-beside.js";
import type { Sides } from "../../../calls/views/pages/sides.js";
import type { TermFormat } from "../../../calls/views/pages/term-labels.js";
import { columnAmount } from "../parts/amounts.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { AmountFormat, Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { MAX_CHANGE, SAME_CHANGE, writeCompared } from "./compared-words.js";

/** A column of a table with figures that are computed from sums. */
export interface FigureTermColumn {
  readonly label: string;
  /** Currency and unit; empty if there is neither. */
  readonly unit: string;
  readonly write: (figure: Decimal | null | undefined) => Html;
  /** Power of ten of the unit. */
  readonly exponent: number;
  /** The format of its cells in a spreadsheet. */
  readonly code: string;
}

/** Text of a figure that is missing. */
const MISSING = "–";

/** Plan the columns of a figure's terms. @param units one for each term; `null` for what is no amount */
export function termColumns(
  locale: PageLocale,
  { terms }: PageTable,
  money: Money,
  units: readonly (AmountFormat | null)[],
): readonly FigureTermColumn[] {
  if (!terms) return [];
  return terms.columns.map(({ label, format, isCompared, unit }, at) => {
    const column = units[at] ?? null;
    return {
      label: sayFirst(locale, label),
      unit: column?.unit ?? "",
      exponent: column?.exponent ?? 0,
      code: column?.code ?? codeOfTerm(format),
      write(figure) {
        if (figure === null || figure === undefined) return html`${MISSING}`;
        if (column) return columnAmount(money, column, figure);
        const shown = writeTerm(locale, format, figure, money.of({ unit }));
        return format === "change" && isCompared
          ? compareCell(locale, terms.sides, decimalNumber(figure))
          : html`${shown}`;
      },
    };
  });
}

/** Return the format of spreadsheets for figures that are no amounts. */
export function codeOfTerm(format: TermFormat): string {
  switch (format) {
    case "percent":
      return SHARE_CODE;
    case "change":
      return "+0.0%;-0.0%;0.0%";
    case "count":
      return COUNT_CODE;
    default:
      return "#,##0.0###";
  }
}

/** Formats of spreadsheets for shares and for counts. */
export const SHARE_CODE = "0.0%";
export const COUNT_CODE = "#,##0";

/** Say in words what a change from the other side is, beside the number with its sign. */
function wordsOf(locale: PageLocale, sides: Sides | undefined, change: number): string {
  if (sides?.uneven || sides?.kind === "plan" || sides?.kind === "whole") return writeCompared(locale, sides, change);
  const { compared } = locale.words.figures;
  if (Math.abs(change) < SAME_CHANGE) return compared.shortSame;
  if (!sides || sides.isLater) return change > 0 ? compared.shortRose : compared.shortFell;
  return locale.fill(change > 0 ? compared.shortMore : compared.shortLess, {
    other: isolate(sayPhrase(locale, sides.other)),
  });
}

/** Write a change from the other side. Where the words say more or less, the number has no sign. */
function compareCell(locale: PageLocale, sides: Sides | undefined, change: number): Html {
  const { numbers } = locale;
  const saysMore =
    sides &&
    !sides.uneven &&
    !sides.isLater &&
    !["plan", "whole"].includes(sides.kind) &&
    Math.abs(change) >= SAME_CHANGE;
  if (saysMore && change > MAX_CHANGE) return html`${writeCompared(locale, sides, change)}`;
  const shown = saysMore ? numbers.share(Math.abs(change)) : numbers.change(change);
  return html`${shown} <small class="class">${wordsOf(locale, sides, change)}</small>`;
}

/** Write one figure in few digits. */
export function writeTerm({ numbers }: PageLocale, format: TermFormat, figure: Decimal, money: Money): string {
  if (format === "amount") return money.short(figure);
  const near = decimalNumber(figure);
  if (format === "percent") return numbers.share(near);
  if (format === "change") return numbers.change(near);
  return format === "count" ? numbers.count(near) : numbers.ratio(near);
}

/** The figure of a row that charts draw, and its text. */
export interface DrawnFigure {
  /** `null` if it is missing. */
  readonly amount: number | null;
  readonly shown: string;
  /** Text with every digit of an amount. */
  readonly exact: string;
}

/** Read the figure of a row that charts draw. */
export function drawnOf(
  locale: PageLocale,
  { terms }: PageTable,
  { amounts, figures }: Pick<PageTableRow, "amounts" | "figures">,
  given: Money,
): DrawnFigure {
  const drawn = terms?.drawn ?? null;
  const money = drawn === null ? given : given.of(terms!.columns[drawn]);
  if (drawn === null) {
    const [sum] = amounts;
    return { amount: decimalNumber(sum!), shown: money.short(sum!), exact: money.exact(sum!) };
  }
  const figure = figures?.[drawn] ?? null;
  if (figure === null) return { amount: null, shown: MISSING, exact: MISSING };
  const { format } = terms!.columns[drawn]!;
  const shown = writeTerm(locale, format, figure, money);
  return { amount: decimalNumber(figure), shown, exact: format === "amount" ? money.exact(figure) : shown };
}

/** True if charts draw parts of a whole: sums, or shares of their total. */
export function drawsParts({ terms }: Pick<PageTable, "terms">): boolean {
  const drawn = terms?.drawn ?? null;
  return drawn === null || /^[^./@]+\.share$/.test(terms!.columns[drawn]!.key);
}

/** Return the place of the changes that colours stand for; `null` if they stand for members. */
export function changeColumn(figure: PageTable): number | null {
  return (figure.terms?.drawn ?? null) === null ? placeOfSide(figure, "change") : null;
}
