import type { Options } from "csv-parse";

/** Supported delimiters. If a header fits several equally, the first is used. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The rules by which text is split into cells. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote?: string | null;
  readonly escape?: string | null;
  readonly comment?: string | null;
  readonly trimStart?: boolean;
}

/** Maximum bytes of a record. Published files stay far below; an unclosed quote does not. */
const MAX_RECORD_BYTES = 16 * 2 ** 20;

/** Maximum number of cells of an incomplete record: the parser itself only limits their text. */
export const MAX_ROW_CELLS = 100_000;

/** Return the parser's options: lenient quotes within a record. */
export function csvOptions({ delimiter, quote, escape, comment, trimStart }: Dialect): Options {
  return {
    delimiter,
    ...(quote ? { quote } : {}),
    ...((escape ?? quote) ? { escape: escape ?? quote } : {}),
    ...(comment ? { comment } : {}),
    ltrim: trimStart ?? false,
    columns: false,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    max_record_size: MAX_RECORD_BYTES,
  };
}
