import { datasetOf, type ReadingCall } from "../../reading-call.js";
import { showChanges } from "./changes-page.js";
import { withJson } from "../../formats.js";
import { CITATION_BODIES, showCitation } from "./citation.js";
import { nameCompared } from "./compared-versions.js";
import { namesSeveral, nameUnitedCompared, showUnitedChanges } from "./united-changes.js";
import { showVersions } from "./versions.js";
import { EXACT, VERSION_SCHEMA } from "./describe-version.js";
import { CITATION_SCHEMA } from "../describe/citation.js";
import type { Parameter, RouteDescription } from "../../route-description.js";
import { CUT, PAGE_PARAMETERS, pagesize, WARNINGS } from "../../shared-parameters.js";
import {
  ANY_OBJECT,
  arrayOf,
  COUNT_SCHEMA,
  described,
  ID_SCHEMA,
  mapOf,
  object,
  optional,
  orNull,
  refer,
  type Schema,
  TEXT,
  URL,
} from "../../schema.js";

const LIST_VERSIONS: RouteDescription = {
  id: "listVersions",
  tag: "Resources",
  summary: "List the versions of a dataset, the newest first",
  details:
    "A version is read under the name of the dataset with its number, as `town@3`, wherever a name stands. Versions whose data is no longer kept are listed too.",
  isOfAllVersions: true,
  json: arrayOf(refer("Version")),
};

const SHOW_CITATION: RouteDescription = {
  id: "showCitation",
  tag: "Resources",
  summary: "Read the citation of a version, for reference managers",
  details: "JSON has the parts of the citation, BibTeX is for reference managers; the address is that of the version.",
  json: arrayOf(described(ANY_OBJECT, "An item of CSL-JSON.")),
  bodies: CITATION_BODIES,
};

const FROM: Parameter = {
  name: "from",
  description:
    "Number of the earlier version; by default the version before. Of several datasets a day, as 2026-11-22.",
  schema: TEXT,
};

const TO: Parameter = {
  name: "to",
  description:
    "Number of the later version; by default the one in the path, or else the current one. Of several datasets a day.",
  schema: TEXT,
};

const DRILLDOWN: Parameter = {
  name: "drilldown",
  description: "Dimensions and attributes to split the sums of both versions by, joined by pipes.",
  schema: TEXT,
  example: "function",
};

const MEASURE: Parameter = {
  name: "measure",
  description: "Figures of the cells, as in an aggregation; by default the measures that both versions have.",
  schema: TEXT,
};

const ORDER: Parameter = {
  name: "order",
  description: "Order of the cells, as in an aggregation: `amount.difference:desc`.",
  schema: TEXT,
};

const EXACT_CELLS: Parameter = {
  name: "exact",
  description: "Write the figures of cells as texts with all their digits, as in an aggregation.",
  schema: { type: "boolean", default: false },
};

export const LIST_CHANGES: RouteDescription = {
  id: "listChanges",
  tag: "Resources",
  summary: "Compare two versions of a dataset, to the cent",
  details:
    "Entries are joined by their ids. An entry that meets `cut` only in the later version counts as added, one that meets it only in the earlier version as removed. The sum after less the sum before is always what was added, less what was removed, and the difference of what was changed. Of several datasets, as `a|b`, or of a collection, JSON and the page have the sums of the changes of all and of each, and CSV and NDJSON the entries, dataset by dataset, with a first column `dataset`.",
  parameters: [FROM, TO, CUT, DRILLDOWN, MEASURE, ORDER, EXACT_CELLS, PAGE_PARAMETERS, pagesize(10_000)],
  isOfAllVersions: true,
  json: { anyOf: [refer("Changes"), refer("ChangesOfSeveral")] },
  bodies: {
    csv: "A header and a record for each entry of the page: `change`, `id`, `fields`, then every column of either version twice, as `before.amount` and `after.amount`.",
    ndjson: "One object of `entries` on each line.",
  },
  maySayWarnings: true,
  paged: true,
};

