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

/** Maximum characters of a record. Published files stay far below; an unclosed quote does not. */
export const MAX_RECORD = 16 * 2 ** 20;

/** Maximum number of cells of a record. */
export const MAX_ROW_CELLS = 100_000;
