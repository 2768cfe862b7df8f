import { Field, Float64, Int64, Utf8 } from "apache-arrow";
import type { AmountForm } from "../../../core/engine/engine.js";
import type { FilledLevel } from "../../../core/engine/parent-maps.js";
import { figureAt, type FractionColumn, nearestFigures } from "../../../core/figures/column.js";
import type { FigureCells, FigureResult } from "../../../core/figures/figure-cells.js";
import type { Model } from "../../../core/model/cube.js";
import { fractionText } from "../../../core/model/values/fraction.js";
import type { BoundFigures, FigureQuery } from "../../../core/query/aggregate/figures.js";
import { isCount, type Term } from "../../../core/query/aggregate/term.js";
import type { WrittenBody } from "../../answer.js";
import { type ArrowColumn, countData, integerData, numberData, textData } from "../formats/arrow-data.js";
import { plainNumber } from "../formats/csv.js";
import { EMPTY_CELL, numberCell, textCell, valueCell } from "../formats/sheet-cells.js";
import type { Sheet } from "../formats/workbook.js";
import { ENTRY_COUNTS, type Recurring } from "./cell-parts.js";
import type { FigureNotes } from "./figure-notes.js";
import { type FigureForm, figureOf } from "./figure-text.js";
import { type Amounts, findForms, fitDoubles, planDecimals, type SumForm } from "./arrow-sums.js";
import { planArrowKeys, planArrowValues, streamColumns } from "./write-arrow.js";
import { type CsvColumn, planCsvKeys, type ValueWriter, writeRecords, writeValues } from "./write-csv.js";
import { cellsSheet } from "./write-sheet.js";
import { hasOwnKey, OTHER_COUNTS, OTHER_ENTRIES, writeFigureSummary } from "./write-figures.js";

const CSV_FORM: FigureForm = { missing: "", number: plainNumber, text: (text) => text };

const SHEET_FORM: FigureForm = { missing: EMPTY_CELL, number: numberCell, text: textCell };

/**
 * Write cells with their figures as CSV: drilldowns, cuts, terms, `num_entries`, and `@level`, `@others` and `@notes` where
 * there are any.
 */
export function writeFiguresCsv(
  bound: BoundFigures,
  result: FigureResult,
  notes: FigureNotes | null,
  parents: readonly FilledLevel[],
): WrittenBody["write"] {
  const columns = planFigureColumns(bound, result, { notes, parents }, CSV_FORM, writeValues);
  return (out) => writeRecords(out, columns, result.cells);
}

/** Write cells with their figures as a sheet, in the columns of the CSV. */
export function writeFiguresSheet(
  bound: BoundFigures,
  result: FigureResult,
  notes: FigureNotes | null,
  parents: readonly FilledLevel[],
  numRows: number,
): Sheet {
  return cellsSheet(planFigureColumns(bound, result, { notes, parents }, SHEET_FORM, valueCell), result.cells, numRows);
}

function planFigureColumns(
  bound: BoundFigures,
  result: FigureResult,
  { notes, parents }: { readonly notes: FigureNotes | null; readonly parents: readonly FilledLevel[] },
  form: FigureForm,
  writeValue: ValueWriter,
): readonly CsvColumn<FigureCells>[] {
  const { terms, exact } = bound.figures;
  return [
    ...planCsvKeys(bound, parents, writeValue),
    ...terms.flatMap((term, at) =>
      hasOwnKey(term) ? [{ header: term.key, cell: figureOf(term, at, exact, form) }] : [],
    ),
    { header: "num_entries", cell: ENTRY_COUNTS },
    ...(bound.figures.against ? [{ header: OTHER_ENTRIES, cell: OTHER_COUNTS }] : []),
    ...countColumns(bound, result).map(({ name, read }) => ({ header: name, cell: countOf(read, writeValue) })),
    ...(notes ? [{ header: "@notes", cell: idsOf(notes, writeValue) }] : []),
  ];
}

/**
 * Write cells with their figures as an Arrow IPC stream, in the columns of the CSV: text, doubles for number attributes and
 * figures, 64-bit counts; a list for a cut with several values. Amounts that a double would change are decimals, or texts if
 * they have more digits than decimals or are to be exact. The schema's metadata holds the `summary` as JSON.
 * @param amountForms of the model's measures; cells are read twice unless all figures are sums of such amounts that fit doubles
 */
