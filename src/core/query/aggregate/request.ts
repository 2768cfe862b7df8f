import { type Clause, parseList, parseOrder, printClauses } from "../clauses.js";
import { readFlag } from "../flag.js";
import { bindPage, DEFAULT_PAGESIZE, printPage } from "../page.js";
import type { Parameters } from "../parameters.js";
import { type CutClause, parseCuts, printCuts } from "../syntax/cut-clause.js";
import type { SearchBounds } from "../syntax/parse.js";
import { readSearchText, readSearchTexts, type SearchText } from "../syntax/search-text.js";

/** Parameters of the aggregate call except the dataset's name: parsed, not yet checked against a model. */
export interface AggregateRequest {
  /** Names of measures; none means `amount`. */
  readonly measures: readonly string[];
  readonly cuts: readonly CutClause[];
  /** References to dimensions and attributes. */
  readonly drilldown: readonly string[];
  /** Criteria with `asc` or `desc` for a value; none means the measures, descending. */
  readonly order: readonly Clause[];
  readonly q: SearchText | null;
  readonly fq: readonly SearchText[];
  /** True if cells show the members above theirs in hierarchies. */
  readonly parents: boolean;
  /** Number of the page, from 1; may be fractional. */
  readonly page: number;
  readonly pagesize: number;
}

/** The request without any parameter: the total of all entries. */
export const TOTAL: AggregateRequest = {
  measures: [],
  cuts: [],
  drilldown: [],
  order: [],
  q: null,
  fq: [],
  parents: false,
  page: 1,
  pagesize: DEFAULT_PAGESIZE,
};

/** Read a request from the parameters of a URL, and collect all syntax errors. */
export function parseAggregate(parameters: Parameters, bounds: SearchBounds, errors: string[]): AggregateRequest {
  const list = (name: string): string => parameters.get(name) ?? "";
  const { page, pagesize } = bindPage(parameters, errors);
  return {
    measures: parseList(list("measure")),
    cuts: parseCuts(list("cut"), (sentence) => errors.push(`cut: ${sentence}`)),
    drilldown: parseList(list("drilldown")),
    order: parseOrder(parameters.get("order"), errors),
    q: readSearchText("q", parameters.get("q"), bounds, errors),
    fq: readSearchTexts("fq", parameters.all("fq"), bounds, errors),
    parents: readFlag(parameters, "parents"),
    page,
    pagesize,
  };
}

/** Print a request as parameters, leaving out those with default values. The inverse of `parseAggregate`. */
export function printAggregate(request: AggregateRequest): readonly [name: string, value: string][] {
  const { drilldown, cuts, measures, order, q, fq, parents } = request;
  const pairs: [string, string][] = [
    ["drilldown", drilldown.join("|")],
    ["cut", printCuts(cuts)],
    ["measure", measures.join("|")],
    ["order", printClauses(order)],
    ["q", q?.text ?? ""],
    ...fq.map(({ text }) => ["fq", text] as [string, string]),
    ["parents", parents ? "true" : ""],
    ...printPage(request),
  ];
  return pairs.filter(([, value]) => value !== "");
}
