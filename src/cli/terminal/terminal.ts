import { isIntended } from "../../core/errors/intended.js";
import { escapeUnseen, onOneLine } from "../../core/model/words/plain-text.js";
import type { Terminal, WorkProgress } from "../../process/control/terminal.js";

/** Return the terminal of this process. */
export function localTerminal(
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream & { readonly isTTY?: boolean },
): Terminal {
  // If the reader has gone, callers that await their writes get the error; for all other writes it does not matter.
  for (const stream of [out, err]) stream.on("error", () => {});
  return { out, err, showProgress: err.isTTY ? progressBarOnDemand(err) : undefined };
}

/** Import the progress bar with the first progress; most commands need none. Until it is there, nothing is shown. */
function progressBarOnDemand(stream: NodeJS.WritableStream): (progress: WorkProgress | null) => void {
  let show: ((progress: WorkProgress | null) => void) | null = null;
  let importing: Promise<void> | null = null;
  return (progress) => {
    if (progress) importing ??= import("./progress.js").then((bar) => void (show = bar.makeProgressBar(stream)));
    show?.(progress);
  };
}

/** Print a line, or several. What comes from data cannot steer the terminal: unseen characters are shown as escapes. */
export function printLine(stream: NodeJS.WritableStream, line: string): void {
  stream.write(`${escapeUnseen(line)}\n`);
}

/** Print a note, a warning or an error in one line, whatever the texts of the file in it. */
export function printNote(stream: NodeJS.WritableStream, kind: string, sentence: string): void {
  printLine(stream, `${kind}: ${onOneLine(sentence)}`);
}

/** Print warnings, those of what was asked for as notes. */
export function printLoadWarnings(stream: NodeJS.WritableStream, warnings: readonly string[]): void {
  for (const warning of warnings) printNote(stream, isIntended(warning) ? "note" : "warning", warning);
}

export function printJson(terminal: Terminal, value: unknown): void {
  printLine(terminal.out, JSON.stringify(value, null, 2));
}

/**
 * Print the result of a command.
 * @param result for `--json`
 * @param text for people
 * @returns the exit status
 */
export function printDone(
  terminal: Terminal,
  options: { readonly json?: boolean },
  result: object,
  text: string,
): number {
  if (options.json) printJson(terminal, result);
  else printLine(terminal.out, text);
  return 0;
}

/** Format rows as a table; each column is as wide as its widest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map((cell) => escapeUnseen(onOneLine(cell))));
  const widths = shown.reduce<number[]>((max, row) => row.map((cell, at) => Math.max(max[at] ?? 0, cell.length)), []);
  return shown
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