export async function* writeFiguresArrow(
  model: Model,
  bound: BoundFigures,
  result: FigureResult,
  amountForms: readonly AmountForm[],
  notes: FigureNotes | null,
  parents: readonly FilledLevel[],
): AsyncIterable<Uint8Array> {
  const { terms, exact, areSums } = bound.figures;
  const fits = bound.query.measures.every(({ index }) => fitDoubles(amountForms[index]!.mostDigits, result.numEntries));
  const forms = exact || (areSums && fits) ? [] : await findForms(result.cells, (cells) => cells.terms.map(amountsOf));
  const columns: readonly ArrowColumn<FigureCells>[] = [
    ...planArrowKeys(bound, parents),
    ...terms.flatMap((term, at) => (hasOwnKey(term) ? [arrowColumn(term, at, bound.figures, forms[at])] : [])),
    { field: new Field("num_entries", new Int64(), false), makeData: ({ numEntries }) => countData(numEntries) },
    ...(bound.figures.against ? [otherColumn()] : []),
    ...countColumns(bound, result).map(({ name, read }): ArrowColumn<FigureCells> => ({
      field: new Field(name, new Int64(), true),
      makeData: (cells) => integerData(Array.from({ length: cells.length }, (_, row) => read(cells, row))),
    })),
    ...(notes
      ? [planArrowValues<FigureCells>("@notes", "text", (cells, row) => notes.idsOf(cells, row).join("|") || null)]
      : []),
  ];
  yield* streamColumns(columns, result.cells, [["summary", writeFigureSummary(model, bound, result)]]);
}

function otherColumn(): ArrowColumn<FigureCells> {
  return {
    field: new Field(OTHER_ENTRIES, new Int64(), false),
    makeData: ({ otherEntries }) => countData(otherEntries!),
  };
}

/** A column of numbers that describe cells; `null` where there is none. */
interface CountColumn {
  readonly name: string;
  readonly read: (cells: FigureCells, row: number) => number | null;
}

function countColumns(
  { figures, query }: BoundFigures,
  { levels }: Pick<FigureResult, "levels">,
): readonly CountColumn[] {
  const numKeys = query.keys.length;
  return [
    ...(levels ? [{ name: "@level", read: levelOf(numKeys) }] : []),
    ...(figures.top ? [{ name: "@others", read: othersOf }] : []),
  ];
}

function levelOf(numKeys: number): CountColumn["read"] {
  return ({ keySetOf }, row) => (keySetOf[row] === 0 ? numKeys : keySetOf[row]!);
}

function othersOf({ contained }: FigureCells, row: number): number | null {
  return contained[row]! > 0 ? contained[row]! : null;
}

function countOf(read: CountColumn["read"], writeValue: ValueWriter): Recurring<FigureCells> {
  return { identify: read, write: (cells, row) => writeValue(read(cells, row)) };
}

function idsOf(notes: FigureNotes, writeValue: ValueWriter): Recurring<FigureCells> {
  const write = (cells: FigureCells, row: number): string => writeValue(notes.idsOf(cells, row).join("|"));
  return { identify: write, write };
}

function amountsOf({ numerators, scale }: FractionColumn): Amounts {
  return { unscaled: numerators, scale };
}

function arrowColumn(
  term: Term,
  at: number,
  { exact, areSums }: FigureQuery,
  form: SumForm = "double",
): ArrowColumn<FigureCells> {
  if (form !== "double") {
    return planDecimals(term.key, form, !areSums, ({ terms }, row) => {
      const { scale } = terms[at]!;
      const figure = figureAt(terms[at]!, row);
      return figure && { unscaled: BigInt(figure.numerator), scale: scale! };
    });
  }
  if (exact && !isCount(term)) {
    return {
      field: new Field(term.key, new Utf8(), true),
      makeData: ({ terms, length }) =>
        textData(
          Array.from({ length }, (_, row) => {
            const figure = figureAt(terms[at]!, row);
            return figure && fractionText(figure);
          }),
        ),
    };
  }
  return {
    field: new Field(term.key, new Float64(), !areSums),
    makeData: ({ terms, length }) =>
      numberData(Array.from(nearestFigures(terms[at]!, length), (number) => (Number.isNaN(number) ? null : number))),
  };
}
