import { RUN_SCHEMA } from "../../../calls/publishing/loads/describe-run.js";
import { SOURCE_SCHEMA } from "../../../calls/publishing/loads/describe-source.js";
import { CORE, OPTIONAL_CORE } from "../../../calls/reading/describe/describe-dataset.js";
import { ROW_SCHEMA } from "../../../calls/views/resources/source-row.js";
import type { Parameter, RouteDescription } from "../../../calls/route-description.js";
import {
  arrayOf,
  described,
  ID_SCHEMA,
  object,
  optional,
  orNull,
  refer,
  type Schema,
  TEXT,
  TIME,
  URL,
} from "../../../calls/schema.js";

const WAIT: Parameter = flag(
  "wait",
  "Answer when the load is done: 200, or the error that it failed with; `Location` has the URL of the run. A load without progress for a minute is answered with 202.",
);
const SKIP_INVALID: Parameter = flag("skip_invalid", "Load the valid rows, and list the invalid ones in the run.");
const UNIQUE: Parameter = flag(
  "unique",
  "Refuse rows with the key of an earlier row. By default the last row of a key replaces those before.",
);
const ALLOW_EMPTY: Parameter = flag("allow_empty", "Accept a source without rows for a dataset that has entries.");

const ORDER: readonly Parameter[] = [
  {
    name: "csv_file",
    description: "URL of a CSV file. The URL of an existing source loads that source again; any other adds a source.",
    schema: URL,
  },
  {
    name: "metadata",
    description: "URL of the model: JSON with `dataset`, `mapping` and optionally `views`.",
    schema: URL,
  },
  {
    name: "budget_data_package",
    description:
      "URL of a `datapackage.json`, instead of `csv_file` and `metadata`, which are ignored then: a budget data package, a Fiscal Data Package or a plain tabular one.",
    schema: URL,
  },
  flag("private", "Make a new dataset private. An existing one keeps its setting."),
  SKIP_INVALID,
  UNIQUE,
  ALLOW_EMPTY,
  flag("replace", "Replace all entries and sources of the dataset, under the new model, in one step."),
  WAIT,
];

const FAILURES = [403, 409, 413, 503] as const;

export const LOAD: RouteDescription = {
  id: "loadDataset",
  tag: "Loading",
  summary: "Load a dataset, or a source into one",
  details:
    "Needs HTTPS and a key. All rows are loaded or none. Parameters are sent in the URL or in a form; in a multipart form, `csv_file` and `metadata` may be files.",
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
  details: "For managers of the dataset; needs HTTPS. An unchanged file is not loaded again; the run says so.",
  parameters: [SKIP_INVALID, UNIQUE, ALLOW_EMPTY, WAIT],
  json: refer("LoadedDataset"),
  accepted: refer("LoadedDataset"),
  statuses: FAILURES,
};

export const REMOVE_SOURCE: RouteDescription = {
  id: "removeSource",
  tag: "Loading",
  summary: "Remove a source and the entries that it wrote last",
  details: "For managers of the dataset; needs HTTPS.",
  parameters: [WAIT],
  json: refer("LoadedDataset"),
  accepted: refer("LoadedDataset"),
  statuses: FAILURES,
};

export const CANCEL_RUN: RouteDescription = {
  id: "cancelRun",
  tag: "Loading",
  summary: "Cancel a load that is running or waits",
  details:
    "For managers of the dataset; needs HTTPS. Answers when the load has ended: its run failed, and nothing was changed, unless it was done meanwhile. 409 if the run is over.",
  json: refer("Run"),
  statuses: FAILURES,
};

export const LIST_SOURCES: RouteDescription = {
  id: "listSources",
  tag: "Loading",
  summary: "List the sources of a dataset: the files that it was loaded from",
  details: "A source has the name or the address of its file, its digest, and when it was loaded.",
  json: arrayOf(refer("Source")),
};

export const SHOW_SOURCE: RouteDescription = {
  id: "showSource",
  tag: "Loading",
  summary: "Read a source: a file that a dataset was loaded from",
  details: "A source has the name or the address of its file, its digest, and when it was loaded.",
  json: refer("Source"),
};

export const SHOW_SOURCE_ROW: RouteDescription = {
  id: "showSourceRow",
  tag: "Loading",
  summary: "Read a row of a source as it was published",
  details: "Only of files that were loaded while the server kept them (`--keep-sources`); otherwise 404.",
  parameters: [
    {
      name: "entry",
      description: "Id of an entry that is from this row; then the answer has it, too.",
      schema: TEXT,
    },
  ],
  json: refer("SourceRow"),
  isOfVersion: true,
};

export const LIST_RUNS: RouteDescription = {
  id: "listRuns",
  tag: "Loading",
  summary: "List the latest loads (runs) of a source with their errors, the newest first",
  details:
    "A run says when it began and ended, what it did with how many rows, and every error with its row and column.",
  json: arrayOf(refer("Run")),
};

export const SHOW_RUN: RouteDescription = {
  id: "showRun",
  tag: "Loading",
  summary: "Read the state of a load (run)",
  details: "Ask again until `status` is neither `queued` nor `running`.",
  json: refer("Run"),
};

function flag(name: string, description: string): Parameter {
  const yes = "([Tt][Rr][Uu][Ee]|1|[Yy][Ee][Ss]|[Oo][Nn])";
  const no = "([Ff][Aa][Ll][Ss][Ee]|0|[Nn][Oo]|[Oo][Ff][Ff])";
  return { name, description, schema: { type: "string", pattern: `^(${yes}|${no})$`, default: "false" } };
}

export const LOADING_SCHEMAS: Readonly<Record<string, Schema>> = {
  LoadedDataset: optional(
    object({
      ...CORE,
      timestamps: object({ created: orNull(TIME), last_modified: orNull(TIME) }),
      source: object({ id: ID_SCHEMA, url: TEXT, html_url: URL }),
      run: refer("Run"),
    }),
    {
      ...OPTIONAL_CORE,
      runs: described(arrayOf(refer("Run")), "The runs of all sources of a data package, if it has several."),
    },
  ),
  Source: SOURCE_SCHEMA,
  SourceRow: ROW_SCHEMA,
  Run: RUN_SCHEMA,
};
