/** Parameters of the explorer that say what is computed. */
const EXPLORED = [
  "drilldown",
  "cut",
  "measure",
  "order",
  "against",
  "having",
  "top",
  "rollup",
  "chart",
  "prices",
  "in",
  "per",
] as const;

/**
 * Names of the query parameters of every call, by its path. The OpenAPI document describes the same ones; `format` of
 * the API and the parameters of every JSON call are left out. Features name those of their own calls.
 */
export const CALL_PARAMETERS = {
  "/api/2/aggregate": [
    "dataset",
    "measure",
    "cut",
    "q",
    "fq",
    "drilldown",
    "parents",
    "against",
    "having",
    "top",
    "rollup",
    "page",
    "pagesize",
    "order",
    "exact",
    "prices",
    "in",
    "per",
    "inflate",
    "explain",
  ],
  "/api/2/search": [
    "q",
    "fq",
    "filter",
    "dataset",
    "category",
    "page",
    "pagesize",
    "order",
    "facet_field",
    "facet_page",
    "facet_pagesize",
    "expand_facet_dimensions",
    "stats",
    "highlight",
    "provenance",
  ],
  "/api/2/suggest": ["q", "dataset", "category", "pagesize"],
  "/{dataset}/{dimension}.distinct": ["q", "attribute", "cut", "parents", "page", "pagesize"],
  "/{dataset}/entries/{id}": ["inflate", "provenance"],
  "/{dataset}/sources/{source}/rows/{row}": ["entry"],
  "/{dataset}/meta/changes": ["from", "to", "cut", "drilldown", "measure", "order", "exact", "page", "pagesize"],
  "/{dataset}": ["_view", "year"],
  "/{dataset}/explore": EXPLORED,
  "/{dataset}/embed": [...EXPLORED, "theme"],
  "/datasets": ["territories", "languages", "category", "year", "page", "pagesize"],
  "/api/2/new": [
    "csv_file",
    "metadata",
    "budget_data_package",
    "private",
    "skip_invalid",
    "replace",
    "unique",
    "allow_empty",
    "wait",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CallPath = keyof typeof CALL_PARAMETERS;

/** Parameters of a call of a feature. */
export interface FeatureParameters {
  readonly names: readonly string[];
  /** Sentences about what to write instead of the parameters of other calls. */
  readonly instead?: Readonly<Record<string, string>>;
  /** True if they are no mistakes in calls outside of the feature: clients know them from another program. */
  readonly areForeign?: boolean;
}

/** Parameters of the calls of features, by path. */
export type ParametersByPath = Readonly<Record<string, FeatureParameters>>;

/** Parameters of every call. */
export const COMMON_PARAMETERS: readonly string[] = ["callback", "pretty", "lang", "cite", "format", "lenient", "bom"];

/** Parameters that adjust amounts. */
const ADJUST = ["prices", "in", "per", "inflate"];

const ENTRIES_PAGE = ["q", "filter", "fq", "measure", "min", "max", "numbers", "order", "columns", "page", "pagesize"];

/** Parameters of pages for people, by path. They are near each other only by mistake. */
export const PARAMETERS_OF_PAGES: Readonly<Record<string, readonly string[]>> = {
  "/search": ["q", "dataset", "category", "page"],
  "/datasets": ["q", "territories", "languages", "category", "year", "page", "pagesize"],
  "/{dataset}": ["_view", "year", "cut", "all", ...ADJUST],
  "/{dataset}/entries": ENTRIES_PAGE,
  "/{dataset}/explore": [
    "drilldown",
    "cut",
    "measure",
    "order",
    "chart",
    "field",
    "value",
    "from",
    "to",
    "side",
    "other",
    "above",
    "numbers",
    "all",
    "prices",
    "in",
    "per",
  ],
  "/{dataset}/embed": ["field", "value", "from", "to", "side", "other", "above", "numbers", "all"],
  "/{dataset}/{dimension}": ["q", "year", "page", "cut", "all", ...ADJUST],
  "/{dataset}/{dimension}/{name}": ["_view", "year", "cut", "all", ...ADJUST],
  "/{dataset}/{dimension}/{name}/entries": ENTRIES_PAGE,
};
