/** Supported delimiters. If a header fits several equally, the first is used. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The rules by which text is split into cells. */
export interface Dialect {
  readonly delimiter: string;
  /** `null` or absent: `"`. */
  readonly quote?: string | null;
  /** `null` or absent: the quote itself. */
  readonly escape?: string | null;
  readonly comment?: string | null;
  /** True if blanks before a cell are not part of it. */
  readonly trimStart?: boolean;
}

/** First line by which a spreadsheet is told the delimiter: no row of the table. */
const DECLARATION = /^\ufeff?"?sep=([^\r\n"])"?[;,|\t]*(?:\r\n?|\n|$)/i;

/** Return the delimiter that the first line of a text declares, as `sep=;`; `null` if it declares none. */
export function declaredDelimiter(head: string): string | null {
  return DECLARATION.exec(head)?.[1] ?? null;
}

/** True if the first record of a file is such a line, in whatever delimiter it was read. */
export function isDeclaration(record: readonly string[]): boolean {
  const [first = "", ...others] = record;
  return /^\ufeff?"?sep=.?"?$/i.test(first.trim()) && others.every((cell) => /^"?$/.test(cell.trim()));
}

/** Maximum characters of a record. Published files stay far below; an unclosed quote does not. */
export const MAX_RECORD = 16 * 2 ** 20;

/** Maximum number of cells of a record. */
export const MAX_ROW_CELLS = 100_000;
