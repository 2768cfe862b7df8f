import { CORE } from "./datasets.js";
import type { Parameter, RouteDescription } from "./description.js";
import { arrayOf, COUNT, described, mapOf, object, optional, orNull, refer, type Schema, TEXT, URL } from "./schema.js";

const WAIT: Parameter = flag(
  "wait",
  "Answer when the load is done: 200, or what it failed with. A load of which nothing is heard for a minute is answered with 202.",
);
const SKIP_INVALID: Parameter = flag("skip_invalid", "Load the good rows, and list the bad ones with the run.");

const ORDER: readonly Parameter[] = [
  {
    name: "csv_file",
    description: "URL of a CSV file. The same one again loads that source again; another one adds a source.",
    schema: URL,
  },
  { name: "metadata", description: "URL of the model: JSON with `dataset`, `mapping` and maybe `views`.", schema: URL },
  {
    name: "budget_data_package",
    description:
      "URL of a `datapackage.json`, in the place of both: a budget data package, a Fiscal Data Package or a plain tabular one. It comes before them.",
    schema: URL,
  },
  flag("private", "Whether a new dataset is private. One that exists keeps its setting."),
  SKIP_INVALID,
  flag("replace", "Drop all entries and sources that the dataset has, and load under the new model, in one swap."),
  WAIT,
];

const FAILURES = [403, 409, 413, 503] as const;

export const LOAD: RouteDescription = {
  id: "loadDataset",
  tag: "Loading",
  summary: "Load a dataset, or a source into one",
  details:
    "Needs HTTPS and a key. All rows are loaded or none. Parameters are in the URL or in a form; of a multipart form `csv_file` and `metadata` may be files.",
  parameters: ORDER,
  form: { files: ["csv_file", "metadata"] },
  json: refer("LoadedDataset"),
  accepted: refer("LoadedDataset"),
  statuses: FAILURES,
};

export const RELOAD_SOURCE: RouteDescription = {
  id: "reloadSource",
  tag: "Loading",
  summary: "Load a source again from its URL",
  details: "For managers; needs HTTPS. A file that is what it was is not loaded again, and the run says so.",
  parameters: [SKIP_INVALID, WAIT],
  json: refer("LoadedDataset"),
  accepted: refer("LoadedDataset"),
  statuses: FAILURES,
};

export const REMOVE_SOURCE: RouteDescription = {
  id: "removeSource",
  tag: "Loading",
  summary: "Remove a source with the entries that it last wrote",
  details: "For managers; needs HTTPS.",
  parameters: [WAIT],
  json: refer("LoadedDataset"),
  accepted: refer("LoadedDataset"),
  statuses: FAILURES,
};

export const LIST_SOURCES: RouteDescription = {
  id: "listSources",
  tag: "Loading",
  summary: "List the files that a dataset was loaded from",
  json: arrayOf(refer("Source")),
};

export const SHOW_SOURCE: RouteDescription = {
  id: "showSource",
  tag: "Loading",
  summary: "Read about a file that a dataset was loaded from",
  json: refer("Source"),
};

export const LIST_RUNS: RouteDescription = {
  id: "listRuns",
  tag: "Loading",
  summary: "List the last loads of a source with their errors, the last begun first",
  json: arrayOf(refer("Run")),
};

export const SHOW_RUN: RouteDescription = {
  id: "showRun",
  tag: "Loading",
  summary: "Follow a load",
  json: refer("Run"),
};

function flag(name: string, description: string): Parameter {
  const yes = "([Tt][Rr][Uu][Ee]|1|[Yy][Ee][Ss]|[Oo][Nn])";
  const no = "([Ff][Aa][Ll][Ss][Ee]|0|[Nn][Oo]|[Oo][Ff][Ff])";
  return { name, description, schema: { type: "string", pattern: `^(${yes}|${no})$`, default: "false" } };
}

const TIME: Schema = { type: "string", format: "date-time" };
const ID: Schema = { type: "integer", minimum: 1 };

const RUN: Readonly<Record<string, Schema>> = {
  id: ID,
  dataset: TEXT,
  source: described(ID, "Id of the source."),
  operation: { enum: ["load", "replace", "remove"] },
  status: { enum: ["queued", "running", "complete", "failed"] },
  url: URL,
  html_url: URL,
  time_queued: TIME,
  time_start: orNull(TIME),
  time_end: orNull(TIME),
  percent: { type: "integer", minimum: 0, maximum: 100 },
  rows_per_second: orNull(COUNT),
  rows_read: COUNT,
  rows_blank: COUNT,
  rows_rejected: COUNT,
  rows_repeated: described(COUNT, "Rows that replaced an earlier one of the same source."),
  entries_created: COUNT,
  entries_updated: COUNT,
  bytes_read: COUNT,
  bytes_total: COUNT,
  num_entries: described(orNull(COUNT), "Of the dataset afterwards."),
  totals: described(
    { anyOf: [mapOf(TEXT), { type: "null" }] },
    "Of the dataset afterwards: the total of each measure, exact.",
  ),
  notes: arrayOf(TEXT),
  num_errors: described(COUNT, "Of all; the first of them are listed."),
};

const CELL_ERROR = object({
  row: described(orNull(COUNT), "1 is the first record after the header. `null` where it is about the source."),
  column: orNull(TEXT),
  attribute: orNull(TEXT),
  datatype: { enum: ["string", "id", "float", "date", "constant", null] },
  value: orNull(TEXT),
  message: TEXT,
});

export const LOADING_SCHEMAS: Readonly<Record<string, Schema>> = {
  LoadedDataset: optional(
    object({
      ...CORE,
      timestamps: object({ created: orNull(TIME), last_modified: orNull(TIME) }),
      source: object({ id: ID, url: TEXT, html_url: URL }),
      run: refer("Run"),
    }),
    { runs: described(arrayOf(refer("Run")), "Where there are several: those of all sources of a package.") },
  ),
  Source: object({
    id: ID,
    url: described(TEXT, "A URL, the absolute path of a local file, or `upload:` and the name of a file."),
    html_url: URL,
    loaded: described(orNull(TIME), "When the rows that the dataset has of it were loaded."),
    digest: described(orNull(TEXT), "SHA-256 of the file."),
    etag: orNull(TEXT),
    last_modified: orNull(TEXT),
    runs: described(arrayOf(object(RUN)), "The last begun first."),
  }),
  Run: object({ ...RUN, errors: described(arrayOf(CELL_ERROR), "The first 1,000; of older runs the first few.") }),
};
