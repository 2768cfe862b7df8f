import type { TableBuilder } from "../engine/storage.js";
import type { CellError, OnError } from "./cast/cell-error.js";
import { type LoadReport, MAX_ERRORS } from "./report.js";

/** Counts of loaded, blank and rejected rows, and the errors, of one pass over a source. */
export class Tally {
  rowsRead = 0;
  rowsBlank = 0;
  rowsRejected = 0;
  numErrors = 0;
  readonly errors: CellError[] = [];
  readonly #onUnlisted: OnError | undefined;
  readonly #written = { created: 0, updated: 0, repeated: 0 };

  /** @param onUnlisted receives every error beyond those that a report holds */
  constructor(onUnlisted?: OnError) {
    this.#onUnlisted = onUnlisted;
  }

  reject(errors: readonly CellError[]): void {
    this.rowsRejected++;
    this.numErrors += errors.length;
    for (const error of errors) {
      if (this.errors.length < MAX_ERRORS) this.errors.push(error);
      else this.#onUnlisted?.(error);
    }
  }

  wrote(outcome: ReturnType<TableBuilder["upsert"]>): void {
    this.#written[outcome]++;
  }

  report(source: Pick<LoadReport, "bytesRead" | "bytesTotal" | "encoding" | "delimiter">): LoadReport {
    const { rowsRead, rowsBlank, rowsRejected, numErrors, errors } = this;
    const { created: entriesCreated, updated: entriesUpdated, repeated: rowsRepeated } = this.#written;
    const entries = { entriesCreated, entriesUpdated, rowsRepeated };
    return { rowsRead, rowsBlank, rowsRejected, ...entries, numErrors, errors: [...errors], ...source };
  }
}
