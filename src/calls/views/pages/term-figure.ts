import { type Decimal, subtractDecimals, ZERO } from "../../../core/model/values/decimal.js";
import { figureAt, type FractionColumn } from "../../../core/figures/column.js";
import type { FigureCells } from "../../../core/figures/figure-cells.js";
import { addFractions, nearestDecimal, ZERO_FRACTION } from "../../../core/model/values/fraction.js";
import { type FigureRequest, NO_FIGURES, printFigures } from "../../../core/query/aggregate/figure-request.js";
import type { BoundFigures } from "../../../core/query/aggregate/figures.js";
import type { Dataset } from "../../../store/dataset.js";
import type { SaidPhrase } from "./phrase.js";
import type { ComputedRequest } from "./read-figures.js";
import { type FigureOrder, readOrdered } from "./read-ordered.js";
import type { AdjustedTable, PageTable, FigureRest, PageTableRow } from "./page-table.js";
import { describeAdded, describeNote } from "./figure-remarks.js";
import { addsUpOver, adjustRequest } from "./adjust-scope.js";
import { describeColumn, planKey } from "./figure-columns.js";
import { timeOrder } from "./time-order.js";
import { nameSides } from "./sides.js";
import type { PageScope } from "./page-scope.js";
import { describeTerm, isSum, measuresOfTerm } from "./term-labels.js";
import type { Model } from "../../../core/model/cube.js";
import { labelMeasures } from "../../../core/model/measure-label.js";

/** The request of a figure with terms. */
export interface TermQuestion
  extends
    Pick<FigureRequest, "drilldown" | "cuts" | "measures" | "order" | "against" | "having" | "top">,
    Partial<Pick<FigureRequest, "q" | "fq">> {
  /** The dataset that it is compared with. */
  readonly other: Dataset;
  /** Name of the other side of the comparison; `null` without one. */
  readonly otherLabel: SaidPhrase | null;
  /** Maximum number of rows, if `top` does not say it. */
  readonly limit: number;
  /** Page of so many rows, without the sum of the others. */
  readonly page?: number | undefined;
}

/** Maximum number of rows, where the limit of a question is not higher. */
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
  const { bases } = termsToShow(model, question);
  const isGrouped = question.top?.includes("@") ?? false;
  const request = requestOfTerms(model, question);
  const computed = await readOrdered(scope, request, orderOf(model, question), question.other);
  const { bound, result, added, order } = computed;
  const notes = notesOfSides(computed);
  const places = placesOf(bound, bases, question.measures);
  const { rows, unvalued, beyond } = await collectRows(scope, computed, places, question.limit);
  const isOthers = ({ contained = 0 }: Pick<PageTableRow, "contained">): boolean => !isGrouped && contained > 0;
  const others = rows.find(isOthers);
  const unknown = unvalued.find(isOthers);
  const shown = rows.filter((row) => row !== others);
  const combined = (others ?? unknown)?.contained ?? 0;
  const numCells = result.numCells - (combined > 0 ? 1 : 0) + combined;
  const summary = bound.figures.terms.map((term) => decimalIn(result.summary.get(term), 0));
  const requested = { ...request, order, top: question.top };
  const { against, otherLabel } = question;
  const sides = against && otherLabel !== null ? await nameSides(scope, question.cuts, against, otherLabel) : null;
  const { leftOut } = result;
  const totals = places.amounts.map((place) => summary[place] ?? ZERO);
  const numOthers = { numCells: numCells - shown.length - unvalued.length, numEntries: result.numEntries };
  const rest = others
    ? { ...others, cells: others.contained!, negative: [] }
    : unknown
      ? { ...unknown, cells: combined, amounts: totals.map(() => ZERO), negative: [] }
      : question.page === undefined
        ? beyond.rest()
        : restBeside(shown, totals, numOthers);
  const hasTerms = places.figures.length > 0 || sides !== null || leftOut !== null;
  return {
    request: requested,
    isBySize: computed.isBySize,
    query: printQuery(scope, { ...requested, pagesize: result.numCells > PAGESIZE ? EVERYTHING : PAGESIZE }),
    columns: question.drilldown.map((reference, position) => describeColumn(bound, reference, position)),
    measures: labelMeasures(bases.map((name) => bound.query.measures.find((each) => each.name === name)!)),
    rows: shown,
    totals,
    numEntries: result.numEntries,
    numCells,
    rest,
    added: added.map(describeAdded),
    notes: notes.all.map(describeNote),
    ...(hasTerms && {
      terms: {
        columns: places.figures.map((place) => describeTerm(model, bound.figures.terms[place]!, otherLabel, sides)),
        totals: places.figures.map((place) => summary[place]!),
        drawn: places.drawn,
        ...(sides && { sides, sideNotes: notes }),
        leftOut: leftOut && {
          cells: leftOut.numCells,
          numEntries: leftOut.numEntries,
          amounts: places.amounts.map(
            (place) => decimalIn(leftOut.figures.get(bound.figures.terms[place]!), 0) ?? ZERO,
          ),
        },
      },
    }),
    ...(scope.adjust && {
      adjusted: {
        addsUp: addsUpOver(scope, question.drilldown),
        hasTotal: places.amounts.every((place) => summary[place] !== null) && !unknown,
        unvalued: unvalued.filter((row) => row !== unknown),
      },
    }),
  };
}

