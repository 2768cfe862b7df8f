import type { Entry } from "../../../core/engine/entry.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Chunks } from "../../answer.js";
import { csvCell, csvRecord } from "../formats/csv.js";
import { type EntryColumn, planEntryColumns } from "../entries/entry-columns.js";
import { decimalCell, EMPTY_CELL, textCell, valueCell } from "../formats/sheet-cells.js";
import { rowOf, type Sheet } from "../formats/workbook.js";
import { gatherBatches } from "../formats/json.js";
import { type FoundHit, mergeHits } from "./merge-hits.js";
import type { Found } from "./write-json.js";

/**
 * Write found entries as CSV: `dataset` and `id`, then the attributes of all datasets in mapping order, then their
 * measures. Cells of columns that a dataset does not have are empty.
 */
export function writeSearchCsv(found: Found): Chunks {
  return gatherBatches(writeRecords(found));
}

/** Write found entries as a sheet, in the columns of the CSV. */
export function searchSheet(found: Found, numRows: number): Sheet {
  const { names, columns } = planNames(found);
  const writers = found.datasets.map(({ model }, at) => {
    const own = names.map((name) => columns[at]!.get(name));
    const name = textCell(model.dataset.name);
    return (entry: Entry) => rowOf([name, textCell(entry.id), ...own.map((column) => sheetCell(column, entry))]);
  });
  return { name: "Data", header: ["dataset", "id", ...names], numRows, rows: writeAll(found, writers) };
}

function sheetCell(column: EntryColumn | undefined, entry: Entry): string {
  if (!column) return EMPTY_CELL;
  if (column.type !== "amount") return valueCell(column.valueOf(entry));
  const { unscaled, scale } = column.valueOf(entry);
  return decimalCell(unscaled, scale);
}

async function* writeAll(
  { bound, results }: Found,
  writers: readonly ((entry: Entry) => string)[],
): AsyncIterable<string> {
  for await (const hits of mergeHits(results, bound.order, bound.page.first, bound.page.pagesize)) {
    yield* writeHits(writers, hits);
  }
}

function planNames({ datasets }: Found): {
  readonly names: readonly string[];
  readonly columns: readonly ReadonlyMap<string, EntryColumn>[];
} {
  const columns = datasets.map(({ model }) => new Map(planEntryColumns(model).map((column) => [column.name, column])));
  return { names: orderNames(columns), columns };
}

async function* writeRecords(found: Found): AsyncGenerator<Iterable<string>, void> {
  const { bound, datasets, results } = found;
  const { names, columns } = planNames(found);
  const writers = datasets.map((dataset, at) =>
    planRecord(
      dataset,
      names.map((name) => columns[at]!.get(name)),
    ),
  );
  yield [csvRecord(["dataset", "id", ...names])];
  for await (const hits of mergeHits(results, bound.order, bound.page.first, bound.page.pagesize)) {
    yield writeHits(writers, hits);
  }
}

function* writeHits(writers: readonly ((entry: Entry) => string)[], hits: readonly FoundHit[]): Iterable<string> {
  for (const { dataset, hit } of hits) yield writers[dataset]!(hit.entry);
}

/** Order column names: attributes first, then measures. A name that is both counts as an attribute. */
function orderNames(columns: readonly ReadonlyMap<string, EntryColumn>[]): readonly string[] {
  const all = columns.flatMap((byName) => [...byName.values()]);
  const isMeasure = ({ type }: EntryColumn): boolean => type === "amount";
  const ordered = [...all.filter((column) => !isMeasure(column)), ...all.filter(isMeasure)];
  return [...new Set(ordered.map(({ name }) => name))];
}

function planRecord({ model }: Dataset, columns: readonly (EntryColumn | undefined)[]): (entry: Entry) => string {
  return (entry) => {
    const cells = columns.map((column) => {
      if (!column) return "";
      return column.type === "amount" ? decimalText(column.valueOf(entry)) : csvCell(column.valueOf(entry));
    });
    return csvRecord([model.dataset.name, entry.id, ...cells]);
  };
}
