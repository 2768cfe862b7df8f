import { sayFirst, sayPhrase } from "../parts/say-phrase.js";
import { type Decimal, decimalNumber, shortestDecimal } from "../../../core/model/values/decimal.js";
import type { ShapeLayer } from "../../../core/model/shape-layer.js";
import type { PageMap } from "../../../calls/views/pages/page-map.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import { drawMap as drawShapes, type MapPlace } from "../charts/map.js";
import type { DrawingStyle } from "../charts/svg.js";
import { writePer } from "../parts/amount-unit.js";
import type { Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { shortenHref } from "../parts/query.js";
import { hasAmounts, hasTotal } from "./added-members.js";
import type { ChartStyle } from "./chart-kind.js";
import { divideFigures } from "./map-classes.js";
import { raiseNotes } from "./note-marks.js";
import { nameRow } from "./row-names.js";
import { changeColumn, drawsParts, writeTerm } from "./term-cells.js";
import { withUnit } from "../parts/amount-unit.js";

/** Size of the land of a map. It is narrow enough for its texts to be read on phones. */
const SIZE = { width: 440, height: 480 };

/** Number of shapes from which each says one figure in few digits: pages have no room for more. */
const MANY = 200;

/** Figures that the colours of a map stand for. */
interface Shown {
  readonly kind: "head" | "change" | "figure" | "share" | "sum";
  /** Figures of the rows of the page; `null` where there is none. */
  readonly figures: readonly (number | null)[];
  readonly write: (figure: number) => string;
  readonly writeExact: (at: number) => string;
  /** Name of it. */
  readonly of: string;
}

/** Style of a map of places. */
export interface PlacesStyle extends Pick<ChartStyle, "money" | "precisions" | "hrefOf"> {
  /** Path of its page. */
  readonly url: string;
}

/** Draw a map of a figure of places. @returns `null` if it has no amounts */
export function drawPlaces(
  locale: PageLocale,
  { notes, numbering }: PageTable,
  map: PageMap,
  { money, precisions, hrefOf, url }: PlacesStyle,
  frame: DrawingStyle,
): Html | null {
  const figure = { ...map.figure, notes, ...(numbering && { numbering }) };
  if (!hasAmounts(figure) || figure.rows.length === 0) return null;
  const shown = figuresOf(locale, figure, map, money);
  const known = new Set(map.layer.shapes.map(({ id }) => id));
  const isOnMap = ({ keys, contained = 0 }: PageTableRow): boolean => contained === 0 && known.has(keys[0]!.value);
  const drawn = figure.rows.flatMap((row, at) => (isOnMap(row) ? (shown.figures[at] ?? []) : []));
  if (drawn.length === 0) return null;
  const isOfCircles = shown.kind === "sum";
  const isShort = hasMany(map);
  const largest = Math.max(...drawn.map(Math.abs));
  const { classes, colorOf } = divideFigures(drawn, shown.kind === "change", shown.write, locale.numbers.count);
  const places = figure.rows.map((row, at): MapPlace => {
    const value = shown.figures[at] ?? null;
    const label = nameRow(locale, figure.columns[0]!, row, 0, precisions, figure.parts);
    const amount = money.short(row.amounts[0]!) + raiseNotes(figure, row.notes);
    const isOwn = shown.kind === "sum" || value === null || !isOnMap(row);
    const href = (row.contained ?? 0) > 0 ? null : hrefOf(row);
    const exact = isOwn ? money.exact(row.amounts[0]!) : shown.writeExact(at);
    return {
      id: isOnMap(row) ? row.keys[0]!.value : null,
      label,
      shown: amount,
      exact: isShort && isOnMap(row) && value !== null ? shown.write(value) : exact,
      more:
        isOwn || isShort
          ? undefined
          : locale.fill(locale.words.figures.inAll, { amount: money.exact(row.amounts[0]!) }),
      href: href === null ? null : shortenHref(href, url),
      color: value === null ? null : colorOf(value),
      ...(isOfCircles && value !== null && { circle: Math.abs(value) / largest }),
    };
  });
  const { map: words } = locale.words.figures;
  return drawShapes(map.layer, places, {
    ...frame,
    ...SIZE,
    description: describePlaces(locale, figure, shown, precisions, isOnMap, map.perHead),
    classes: isOfCircles ? [] : classes,
    of: locale.fill(isOfCircles ? words.circles : words.places, { what: shown.of }),
    others: words.elsewhere,
    more: (count) => locale.fill(locale.words.figures.andMore, { count }),
    withoutAmount: (place) => locale.fill(words.noAmount, { place }),
  });
}

/** True if a map has so many shapes that each of their bytes counts. */
export function hasMany({ layer }: Pick<PageMap, "layer">): boolean {
  return layer.shapes.length > MANY;
}

/** Choose what a map shows: never a sum as a colour. */
function figuresOf(locale: PageLocale, figure: PageTable, { perHead }: PageMap, money: Money): Shown {
  const { rows, terms, measures, totals } = figure;
  const { map: words, ofTotal } = locale.words.figures;
  const change = changeColumn(figure);
  const place = change ?? terms?.drawn ?? null;
  if (place !== null) {
    const { format, label: said } = terms!.columns[place]!;
    const label = sayFirst(locale, said);
    const figures = rows.map(({ figures: own }) => numberOrNull(own?.[place]));
    const write = (value: number): string => writeTerm(locale, format, shortestDecimal(value), money);
    const isChange = format === "change" || /\.(?:difference|change)(?:@|$)/.test(terms!.columns[place]!.key);
    const writeExact = (at: number): string =>
      rows[at]!.figures?.[place] ? writeTerm(locale, format, rows[at]!.figures![place]!, money) : "–";
    const of = terms!.sides
      ? locale.fill(words.sides, {
          label,
          own: sayPhrase(locale, terms!.sides.own),
          other: sayPhrase(locale, terms!.sides.other),
        })
      : label;
    return { kind: isChange ? "change" : "figure", figures, write, writeExact, of };
  }
  if (perHead) {
    const { unit } = perHead;
    const byKey = new Map(perHead.figure.rows.map((row) => [row.keys[0]!.value, row]));
    const amountOf = ({ keys }: PageTableRow): Decimal | null => byKey.get(keys[0]!.value)?.amounts[0] ?? null;
    const figures = rows.map((row) => (row.contained === undefined ? numberOrNull(amountOf(row)) : null));
    const plain = locale.numbers.money(unit.currency);
    const writeExact = (at: number): string => plain.exact(roundCents(amountOf(rows[at]!)!));
    const rounded = (value: number): Decimal => shortestDecimal(Number(value.toPrecision(4)));
    const column = plain.column(
      perHead.figure.rows.flatMap(({ amounts: [own] }) => (own ? rounded(decimalNumber(own)) : [])),
    );
    const write = (value: number): string => column.format(rounded(value));
    const of = locale.fill(words.perHead, { measure: measures[0]!.label, per: writePer(locale, unit.per ?? "person") });
    return { kind: "head", figures, write, writeExact, of: withUnit(locale, of, column.unit) };
  }
  const amounts = rows.map(({ amounts: [own] }) => numberOrNull(own));
  const total = decimalNumber(totals[0]!);
  const isOfParts = hasTotal(figure) && drawsParts(figure) && total > 0 && amounts.every((each) => (each ?? 0) >= 0);
  const write = (value: number): string => money.short(shortestDecimal(value));
  const writeExact = (at: number): string => money.exact(rows[at]!.amounts[0]!);
  if (!isOfParts) return { kind: "sum", figures: amounts, write, writeExact, of: measures[0]!.label };
  const shares = amounts.map((each) => (each === null ? null : each / total));
  return {
    kind: "share",
    figures: shares,
    write: locale.numbers.share,
    writeExact: (at) => locale.fill(ofTotal, { share: locale.numbers.share(shares[at]!) }),
    of: locale.fill(words.shares, { measure: measures[0]!.label }),
  };
}

/** Round an amount for each person to cents. */
function roundCents(amount: Decimal): Decimal {
  return shortestDecimal(Math.round(decimalNumber(amount) * 100) / 100);
}

function numberOrNull(figure: Decimal | null | undefined): number | null {
  return figure ? decimalNumber(figure) : null;
}

/** Say which place has most, and which has least. */
function describePlaces(
  locale: PageLocale,
  figure: PageTable,
  { kind, figures, writeExact, of }: Shown,
  precisions: ChartStyle["precisions"],
  isOnMap: (row: PageTableRow) => boolean,
  perHead: PageMap["perHead"],
): string {
  const known = figure.rows
    .flatMap((row, at) => (isOnMap(row) && figures[at] != null ? [{ row, at, value: figures[at] }] : []))
    .toSorted((a, b) => b.value - a.value);
  const name = ({ row }: (typeof known)[number]): string =>
    isolate(nameRow(locale, figure.columns[0]!, row, 0, precisions));
  const [most, least] = [known[0]!, known.at(-1)!];
  const { map: words } = locale.words.figures;
  if (known.length < 2) return locale.fill(words.one, { what: of, place: name(most), figure: writeExact(most.at) });
  const ends = {
    most: name(most),
    mostFigure: writeExact(most.at),
    least: name(least),
    leastFigure: writeExact(least.at),
  };
  if (kind === "head") {
    return locale.fill(words.perHeadEnds, { ...ends, per: writePer(locale, perHead?.unit.per ?? "person") });
  }
  return locale.fill(kind === "change" ? words.changeEnds : words.ends, { ...ends, what: of });
}

/** Credit the shapes of a map, as their licence wants it. */
export function creditShapes(
  { words, fill }: PageLocale,
  { label, licence, source }: Pick<ShapeLayer, "label" | "licence" | "source">,
): string {
  const { shapes, shapesLicensed } = words.figures.map;
  const name = isolate(label);
  const credit =
    licence === null ? fill(shapes, { label: name }) : fill(shapesLicensed, { label: name, licence: isolate(licence) });
  return source === null ? credit : `${credit} ${isolate(source)}`;
}

/** Say where the people of a map are from, or why it shows no amounts per head. */
export function explainMap(
  { words: { figures }, fill }: PageLocale,
  { perHead }: PageMap,
  figure: PageTable,
  isPerUnit: boolean,
): readonly string[] {
  if (perHead)
    return perHead.series
      ? [fill(figures.map.people, { series: perHead.series.label, name: perHead.series.name })]
      : [];
  if (figure.terms?.sides || (figure.terms?.drawn ?? null) !== null || isPerUnit) return [];
  return [figures.map.noPeople];
}
