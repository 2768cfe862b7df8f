import type { Entry } from "../../engine/entry.js";
import { decimalText } from "../../model/values/decimal.js";
import type { Dataset } from "../../store/dataset.js";
import type { Chunks } from "../answer.js";
import { csvCell, csvRecord } from "../formats/csv.js";
import { type EntryColumn, planEntryColumns } from "../entries/entry-columns.js";
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

async function* writeRecords({ bound, datasets, results }: Found): AsyncGenerator<Iterable<string>, void> {
  const columns = datasets.map(({ model }) => new Map(planEntryColumns(model).map((column) => [column.name, column])));
  const names = orderNames(columns);
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
