import type { BoundListing } from "../../core/query/babbage/listing.js";

/** The parts of a request that its answer repeats. */
type RepeatedRequest = Pick<BoundListing, "cuts" | "order" | "page">;

/** A key of an answer and its value as JSON. */
export type AnswerPair = readonly [key: string, json: string];

/** Write the beginning of an answer, up to the items of its list. */
export function writeStart(pairs: readonly AnswerPair[], { cuts, order, page }: RepeatedRequest, list: string): string {
  const all: readonly AnswerPair[] = [
    ["status", '"ok"'],
    ...pairs,
    ["cell", JSON.stringify(cuts.shown)],
    ["order", JSON.stringify(order)],
    ["page", String(page.page)],
    ["page_size", String(page.pagesize)],
  ];
  return `{${all.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(",")},${JSON.stringify(list)}:[`;
}

/** Write the end of an answer, after the items of its list. @param more further keys and values, with a comma before each */
export function writeEnd(warnings: readonly string[], more = ""): string {
  return `]${more}${warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ""}}`;
}

/** Write references as a JSON array. */
export function writeReferences(columns: readonly { readonly ref: string }[]): string {
  return JSON.stringify(columns.map(({ ref }) => ref));
}
