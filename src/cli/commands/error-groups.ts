import type { Terminal } from "../../control/terminal.js";
import { type CellError, describeError } from "../../ingest/cast/cell-error.js";
import { printLine } from "../terminal/terminal.js";

/** Number of errors shown of a group. */
const SHOWN = 5;
/** Maximum number of groups; the errors of further ones are counted together. */
const MAX_GROUPS = 1000;

interface Group {
  readonly first: CellError[];
  count: number;
}

/** Errors grouped by column and kind: the first ones of each group, and their number. */
export class ErrorGroups {
  readonly #groups = new Map<string, Group>();
  #others = 0;

  add(error: CellError): void {
    const kind = kindOf(error);
    const group = this.#groups.get(kind);
    if (group) {
      group.count++;
      if (group.first.length < SHOWN) group.first.push(error);
    } else if (this.#groups.size < MAX_GROUPS) this.#groups.set(kind, { first: [error], count: 1 });
    else this.#others++;
  }

  /** Print the groups in the order of their first errors. */
  print(terminal: Terminal): void {
    for (const { first, count } of this.#groups.values()) {
      for (const error of first) printLine(terminal.out, describeError(error));
      const rest = (count - first.length).toLocaleString("en");
      const { column } = first[0]!;
      if (count > first.length) {
        printLine(
          terminal.out,
          `  … and ${rest} more like these${column === null ? "" : ` in column "${column}"`}; --all lists them`,
        );
      }
    }
    if (this.#others > 0) {
      printLine(terminal.out, `  … and ${this.#others.toLocaleString("en")} more of other kinds; --all lists them`);
    }
  }
}

/** Return a text that is equal for errors of the same column and kind: the message without values and numbers. */
function kindOf({ column, attribute, value, message }: CellError): string {
  const kind = (value === null ? message : message.replace(value, "")).replace(/\d+/g, "");
  return JSON.stringify([column, attribute, kind]);
}
