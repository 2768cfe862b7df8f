import type { FigureCells, FigureResult, FiguresByTerm } from "../../../core/figures/figure-cells.js";
import type { FilledLevel } from "../../../core/engine/parent-maps.js";
import type { Measure, Model } from "../../../core/model/cube.js";
import type { BoundFigures } from "../../../core/query/aggregate/figures.js";
import { isMoney, type Term } from "../../../core/query/aggregate/term.js";
import { countPages } from "../../../core/query/page.js";
import type { TextOut, WrittenBody } from "../../answer.js";
import { jsonObject } from "../formats/json.js";
import {
  type CellField,
  type CellNumbers,
  type CellWriter,
  ENTRY_COUNTS,
  objectOf,
  type Recurring,
  writeParts,
} from "./cell-parts.js";
import { planPlaces } from "./cell-places.js";
import type { AdjustedRemarks, AdjustedResult } from "../adjust/adjustment.js";
import { writeAdjustments } from "../adjust/write-adjustments.js";
import { currencyOfMeasure, isMoneyMeasure } from "../../../core/model/spending.js";
import { planInflation } from "../adjust/inflation-cells.js";
import type { FigureNotes } from "./figure-notes.js";
import { type FigureForm, figureOf, writeFigure } from "./figure-text.js";
import { type AggregateRemarks, planSlots, writeItems, writeLines, writeRemarks } from "./write-json.js";

/** Text about figures beside them. */
export interface FigureRemarks extends Omit<AggregateRemarks, "notes"> {
  readonly notes: FigureNotes | null;
}

const JSON_FORM: FigureForm = {
  missing: "null",
  number: String,
  text: (text) => `"${text}"`,
};

/** Write figures as JSON: `{"summary": {…}, "drilldown": [cell, …]}`, and what was left out or is to be said. */
export function writeFiguresJson(
  model: Model,
  bound: BoundFigures,
  result: AdjustedResult,
  origin: string,
  remarks: FigureRemarks,
): WrittenBody["write"] {
  return (out) => writeResult(out, model, bound, result, origin, remarks);
}

/** Write cells with their figures as JSON, one line for each. */
export function writeFiguresNdjson(
  model: Model,
  bound: BoundFigures,
  result: AdjustedResult,
  origin: string,
  notes: FigureNotes | null,
  parents: readonly FilledLevel[],
): WrittenBody["write"] {
  return (out) => writeLines(out, planCell(model, bound, result, origin, notes, parents), result.cells);
}

async function* writeResult(
  out: TextOut,
  model: Model,
  bound: BoundFigures,
  result: AdjustedResult,
  origin: string,
  remarks: FigureRemarks,
): AsyncIterable<void> {
  out.write(`{"summary":${writeFigureSummary(model, bound, result)},"drilldown":[`);
  yield* writeItems(out, planCell(model, bound, result, origin, remarks.notes, remarks.levels), result.cells, ",");
  const { leftOut, levels, adjusted } = result;
  out.write("]");
  if (leftOut) {
    const counts = [
      ["num_drilldowns", String(leftOut.numCells)],
      ["num_entries", String(leftOut.numEntries)],
      ...otherEntries(leftOut),
    ] as const;
    out.write(`,"left_out":${jsonObject([...counts, ...pairsOf(bound, leftOut.figures)])}`);
  }
  const { against } = bound.figures;
  if (levels) out.write(`,"levels":${JSON.stringify(levels)}`);
  if (against) out.write(`,"against":${JSON.stringify({ cut: against.cut, dataset: against.dataset })}`);
  if (adjusted) out.write(writeAdjustments(adjusted, origin));
  out.write(`${writeRemarks(bound, remarks)}}`);
}

/** Write the `summary` as JSON. */
export function writeFigureSummary(model: Model, bound: BoundFigures, result: AdjustedResult): string {
  const { page, figures } = bound;
  const { adjusted, original } = result;
  const measureOf = (term: Term): Measure | undefined => measureOfTerm(bound, term);
  // Amounts of money are adjusted, and no others.
  const isAdjusted = (term: Term): boolean => {
    const measure = measureOf(term);
    return measure !== undefined && isMoneyMeasure(measure);
  };
  const currencyOf = (term: Term): string =>
    JSON.stringify(
      adjusted && isAdjusted(term) ? adjusted.currency : currencyOfMeasure(measureOf(term), model.dataset),
    );
  const paid = original && new Map([...original].filter(([term]) => isAdjusted(term) && term.window === null));
  return jsonObject([
    ...pairsOf(bound, result.summary),
    ...(paid ? [["original", writeOriginal(bound, paid, adjusted ?? null)] as const] : []),
    ["num_entries", String(result.numEntries)],
    ...otherEntries(result),
    ["num_drilldowns", String(result.numCells)],
    ["currency", jsonObject(figures.terms.filter(isMoney).map((term) => [term.key, currencyOf(term)]))],
    ["page", String(page.page)],
    ["pages", String(countPages(result.numCells, page))],
    ["pagesize", String(page.pagesize)],
  ]);
}

