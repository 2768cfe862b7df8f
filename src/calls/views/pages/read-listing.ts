import { errorText } from "../../../core/errors/error-text.js";
import { isError } from "../../../core/model/values/value.js";
import { languageOfAmounts, readTypedAmount, writeForAddress } from "./typed-amounts.js";
import type { Model } from "../../../core/model/cube.js";
import { didYouMean } from "../../../core/model/nearest.js";
import { type Clause, parseClauses, printClauses, parseList, parseOrder } from "../../../core/query/clauses.js";
import { bindPage } from "../../../core/query/page.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { readDecimal } from "../../../core/query/condition/bind-value.js";
import { ALL_ENTRIES, type SearchRequest } from "../../../core/query/search/request.js";
import type { SearchBounds } from "../../../core/query/syntax/parse.js";
import {
  readSearchText,
  readSearchTexts,
  searchRange,
  type SearchText,
} from "../../../core/query/syntax/search-text.js";
import type { End } from "../../../core/query/syntax/search-tree.js";
import type { Browsing } from "./forms.js";

/** Default and maximum number of entries on a page. */
const PAGESIZE = 50;
const MAX_PAGESIZE = 1000;

/**
 * Read the choices on a page of entries, as typed; amounts as addresses have them.
 * @param language of the page; `null` for a feed
 * @param errors receives the errors of parameters that are not part of the search
 */
export function readBrowsing(
  { dimensions, measures }: Model,
  parameters: Parameters,
  language: string | null,
  errors: string[],
): Browsing {
  const { page, pagesize } = bindPage(parameters, errors, "", PAGESIZE);
  const measure = parameters.get("measure") ?? measures[0]?.name ?? "";
  const known = measures.map(({ name }) => name);
  if (measure !== "" && !known.includes(measure))
    errors.push(`measure: ${errorText("unknown_measure", { measure, remedy: didYouMean(measure, known) })}`);
  const [min, max] = ["min", "max"].map((name) => {
    const text = parameters.get(name)?.trim() ?? "";
    if (text === "") return "";
    const amount = readTypedAmount(text, languageOfAmounts(parameters, language));
    if (!isError(amount)) return writeForAddress(amount);
    errors.push(`${name}: ${amount.error}`);
    return text;
  }) as [string, string];
  const columns = parameters.all("columns").flatMap(parseList);
  const shown = [...dimensions, ...measures].map(({ name }) => name);
  for (const each of columns) {
    if (!shown.includes(each))
      errors.push(`columns: ${errorText("unknown_column", { column: each, remedy: didYouMean(each, shown) })}`);
  }
  return {
    q: parameters.get("q") ?? "",
    filters: parseClauses(parameters.get("filter") ?? "", (sentence) => errors.push(`filter: ${sentence}`)),
    fq: parameters.all("fq"),
    measure,
    min,
    max,
    order: parameters.get("order") ?? "",
    columns,
    page,
    pagesize: Math.min(pagesize, MAX_PAGESIZE),
  };
}

/** Print which entries are chosen as parameters; empty values count as absent. */
export function printChosen({
  q,
  filters,
  fq,
  measure,
  min,
  max,
}: Pick<Browsing, "q" | "filters" | "fq" | "measure" | "min" | "max">): readonly (readonly [string, string])[] {
  return [
    ["q", q],
    ["filter", printClauses(filters)],
    ...fq.map((each) => ["fq", each] as const),
    ["measure", min === "" && max === "" ? "" : measure],
    ["min", min],
    ["max", max],
  ];
}

/**
 * Build the search for the choices on a page of entries.
 * @param own filters that always apply
 * @param errors receives syntax errors of the searches and the order
 */
export function searchOfListing(
  { q, filters, fq, order, page, pagesize, ...amounts }: Browsing,
  own: readonly Clause[],
  bounds: SearchBounds,
  errors: string[],
): SearchRequest {
  const range = rangeOfListing(amounts);
  return {
    ...ALL_ENTRIES,
    q: readSearchText("q", q || undefined, bounds, errors),
    filters: [...own, ...filters],
    fq: [...readSearchTexts("fq", fq, bounds, errors), ...(range ? [range] : [])],
    order: parseOrder(order, errors),
    page,
    pagesize,
    stats: true,
  };
}

/** Write the search for entries between the amounts of a page; `null` if it has neither. */
export function rangeOfListing({ measure, min, max }: Pick<Browsing, "measure" | "min" | "max">): SearchText | null {
  if (min === "" && max === "") return null;
  const endOf = (text: string): End | null => (readDecimal(text) === undefined ? null : { text, inclusive: true });
  return searchRange(measure, { is: "range", from: endOf(min), to: endOf(max) });
}
