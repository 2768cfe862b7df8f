import type { Entry } from "../../../core/engine/entry.js";
import type { Model } from "../../../core/model/cube.js";
import { decimalText } from "../../../core/model/values/decimal.js";
import { csvCell, csvRecord } from "../formats/csv.js";
import { planEntryColumns } from "./entry-columns.js";

/** Write entries as CSV: `id`, then every attribute and measure in mapping order, with all digits of amounts. */
export function* writeEntriesCsv(model: Model, entries: Iterable<Entry>): Iterable<string> {
  const columns = planEntryColumns(model);
  yield csvRecord(["id", ...columns.map(({ name }) => name)]);
  for (const entry of entries) {
    const cells = columns.map((column) =>
      column.type === "amount" ? decimalText(column.valueOf(entry)) : csvCell(column.valueOf(entry)),
    );
    yield csvRecord([entry.id, ...cells]);
  }
}
