import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import type { Parameter } from "../../../calls/route-description.js";
import { entryWith } from "../../../calls/reading/describe/entry-schema.js";
import { SEARCH } from "../../../calls/reading/search/search-route.js";
import { arrayOf, described, optional, refer, TEXT } from "../../../calls/schema.js";
import { pairsOf, textOf } from "./check-arguments.js";
import { citeAll } from "./cite.js";
import { type CellJson, writeValue } from "./figures.js";
import { isRecord } from "./json-rpc.js";
import { listArguments } from "./list-arguments.js";
import { listRemarks, outputOf, type Remarked, WARNING_LIST } from "./remarks.js";
import type { Arguments, Tool, ToolAnswer, ToolScope } from "./tool.js";

const PAGESIZE = 20;
const MAX_PAGESIZE = 50;

/** Parameters of the call that assistants have no use for. */
const LEFT_OUT = [
  "pagesize",
  "facet_field",
  "facet_page",
  "facet_pagesize",
  "expand_facet_dimensions",
  "stats",
  "highlight",
];

const PARAMETERS: readonly Parameter[] = [
  ...listArguments(SEARCH, LEFT_OUT),
  {
    name: "pagesize",
    description: `Entries in an answer, ${MAX_PAGESIZE} at most.`,
    schema: { type: "integer", minimum: 1, maximum: MAX_PAGESIZE, default: PAGESIZE },
  },
];

/** Answer of the search call. */
interface SearchJson extends Remarked {
  readonly stats: { readonly results_count_query: number; readonly results_count: number };
  readonly results: readonly (CellJson & { readonly html_url: string; readonly dataset: DatasetDescription })[];
}

/** The tool that finds entries. */
export const SEARCH_ENTRIES_TOOL: Tool = {
  name: "search_entries",
  title: "Search entries",
  description:
    "Finds single entries, such as payments or budget lines, by words and conditions, each with its address. Do not add up what it lists: aggregate takes the same q and is exact.",
  parameters: PARAMETERS,
  output: optional(
    outputOf({
      stats: refer("SearchStats"),
      results: arrayOf(described(entryWith({ dataset: described(TEXT, "Name of its dataset.") }), "An entry.")),
    }),
    { warnings: WARNING_LIST },
  ),
  call: searchEntries,
};

async function searchEntries(scope: ToolScope, given: Arguments): Promise<ToolAnswer> {
  const names = PARAMETERS.map(({ name }) => name).filter((name) => name !== "pagesize" && name !== "provenance");
  const found = (await scope.read("/api/2/search", {}, [
    ...pairsOf(given, names),
    ["pagesize", String(given.get("pagesize") ?? PAGESIZE)],
    ["provenance", "true"],
  ])) as SearchJson;
  const { stats, warnings } = found;
  const results = found.results.map(({ dataset, ...entry }) => ({ ...entry, dataset: dataset.name }));
  const datasets = results.map(({ dataset }) => dataset);
  const named = textOf(given, "dataset").split("|");
  const cite = datasets.length > 0 ? citeAll(scope, datasets) : citeSearched(scope, named);
  return {
    content: { stats, results, ...(warnings && { warnings }), cite },
    remarks: listRemarks(found),
    lines: [
      `${stats.results_count} of ${stats.results_count_query} entries:`,
      ...results.map((entry) => writeEntryLine(entry)),
    ],
    cite,
  };
}

/** Return the address of what was searched without a result. */
function citeSearched(scope: ToolScope, named: readonly string[]): string {
  return named.length === 1 && named[0] !== "" ? citeAll(scope, named) : `${scope.origin}/datasets`;
}

/** Keys of an entry that follow in their own places. */
const OWN_KEYS = new Set(["id", "html_url", "dataset"]);

/** Write where an entry was read from: `row 3 of town.csv`. */
function writeSource({ row, url }: Readonly<Record<string, unknown>>): string {
  return row === null ? `from ${String(url)}` : `row ${String(row)} of ${String(url)}`;
}

function writeEntryLine(entry: CellJson & { readonly html_url: string }): string {
  const fields = Object.entries(entry).filter(([key, value]) => !OWN_KEYS.has(key) && value !== null && value !== "");
  const written = fields.map(([key, value]) => {
    if (isSource(value)) return writeSource(value);
    return `${key} ${writeValue(isDate(value) ? value["name"] : value)}`;
  });
  return `${written.join(" | ")} | ${entry.html_url}`;
}

/** True for the source of an entry. */
function isSource(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && "row" in value && "digest" in value;
}

/** True for the member of a date. */
function isDate(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && "yearmonth" in value;
}
