import { codeOfSentence, readErrorCode, readErrorSentence, writeSentence } from "../../../core/errors/error-text.js";
import { describeCounts } from "../../../sources/ingest/counts.js";
import type { ControlPart } from "../../../sources/ingest/totals/control.js";
import {
  arrayOf,
  COUNT_SCHEMA,
  described,
  ID_SCHEMA,
  mapOf,
  object,
  oneOf,
  optional,
  orNull,
  type Schema,
  TEXT,
  TIME,
  URL,
  type ValueOf,
} from "../../schema.js";
import { runUrl } from "./links.js";
import type { Run } from "./run.js";

const PARTS: Schema<readonly ControlPart[]> = {
  type: "array",
  items: { type: "array", items: TEXT, minItems: 2, maxItems: 2 },
  description: "Pairs of a name and an exact amount.",
};

const CONTROL = object({
  rows: described(COUNT_SCHEMA, "Rows that were read as entries."),
  empty: described(COUNT_SCHEMA, "Those of them without any amount."),
  omitted: described(COUNT_SCHEMA, "Rows that are blank or left out."),
  sums: arrayOf(
    object({ measure: TEXT, total: TEXT, years: PARTS, by: arrayOf(object({ dimension: TEXT, parts: PARTS })) }),
  ),
  totals: described(arrayOf(TEXT), "Totals that the file states, compared with its rows, in sentences."),
});

const TOTALS: Schema<Readonly<Record<string, string>> | null> = { anyOf: [mapOf(TEXT), { type: "null" }] };

/** A run without its errors: there may be many. */
const RUN = {
  id: ID_SCHEMA,
  dataset: TEXT,
  source: described(ID_SCHEMA, "Id of the source."),
  operation: oneOf("load", "replace", "remove"),
  status: oneOf("queued", "running", "complete", "failed"),
  url: URL,
  html_url: URL,
  time_queued: TIME,
  time_start: orNull(TIME),
  time_end: orNull(TIME),
  percent: { ...COUNT_SCHEMA, maximum: 100 },
  rows_per_second: orNull(COUNT_SCHEMA),
  rows_read: COUNT_SCHEMA,
  rows_blank: COUNT_SCHEMA,
  rows_rejected: COUNT_SCHEMA,
  rows_repeated: described(COUNT_SCHEMA, "Rows that replaced an earlier one of the same source."),
  entries_created: COUNT_SCHEMA,
  entries_updated: COUNT_SCHEMA,
  bytes_read: COUNT_SCHEMA,
  bytes_total: COUNT_SCHEMA,
  num_entries: described(orNull(COUNT_SCHEMA), "Entries of the dataset after the run."),
  totals: described(TOTALS, "Exact total of each measure of the dataset after the run."),
  notes: arrayOf(TEXT),
  warnings: described(arrayOf(TEXT), "Sentences about figures that may not be what the publisher means."),
  control: described(arrayOf(CONTROL), "Figures of the source by which to see if it was read rightly."),
  num_errors: described(COUNT_SCHEMA, "Number of all errors; `errors` has the first ones."),
};

const CELL_ERROR = optional(
  object({
    row: described(
      orNull(COUNT_SCHEMA),
      "1 is the first record after the header; `null` if the error is about the whole source.",
    ),
    column: orNull(TEXT),
    attribute: orNull(TEXT),
    datatype: oneOf("string", "id", "float", "date", "constant", null),
    value: orNull(TEXT),
    message: TEXT,
  }),
  {
    line: described(COUNT_SCHEMA, "Line of the file on which the row begins; 1 is the first."),
    code: described(TEXT, "Code of the message, as in `codes` of answers with errors; absent if it has none."),
    values: described(mapOf(TEXT), "What the message is about."),
  },
);

export const RUN_SUMMARY_SCHEMA = object(RUN);

export type RunDescription = ValueOf<typeof RUN_SUMMARY_SCHEMA>;

export const RUN_SCHEMA = object({
  ...RUN,
  warning_codes: described(
    arrayOf(object({ code: TEXT, values: mapOf(TEXT) })),
    "The codes of `warnings`, one for each, in its order; `other` for one without a code.",
  ),
  errors: described(arrayOf(CELL_ERROR), "The first 1,000 errors; fewer of older runs."),
});

export type RunWithErrors = ValueOf<typeof RUN_SCHEMA>;

export function describeRun(run: Run, origin: string): RunWithErrors {
  const { warnings = [] } = run;
  const read = run.warningCodes ?? warnings.map((sentence) => readErrorSentence(sentence));
  return {
    ...summarizeRun(run, origin),
    // Sentences that an earlier version worded otherwise have today's words, which all languages have.
    warnings: warnings.map((sentence, at) => (read[at] && writeSentence(read[at])) ?? sentence),
    warning_codes: read.map(codeOfSentence),
    errors: run.errors.map((error) => ({ ...error, ...readErrorCode(error.message) })),
  };
}

/** Describe a run without its errors: there may be many. */
export function summarizeRun(run: Run, origin: string): RunDescription {
  const { counts, outcome } = run;
  const htmlUrl = runUrl(origin, run);
  return {
    id: run.id,
    dataset: run.dataset,
    source: run.source.id,
    operation: run.operation,
    status: run.status,
    url: `${htmlUrl}.json`,
    html_url: htmlUrl,
    time_queued: run.queued,
    time_start: run.started,
    time_end: run.ended,
    percent: percentOf(run),
    rows_per_second: rateOf(run),
    ...describeCounts(counts),
    num_entries: outcome?.numEntries ?? null,
    totals: outcome && Object.fromEntries(outcome.totals),
    notes: run.notes,
    warnings: run.warnings ?? [],
    control: run.control ?? [],
    num_errors: run.numErrors,
  };
}

/** Maximum percentage before the end: when all rows are read, the table still has to be built and written. */
const MAX_BEFORE_END = 99;

function percentOf({ status, counts: { bytesRead, bytesTotal } }: Run): number {
  if (status === "complete") return 100;
  return bytesTotal === 0 ? 0 : Math.min(MAX_BEFORE_END, Math.floor((100 * bytesRead) / bytesTotal));
}

function rateOf({ started, ended, counts: { rowsRead } }: Run): number | null {
  if (started === null || rowsRead === 0) return null;
  const milliseconds = (ended === null ? Date.now() : Date.parse(ended)) - Date.parse(started);
  return milliseconds <= 0 ? null : Math.round((1000 * rowsRead) / milliseconds);
}
