/** Print a Markdown table. The first column is aligned left, the others right. */
export function markdownTable(
  headers: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(headers),
    line(headers.map((_, at) => (at === 0 ? "---" : "---:"))),
    ...rows.map((cells) => line(cells.map(writeCell))),
  ].join("\n");
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function writeCell(cell: string | number | null): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  if (Number.isInteger(cell)) return String(cell);
  return cell >= 100 ? cell.toFixed(0) : cell >= 10 ? cell.toFixed(1) : cell.toFixed(2);
}
