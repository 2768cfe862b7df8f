import { type Decimal } from "../../../core/model/values/decimal.js";
import { figureAt, type FractionColumn } from "../../../core/figures/column.js";
import type { FigureCells } from "../../../core/figures/compute.js";
import { addFractions, nearestDecimal, ZERO_FRACTION } from "../../../core/model/values/fraction.js";
import { type FigureRequest, NO_FIGURES, printFigures } from "../../../core/query/aggregate/figure-request.js";
import type { BoundFigures } from "../../../core/query/aggregate/figures.js";
import type { Dataset } from "../../../store/dataset.js";
import { readFigures } from "./read-figures.js";
import { describeAdded, describeNote, type PageTable, type FigureRest, type PageTableRow } from "./figure.js";
import { describeColumn, planKey } from "./figure-columns.js";
import { timeOrder } from "./time-order.js";
import { nameSides } from "./sides.js";
import type { PageScope } from "./page-scope.js";
import { describeTerm, isSum, measuresOfTerm } from "./term-labels.js";
import type { Model } from "../../../core/model/cube.js";

/** The request of a figure with terms. */
export interface TermQuestion extends Pick<
  FigureRequest,
  "drilldown" | "cuts" | "measures" | "order" | "against" | "having" | "top"
> {
  /** The dataset that it is compared with. */
  readonly other: Dataset;
  /** Name of the other side of the comparison; `null` without one. */
  readonly otherLabel: string | null;
  /** Maximum number of rows, if `top` does not say it. */
  readonly limit: number;
}

/** Maximum number of rows. */
const MAX_ROWS = 500;
/** Default page size of the aggregate call, in cells, and a page size above any number of cells. */
const EVERYTHING = 1_000_000_000;
const PAGESIZE = 10_000;

/** List the terms that a page shows: the sums that the requested ones are computed from, and these. */
export function termsToShow(model: Model, { measures, against }: Pick<FigureRequest, "measures" | "against">) {
  const sums = measures.filter((text) => isSum(model, text));
  const explained = sums.length > 0 ? sums : measures.flatMap((text) => measuresOfTerm(model, text));
  const bases = explained.length > 0 ? [...new Set(explained)] : [model.measures[0]!.name];
  const compared = against === null ? [] : bases.flatMap((name) => SIDES.map((side) => `${name}.${side}`));
  return { bases, terms: [...new Set([...bases, ...compared, ...measures])] };
}

const SIDES = ["against", "difference", "change"] as const;

/** Aggregate for a page that shows figures of several kinds, exactly. @throws InvalidQuery with every error */
export async function readTermFigure(scope: PageScope, question: TermQuestion): Promise<PageTable> {
  const { model } = scope.dataset;
  const { bases, terms } = termsToShow(model, question);
  const order = orderOf(model, question);
  const isGrouped = question.top?.includes("@") ?? false;
  const request: FigureRequest = {
    ...NO_FIGURES,
    drilldown: question.drilldown,
    cuts: question.cuts,
    against: question.against,
    having: question.having,
    measures: terms,
    order,
    top: question.top ?? String(question.limit),
    pagesize: EVERYTHING,
  };
  const { bound, result, added, notes } = await readFigures(scope, request, question.other);
  const places = placesOf(bound, bases, question.measures);
  const rows: PageTableRow[] = [];
  const beyond = sumBeyond(places);
  for await (const cells of result.cells) {
    const describers = bound.drilldowns.map((_, position) => planKey(scope, bound, position));
    for (let row = 0; row < cells.length; row++) {
      if (rows.length >= MAX_ROWS) beyond.add(cells, row);
      else {
        rows.push({
          ...readRow(cells, row, places),
          keys: describers.map((describe) => describe(cells, row)),
          notes: notes?.idsOf(cells, row) ?? [],
        });
      }
    }
  }
  const others = isGrouped ? undefined : rows.find(({ contained = 0 }) => contained > 0);
  const shown = rows.filter((row) => row !== others);
  const numCells = result.numCells - (others ? 1 : 0) + (others?.contained ?? 0);
  const summary = bound.figures.terms.map((term) => decimalIn(result.summary.get(term), 0));
  const requested = { ...request, order: question.order, top: question.top };
  const { measures } = bound.query;
  const { against, otherLabel } = question;
  const sides = against && otherLabel !== null ? await nameSides(scope, question.cuts, against, otherLabel) : null;
  const { leftOut } = result;
  return {
    request: requested,
    query: printQuery(scope, { ...requested, pagesize: result.numCells > PAGESIZE ? EVERYTHING : PAGESIZE }),
    columns: question.drilldown.map((reference, position) => describeColumn(bound, reference, position)),
    measures: bases.map((name) => ({ name, label: measures.find((each) => each.name === name)!.label })),
    rows: shown,
    sums: [],
    totals: places.amounts.map((place) => summary[place]!),
    numEntries: result.numEntries,
    numCells,
    rest: others ? { ...others, cells: others.contained!, negative: [] } : beyond.rest(),
    added: added.map(describeAdded),
    notes: (notes?.all ?? []).map(describeNote),
    terms: {
      columns: places.figures.map((place) => describeTerm(model, bound.figures.terms[place]!, otherLabel, sides?.kind)),
      totals: places.figures.map((place) => summary[place]!),
      drawn: places.drawn,
      ...(sides && { sides }),
      leftOut: leftOut && {
        cells: leftOut.numCells,
        numEntries: leftOut.numEntries,
        amounts: places.amounts.map((place) => decimalIn(leftOut.figures.get(bound.figures.terms[place]!), 0)!),
      },
    },
  };
}

