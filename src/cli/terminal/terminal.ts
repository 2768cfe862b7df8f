import type { Terminal } from "../../control/terminal.js";
import { makeProgressBar } from "./progress.js";

/** The streams of this process. */
export function localTerminal(
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream & { readonly isTTY?: boolean },
): Terminal {
  // A reader that has gone away is told of to those who wait for what they write; to the others it does not matter.
  for (const stream of [out, err]) stream.on("error", () => {});
  return { out, err, showProgress: err.isTTY ? makeProgressBar(err) : undefined };
}

export function printLine(stream: NodeJS.WritableStream, line: string): void {
  stream.write(`${line}\n`);
}

export function printJson(terminal: Terminal, value: unknown): void {
  printLine(terminal.out, JSON.stringify(value, null, 2));
}

/**
 * Say what was done.
 * @param text for people
 * @returns the exit status
 */
export function printDone(
  terminal: Terminal,
  options: { readonly json?: boolean },
  done: object,
  text: string,
): number {
  if (options.json) printJson(terminal, done);
  else printLine(terminal.out, text);
  return 0;
}

/** Columns side by side, as wide as their widest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, at) => Math.max(most[at] ?? 0, cell.length)), []);
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
