import { errorText } from "../../errors/error-text.js";
import type { Attribute } from "../../model/cube.js";
import { requireDouble } from "../../model/values/convert.js";
import { type Decimal, decimalNumber } from "../../model/values/decimal.js";
import { parseDecimal, PLAIN_NUMBERS } from "../../model/values/numbers.js";
import { composeText } from "../../model/values/unicode-form.js";
import { isError } from "../../model/values/value.js";
import { readNumber } from "../number.js";
import type { Wanted } from "../text/make-test.js";
import type { AmountTest, Bound, ClauseTarget, TextRange, ValueTest } from "./condition.js";
import type { End, Range } from "../syntax/search-tree.js";

/** True for `field:*`, which every value matches. */
export function isPresent(wanted: Wanted | Range): boolean {
  if (wanted.is === "range") return wanted.from === null && wanted.to === null;
  return wanted.is === "word" && wanted.pieces.every((piece) => typeof piece !== "string" && piece.wildcard === "*");
}

/** Bind a test of amounts. @returns the test, or a message that says why nothing matches */
export function bindAmount(wanted: Wanted | Range): AmountTest | string {
  const ends = wanted.is === "range" ? readEnds(wanted, readDecimal) : readOne(wanted, readDecimal);
  return typeof ends === "string" ? ends : { is: "range", ...ends };
}

/** Bind a test of numbers. @returns the test, or a message that says why nothing matches */
export function bindNumber(wanted: Wanted | Range): ValueTest | string {
  const read = (text: string): number | undefined => {
    const decimal = readDecimal(text);
    return decimal && decimalNumber(decimal);
  };
  const ends = wanted.is === "range" ? readEnds(wanted, read) : readOne(wanted, read);
  return typeof ends === "string" ? ends : { is: "numbers", ...ends };
}

/** Bind a range of an attribute's values that are not of a calendar. @returns the test, or a message that says why nothing matches */
export function bindRange({ attribute }: ClauseTarget, range: Range): ValueTest | string {
  if (isPresent(range)) return { is: "present" };
  if (attribute.type === "number") return bindNumber(range);
  return bindTexts(range);
}

/** Write an error message for each end of a range of numbers that is not a number. */
export function explainEnds({ from, to }: Range): readonly string[] {
  return [from, to]
    .filter((end) => end !== null && readDecimal(end.text) === undefined)
    .map((end) => errorText("not_a_number_in_range", { value: end!.text }));
}

/** Write an error message for each number that an attribute of numbers keeps rounded, so that others would match it. */
export function refuseDigits({ type }: Attribute, wanted: string | Range): readonly string[] {
  if (type !== "number") return [];
  const texts = typeof wanted === "string" ? [wanted] : [wanted.from, wanted.to].flatMap((end) => end?.text ?? []);
  return texts.flatMap((text) => {
    const decimal = readDecimal(text);
    return decimal && isError(requireDouble(decimal)) ? [errorText("too_many_digits", { value: text })] : [];
  });
}

/**
 * Convert a text to an attribute's type; a text is composed. If a number attribute's text is not a number, it stays text,
 * which equals no number.
 */
export function readValue({ type }: Attribute, text: string): string | number {
  return type === "number" ? (readNumber(text) ?? text) : composeText(text);
}

/** Bind a range of texts. */
export function bindTexts({ from, to }: Range): TextRange {
  const boundOf = (end: End | null): Bound<string> | null =>
    end && { at: composeText(end.text), inclusive: end.inclusive };
  return { is: "texts", from: boundOf(from), to: boundOf(to), byBeginning: false };
}

interface Ends<T> {
  readonly from: Bound<T> | null;
  readonly to: Bound<T> | null;
}

function readEnds<T>({ from, to }: Range, read: (text: string) => T | undefined): Ends<T> | string {
  const bounds: (Bound<T> | null)[] = [];
  for (const end of [from, to]) {
    const at = end && read(end.text);
    if (at === undefined) return noNumber(end!.text);
    bounds.push(end && { at: at as T, inclusive: end.inclusive });
  }
  return { from: bounds[0]!, to: bounds[1]! };
}

function readOne<T>(wanted: Wanted, read: (text: string) => T | undefined): Ends<T> | string {
  if (wanted.is === "fuzzy") return errorText("fuzzy_number");
  const [text = ""] = wanted.is === "phrase" ? [wanted.text] : wanted.pieces;
  const literal = wanted.is === "phrase" || wanted.pieces.length === 1 ? text : undefined;
  if (typeof literal !== "string") return errorText("number_with_wildcards");
  const at = read(literal);
  if (at === undefined) return noNumber(literal);
  return { from: { at, inclusive: true }, to: { at, inclusive: true } };
}

function noNumber(text: string): string {
  return errorText("not_a_number_to_match", { value: text });
}

/** Parse a number in programming notation, exactly. */
export function readDecimal(text: string): Decimal | undefined {
  if (readNumber(text) === undefined) return undefined;
  const decimal = parseDecimal(text, PLAIN_NUMBERS);
  return "error" in decimal ? undefined : decimal;
}
