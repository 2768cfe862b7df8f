import type { Options } from "csv-parse";

/** The characters that may stand between cells; where a header fits several alike, the first. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** Most bytes of a record. Nothing that people publish comes near it; an unclosed quote does. */
const MAX_RECORD_BYTES = 16 * 2 ** 20;

/** Most cells of a record that is not complete: the parser itself bounds their text only. */
export const MAX_CELLS = 100_000;

/** How sources are taken apart: leniently within a record, and as rows of any length. */
export function csvOptions(delimiter: Delimiter): Options {
  return {
    delimiter,
    columns: false,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  };
}
