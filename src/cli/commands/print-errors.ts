import { onOneLine } from "../../core/model/words/plain-text.js";
import type { Terminal } from "../../process/control/terminal.js";
import { describeError } from "../../sources/ingest/cast/cell-error.js";
import { countGrouped, type ErrorGroup } from "../../sources/ingest/cast/error-groups.js";
import { printLine } from "../terminal/terminal.js";

/**
 * Print groups of errors: the first ones of each, and how many there are, with their column.
 * @param numErrors number of all errors, of these groups and of others
 */
export function printGroups(terminal: Terminal, groups: readonly ErrorGroup[], numErrors: number): void {
  for (const { first, count } of groups) {
    for (const error of first) printLine(terminal.out, onOneLine(describeError(error)));
    if (count === 1) continue;
    const { column } = first[0]!;
    const place = column === null ? "" : ` in column "${column}"`;
    const rest = count - first.length;
    const more = rest === 0 ? "" : `, ${number(rest)} more than listed; --all lists them`;
    printLine(terminal.out, `  ${number(count)} of this kind${place}${more}`);
  }
  const others = numErrors - countGrouped(groups);
  if (others > 0) printLine(terminal.out, `  … and ${number(others)} more of other kinds; --all lists them`);
}

function number(count: number): string {
  return count.toLocaleString("en");
}