/** Describe the parts of a comparison. @param counted what each is: a number of entries and sums */
const summaryOf = (counted: Schema): Schema =>
  object({
    added: counted,
    removed: counted,
    changed: object({ num_entries: COUNT_SCHEMA, before: mapOf(EXACT), after: mapOf(EXACT) }),
    unchanged: counted,
    before: counted,
    after: counted,
  });

/** A number of entries and the sums of the measures that both versions have, under their names. */
const COUNTED: Schema = { ...object({ num_entries: COUNT_SCHEMA }), additionalProperties: EXACT };

export const VERSION_SCHEMAS: Readonly<Record<string, Schema>> = {
  Version: VERSION_SCHEMA,
  Citation: CITATION_SCHEMA,
  Changes: optional(
    object({
      from: ID_SCHEMA,
      to: ID_SCHEMA,
      summary: summaryOf(COUNTED),
      drilldown: described(
        arrayOf(ANY_OBJECT),
        "Cells of both versions, as an aggregation with `against` has them; empty without a drilldown.",
      ),
      model: described(arrayOf(TEXT), "What differs between the models, a sentence each."),
      page: { type: "number" },
      pages: COUNT_SCHEMA,
      pagesize: COUNT_SCHEMA,
      entries: described(arrayOf(refer("ChangedEntry")), "Those added, then those removed, then those changed."),
    }),
    { warnings: WARNINGS, notes: described(arrayOf(ANY_OBJECT), "Notes on the cells.") },
  ),
  ChangesOfSeveral: optional(
    object({
      summary: described(summaryOf(COUNTED), "Of the measures that both versions of all datasets have."),
      drilldown: arrayOf(ANY_OBJECT),
      model: described(arrayOf(TEXT), "What differs between the models, with the label of the dataset."),
      datasets: described(
        arrayOf(
          object({
            name: TEXT,
            label: TEXT,
            from: ID_SCHEMA,
            to: ID_SCHEMA,
            html_url: URL,
            summary: summaryOf(COUNTED),
          }),
        ),
        "Each dataset by itself; `html_url` lists its entries.",
      ),
    }),
    { warnings: WARNINGS, notes: described(arrayOf(ANY_OBJECT), "Notes on the cells.") },
  ),
  ChangedEntry: object({
    id: { type: "string", pattern: "^[0-9a-f]{40}$" },
    change: { enum: ["added", "removed", "changed"] },
    fields: described(arrayOf(TEXT), "Fields of both versions whose values differ; empty unless it was changed."),
    before: described(orNull(ANY_OBJECT), "The entry in the earlier version; `null` if it was added."),
    after: described(orNull(ANY_OBJECT), "The entry in the later version; `null` if it was removed."),
  }),
};

/** Calls about the versions of a dataset. */
export const VERSION_CALLS = [
  {
    path: "/{dataset}/meta/versions",
    formats: ["html", "json"],
    about: LIST_VERSIONS,
    call: (context, input) => showVersions(context, input.actor, datasetOf(input), input.origin, input.language),
  },
  {
    path: "/{dataset}/meta/citation",
    formats: withJson(CITATION_BODIES),
    about: SHOW_CITATION,
    call: (context, input) => showCitation(context, input.actor, datasetOf(input), input.origin),
  },
  {
    path: "/{dataset}/meta/changes",
    formats: ["html", "json", "csv", "ndjson"],
    about: LIST_CHANGES,
    call: (context, input) => {
      const show = namesSeveral(context, datasetOf(input)) ? showUnitedChanges : showChanges;
      return show(context, input.actor, datasetOf(input), input.parameters, input.origin, input.cancel);
    },
    listVersions: (context, input) =>
      namesSeveral(context, datasetOf(input))
        ? nameUnitedCompared(context, input.actor, datasetOf(input), input.parameters)
        : nameCompared(context.catalog, input.actor, datasetOf(input), input.parameters),
  },
] as const satisfies readonly ReadingCall<unknown>[];