/** Return the order of a question: that of time for months, else the largest first, unless it says another. */
function orderOf(model: Model, { order, drilldown, measures }: TermQuestion): TermQuestion["order"] {
  if (order.length > 0) return order;
  const timed = timeOrder(model, drilldown);
  return timed.length > 0 ? timed : [{ field: measures[0]!, value: "desc" }];
}

/** Places of the sums and of the other figures among the terms. */
interface Places {
  readonly amounts: readonly number[];
  readonly figures: readonly number[];
  /** The figure that charts draw, among the others; `null` for the first sum. */
  readonly drawn: number | null;
}

function placesOf(
  { figures: { terms } }: BoundFigures,
  bases: readonly string[],
  requested: readonly string[],
): Places {
  const isBase = (key: string): boolean => bases.includes(key);
  const figures = [...terms.keys()].filter(
    (place) => !isBase(terms[place]!.key) && terms[place]!.key !== "num_entries",
  );
  const first = requested[0]!.replaceAll(/\s+/g, "");
  const drawn = figures.findIndex((place) => terms[place]!.key === first);
  return {
    amounts: bases.map((name) => terms.findIndex(({ key }) => key === name)),
    figures,
    drawn: drawn < 0 ? null : drawn,
  };
}

function readRow(cells: FigureCells, row: number, { amounts, figures }: Places): Omit<PageTableRow, "keys" | "notes"> {
  return {
    amounts: amounts.map((place) => decimalIn(cells.terms[place], row)!),
    figures: figures.map((place) => decimalIn(cells.terms[place], row)),
    numEntries: cells.numEntries[row]!,
    ...(cells.contained[row]! > 0 && { contained: cells.contained[row]! }),
  };
}

/** Returns the sum of the cells that a page has no room for, exactly. */
function sumBeyond({ amounts }: Places): {
  readonly add: (cells: FigureCells, row: number) => void;
  readonly rest: () => FigureRest;
} {
  const sums = amounts.map(() => ZERO_FRACTION);
  let [count, numEntries] = [0, 0];
  return {
    add(cells, row) {
      count += Math.max(1, cells.contained[row]!);
      numEntries += cells.numEntries[row]!;
      amounts.forEach((place, each) => {
        const figure = figureAt(cells.terms[place]!, row);
        if (figure) sums[each] = addFractions(sums[each]!, figure);
      });
    },
    rest: () => ({
      cells: count,
      numEntries,
      amounts: sums.map(nearestDecimal),
      negative: [],
    }),
  };
}

/** Return a figure as a decimal; `null` if it is missing. */
function decimalIn(column: FractionColumn | undefined, row: number): Decimal | null {
  const figure = column && figureAt(column, row);
  return figure ? nearestDecimal(figure) : null;
}

function printQuery({ dataset }: Pick<PageScope, "dataset">, request: FigureRequest): string {
  return new URLSearchParams([["dataset", dataset.model.dataset.name], ...printFigures(request)]).toString();
}
