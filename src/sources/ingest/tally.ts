import type { CellError, OnError } from "./cast/cell-error.js";
import { ErrorGroups } from "./cast/error-groups.js";
import { type LoadReport, MAX_ERRORS, NO_ROWS } from "./report.js";

/** Counts of loaded, blank and rejected rows, and the errors, of one pass over a source. */
export class Tally {
  rowsRead = 0;
  rowsBlank = 0;
  rowsRejected = 0;
  numErrors = 0;
  readonly errors: CellError[] = [];
  readonly #groups = new ErrorGroups();
  readonly #onUnlisted: OnError | undefined;

  /** @param onUnlisted receives every error beyond those that a report holds */
  constructor(onUnlisted?: OnError) {
    this.#onUnlisted = onUnlisted;
  }

  /** @param line of the file on which the row begins */
  reject(errors: readonly CellError[], line?: number): void {
    this.rowsRejected++;
    this.refuse(errors, line);
  }

  /** Count errors of columns, which reject no row. */
  refuse(errors: readonly CellError[], line?: number): void {
    this.numErrors += errors.length;
    for (const each of errors) {
      const error = line === undefined ? each : { ...each, line };
      this.#groups.add(error);
      if (this.errors.length < MAX_ERRORS) this.errors.push(error);
      else this.#onUnlisted?.(error);
    }
  }

  /** Without what became of the entries, which only the builder knows. */
  report(source: Pick<LoadReport, "bytesRead" | "bytesTotal" | "encoding" | "delimiter">): LoadReport {
    const { rowsRead, rowsBlank, rowsRejected, numErrors, errors } = this;
    // A row whose key is not unique is found after the other errors of its batch.
    const sorted = errors.toSorted((a, b) => a.row - b.row);
    const groups = this.#groups.list().toSorted((a, b) => a.first[0]!.row - b.first[0]!.row);
    return { ...NO_ROWS, rowsRead, rowsBlank, rowsRejected, numErrors, ...source, errors: sorted, groups };
  }
}
