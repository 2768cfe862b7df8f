import type { CellError, OnError } from "./cast/cell-error.js";
import { type LoadReport, MAX_ERRORS, NO_ROWS } from "./report.js";

/** Counts of loaded, blank and rejected rows, and the errors, of one pass over a source. */
export class Tally {
  rowsRead = 0;
  rowsBlank = 0;
  rowsRejected = 0;
  numErrors = 0;
  readonly errors: CellError[] = [];
  readonly #onUnlisted: OnError | undefined;

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

  /** Without what became of the entries, which only the builder knows. */
  report(source: Pick<LoadReport, "bytesRead" | "bytesTotal" | "encoding" | "delimiter">): LoadReport {
    const { rowsRead, rowsBlank, rowsRejected, numErrors, errors } = this;
    return { ...NO_ROWS, rowsRead, rowsBlank, rowsRejected, numErrors, errors: [...errors], ...source };
  }
}
