import type { Options } from "csv-parse";

/** The characters that may stand between cells; where a header fits several alike, the first. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;

/** How a file is taken apart into cells. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote?: string | null;
  readonly escape?: string | null;
  readonly comment?: string | null;
  readonly trimStart?: boolean;
}

/** Most bytes of a record. Nothing that people publish comes near it; an unclosed quote does. */
const MAX_RECORD_BYTES = 16 * 2 ** 20;

/** Most cells of a record that is not complete: the parser itself bounds their text only. */
export const MAX_CELLS = 100_000;

/** How sources are taken apart: leniently within a record, and as rows of any length. */
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
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  };
}
