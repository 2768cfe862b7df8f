/** Where a command writes: results to `out`, everything else to `err`. */
export interface Terminal {
  readonly out: NodeJS.WritableStream;
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

export function printLine(stream: NodeJS.WritableStream, line: string): void {
  stream.write(`${line}\n`);
}

export function printJson(terminal: Terminal, value: unknown): void {
  printLine(terminal.out, JSON.stringify(value, null, 2));
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