/** Write the figures before adjustments; of `inflate` the first alone, as the ancestor did. */
function writeOriginal(bound: BoundFigures, paid: FiguresByTerm, adjusted: AdjustedRemarks | null): string {
  const pairs = pairsOf(bound, paid);
  return adjusted === null || adjusted.inflation === null ? jsonObject(pairs) : (pairs[0]?.[1] ?? "null");
}

/** Return the measure whose amounts a term is of; `undefined` for a number of members or a quotient. */
function measureOfTerm({ query }: BoundFigures, { value }: Term): Measure | undefined {
  if (value.is !== "amounts") return undefined;
  const statistic = query.statistics?.[value.statistic];
  return statistic && statistic.is !== "count" ? statistic.measure : query.measures[value.sum];
}

/** Write the figures of each term as the pairs of a JSON object. */
function pairsOf({ figures }: BoundFigures, byTerm: FiguresByTerm): readonly (readonly [string, string])[] {
  return [...byTerm]
    .filter(([term]) => hasOwnKey(term))
    .map(([term, column]) => [term.key, writeFigure(column, 0, term, figures.exact, JSON_FORM)]);
}

/** Write the number of entries of the other side as a pair of a JSON object, if there is another side. */
function otherEntries(of: Pick<FigureResult, "otherEntries">): readonly (readonly [string, string])[] {
  return of.otherEntries === null ? [] : [[OTHER_ENTRIES, String(of.otherEntries)]];
}

/** False for the numbers of entries, which every cell has in their own place. */
export function hasOwnKey({ key }: Term): boolean {
  return key !== "num_entries" && key !== OTHER_ENTRIES;
}

/** Key of the number of entries of the other side. */
export const OTHER_ENTRIES = "num_entries.against";

export const OTHER_COUNTS: CellNumbers<FigureCells> = {
  numbers: ({ otherEntries: counts }) => ({ unscaled: counts!, scale: 0 }),
};

/** Plan how to write a cell, depending on the keys that it has. */
function planCell(
  model: Model,
  bound: BoundFigures,
  { keySets, levels, adjusted }: AdjustedResult,
  origin: string,
  notes: FigureNotes | null,
  parents: readonly FilledLevel[],
): CellWriter<FigureCells> {
  const inflation = adjusted?.inflation ? planInflation(bound, adjusted.own, adjusted.inflation) : null;
  const writers = keySets.map((keys, at) => {
    const places = planPlaces(bound, parents).filter(({ source }) => source.from === "cut" || keys[source.of]);
    const { terms, exact } = bound.figures;
    const level = levels ? (at === 0 ? keys.length : at) : null;
    const parts = objectOf<FigureCells>([
      ...planSlots(model, origin, places),
      ...terms.flatMap((term, index): CellField<FigureCells>[] =>
        hasOwnKey(term) ? [[term.key, [figureOf(term, index, exact, JSON_FORM)]]] : [],
      ),
      ["num_entries", [ENTRY_COUNTS]],
      ...(inflation && at === 0 ? [["inflation_adjustment", [inflation]] as const] : []),
      ...(bound.figures.against ? [[OTHER_ENTRIES, [OTHER_COUNTS]] as const] : []),
      ...(level === null ? [] : [["@level", [String(level)]] as const]),
      ...(bound.figures.top && at > 0 ? [["@others", [CONTAINED]] as const] : []),
    ]);
    // A cell without notes has no key for them.
    return writeParts(notes ? [...parts.slice(0, -1), endOf(notes)] : parts);
  });
  return (cells, row, out) => writers[cells.keySetOf[row]!]!(cells, row, out);
}

/** The number of cells that were put together. */
const CONTAINED: Recurring<FigureCells> = {
  identify: ({ contained }, row) => contained[row],
  write: ({ contained }, row) => String(contained[row]),
};

function endOf(notes: FigureNotes): Recurring<FigureCells> {
  return {
    identify: (cells, row) => notes.idsOf(cells, row).join(),
    write(cells, row) {
      const ids = notes.idsOf(cells, row);
      return ids.length === 0 ? "}" : `,"@notes":${JSON.stringify(ids)}}`;
    },
  };
}
