import { phraseText } from "../errors/phrase-text.js";
import { errorText } from "../errors/error-text.js";
import { readNumber } from "./number.js";
import type { Parameters } from "./parameters.js";

export const DEFAULT_PAGESIZE = 10_000;

/** One page of a result. */
export interface PageRange {
  /** Number of the page, from 1; may be fractional. */
  readonly page: number;
  readonly pagesize: number;
  /** Position of the page's first item. */
  readonly first: number;
}

/** Bind `page` (any number; below 1 counts as 1) and `pagesize` (an integer of 0 or more, without a maximum). */
export function bindPage(parameters: Parameters, errors: string[], prefix = "", preset = DEFAULT_PAGESIZE): PageRange {
  const page = bindNumber(parameters, `${prefix}page`, 1, readNumber, phraseText("a_number"), errors);
  const pagesize = bindNumber(
    parameters,
    `${prefix}pagesize`,
    preset,
    (text) => (/^\+?\d+$/.test(text) ? readNumber(text) : undefined),
    phraseText("integer_of_0_or_more"),
    errors,
  );
  return pageRange({ page: Math.max(1, page), pagesize });
}

/** Find the positions of a page's items. */
export function pageRange({ page, pagesize }: Pick<PageRange, "page" | "pagesize">): PageRange {
  return { page, pagesize, first: Math.floor((page - 1) * pagesize) };
}

/** Print a page as parameters, with empty values for defaults. The inverse of `bindPage`. */
export function printPage(
  { page, pagesize }: Pick<PageRange, "page" | "pagesize">,
  prefix = "",
): readonly [name: string, value: string][] {
  return [
    [`${prefix}page`, page === 1 ? "" : String(page)],
    // Parsing accepts no exponent, which `String` would print for large numbers.
    [`${prefix}pagesize`, pagesize === DEFAULT_PAGESIZE ? "" : String(BigInt(pagesize))],
  ];
}

/** Number of pages; 0 if the page size is 0. */
export function countPages(items: number, { pagesize }: PageRange): number {
  return pagesize === 0 ? 0 : Math.ceil(items / pagesize);
}

/** Return the next page, if there are enough items for one. */
export function nextPage(items: number, { page, pagesize, first }: PageRange): number | undefined {
  return pagesize > 0 && first + pagesize < items ? page + 1 : undefined;
}

function bindNumber(
  parameters: Parameters,
  name: string,
  preset: number,
  read: (text: string) => number | undefined,
  wanted: string,
  errors: string[],
): number {
  const text = parameters.get(name)?.trim();
  if (text === undefined || text === "") return preset;
  const number = read(text);
  if (number !== undefined) return number;
  errors.push(`${name}: ${errorText("wrong_value", { value: text, wanted })}`);
  return preset;
}
