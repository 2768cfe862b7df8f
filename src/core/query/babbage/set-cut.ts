import { errorText } from "../../errors/error-text.js";
import { readRangeAt } from "../syntax/cut-clause.js";
import type { Range } from "../syntax/search-tree.js";

/** A cut to a set: entries must have one of its values, or be in one of its ranges. */
export interface SetCut {
  readonly field: string;
  /** At least one; `null` is the missing value. */
  readonly values: readonly (string | Range | null)[];
}

/** A value that was read, and the position after it. */
interface ReadPart {
  /** `undefined` after an error. */
  readonly value: string | Range | null | undefined;
  readonly end: number;
}

/**
 * Parse `field:value;value|field:value`. A value that holds a pipe or a semicolon or starts with a double quote is a JSON
 * string, a range is not quoted, and nothing at all is the missing value. Empty cuts are left out.
 * @param error called with a message for every malformed cut
 */
export function parseSetCuts(text: string, error: (sentence: string) => void): readonly SetCut[] {
  const cuts: SetCut[] = [];
  let at = 0;
  while (at < text.length) {
    const colon = text.indexOf(":", at);
    const next = nextOf(text, at, "|");
    if (colon < 0 || next < colon) {
      const field = text.slice(at, next).trim();
      if (field !== "") error(errorText("cut_without_value", { field }));
      at = next + 1;
      continue;
    }
    const field = text.slice(at, colon).trim();
    const values: SetCut["values"][number][] = [];
    let isWhole = true;
    let end = colon;
    do {
      const part = readPart(text, end + 1, error);
      if (part.value === undefined) isWhole = false;
      else values.push(part.value);
      ({ end } = part);
    } while (text[end] === ";");
    if (isWhole) cuts.push({ field, values });
    at = end + 1;
  }
  return cuts;
}

/** Read the value at a position. It ends at a semicolon, at a pipe or with the text. */
function readPart(text: string, from: number, error: (sentence: string) => void): ReadPart {
  const range = readRangeAt(text, from, error);
  if (range) return { value: range.value ?? undefined, end: range.end };
  const start = from + /^\s*/.exec(text.slice(from))![0].length;
  if (text[start] !== '"') {
    const end = Math.min(nextOf(text, from, ";"), nextOf(text, from, "|"));
    const value = text.slice(from, end).trim();
    return { value: value === "" ? null : value, end };
  }
  let quote = start + 1;
  while (quote < text.length && text[quote] !== '"') quote += text[quote] === "\\" ? 2 : 1;
  const end = Math.min(nextOf(text, quote, ";"), nextOf(text, quote, "|"));
  try {
    return { value: JSON.parse(text.slice(start, end)) as string, end };
  } catch {
    error(errorText("not_a_json_string", { text: text.slice(start, end) }));
    return { value: undefined, end };
  }
}

/** Find a character from a position on; the end of the text if it is not there. */
function nextOf(text: string, from: number, character: string): number {
  const at = text.indexOf(character, from);
  return at < 0 ? text.length : at;
}