/** List the notes of both sides of a comparison, in the order of the model, with the ids of those of each side. */
function notesOfSides({ notes, otherNotes }: ComputedRequest) {
  const [own, other] = [notes?.all ?? [], otherNotes?.all ?? []];
  const ids = new Set(own.map(({ id }) => id));
  const all = [...own, ...other.filter(({ id }) => !ids.has(id))].toSorted((a, b) => a.id - b.id);
  return { all, own: [...ids], other: other.map(({ id }) => id) };
}

/** Return the request for the terms of a question: those that it names, and the sums that these are computed from. */
function requestOfTerms(model: Model, question: TermQuestion): FigureRequest {
  const { terms } = termsToShow(model, question);
  return {
    ...NO_FIGURES,
    drilldown: question.drilldown,
    cuts: question.cuts,
    against: question.against,
    having: question.having,
    measures: terms,
    ...(question.q && { q: question.q }),
    ...(question.fq && { fq: question.fq }),
    ...(question.page === undefined
      ? { top: question.top ?? String(question.limit), pagesize: EVERYTHING }
      : { page: question.page, pagesize: question.limit }),
  };
}

/** Rows of a figure, those that a series has no value for, and those that a page has no room for. */
interface CollectedRows {
  readonly rows: readonly PageTableRow[];
  readonly unvalued: AdjustedTable["unvalued"];
  readonly beyond: ReturnType<typeof sumBeyond>;
}

async function collectRows(
  scope: PageScope,
  { bound, result, notes, otherNotes }: ComputedRequest,
  places: Places,
  limit: number,
): Promise<CollectedRows> {
  const most = Math.max(MAX_ROWS, limit);
  const rows: PageTableRow[] = [];
  const unvalued: AdjustedTable["unvalued"][number][] = [];
  const beyond = sumBeyond(places);
  for await (const cells of result.cells) {
    const describers = bound.drilldowns.map((_, position) => planKey(scope, bound, position));
    for (let row = 0; row < cells.length; row++) {
      if (rows.length + unvalued.length >= most) {
        beyond.add(cells, row);
        continue;
      }
      const own = {
        keys: describers.map((describe) => describe(cells, row)),
        notes: notes?.idsOf(cells, row) ?? [],
        ...(otherNotes && { otherNotes: otherNotes.idsOf(cells, row) }),
        numEntries: cells.numEntries[row]!,
        ...(cells.contained[row]! > 0 && { contained: cells.contained[row]! }),
      };
      const amounts = readAmounts(cells, row, places);
      if (amounts === null) unvalued.push(own);
      else rows.push({ ...own, amounts, figures: places.figures.map((place) => decimalIn(cells.terms[place], row)) });
    }
  }
  return { rows, unvalued, beyond };
}

/** Return the order of a question: unless it says another, that of time for months, else the largest first. */
function orderOf(model: Model, { order, drilldown, measures }: TermQuestion): FigureOrder {
  const timed = timeOrder(model, drilldown);
  return { requested: order, usual: timed.length > 0 ? timed : [{ field: measures[0]!, value: "desc" }] };
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

/** Return the sums of a row; `null` if a series has no value for one of them. */
function readAmounts(cells: FigureCells, row: number, { amounts }: Places): readonly Decimal[] | null {
  const found = amounts.map((place) => decimalIn(cells.terms[place], row));
  return found.every((amount) => amount !== null) ? found : null;
}

/** Return what the other pages of a list come to. */
function restBeside(
  shown: readonly PageTableRow[],
  totals: readonly Decimal[],
  { numCells, numEntries }: Pick<PageTable, "numCells" | "numEntries">,
): FigureRest {
  return {
    cells: numCells,
    amounts: totals.map((total, at) =>
      shown.reduce((left, { amounts }) => subtractDecimals(left, amounts[at]!), total),
    ),
    numEntries: shown.reduce((left, row) => left - row.numEntries, numEntries),
    negative: [],
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

function printQuery(scope: PageScope, request: FigureRequest): string {
  const pairs = printFigures(adjustRequest(request, scope));
  return new URLSearchParams([["dataset", scope.dataset.model.dataset.name], ...pairs]).toString();
}
