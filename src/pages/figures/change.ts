import type { Figure } from "../../api/pages/figure.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";
import { breaksBetween, markNotes } from "./note-marks.js";

/**
 * Write the change of a row from the previous year; across a break in brackets, with the mark of its note.
 * @returns `null` if that year is missing or its amount is not positive
 */
export function changeFrom({ numbers }: PageReader, figure: Figure, at: number): Html | null {
  const [now, before] = [figure.rows[at]!, figure.rows[at - 1]];
  const isNext = before && Number(now.keys[0]!.value) === Number(before.keys[0]!.value) + 1;
  if (!isNext || before.amounts[0]! <= 0) return null;
  const change = numbers.change(now.amounts[0]! / before.amounts[0]! - 1);
  const breaks = breaksBetween(figure, before, now);
  return breaks.length === 0 ? html`${change}` : html`(${change})${markNotes(figure, breaks)}`;
}
