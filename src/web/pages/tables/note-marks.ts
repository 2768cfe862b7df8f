import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { PageLocale } from "../parts/page-locale.js";
import { html, type Html } from "../parts/html.js";
import { BETWEEN_MARKS } from "../charts/series.js";
import { enumerate } from "../parts/enumerate.js";

/** The notes of a figure; their positions number them, unless they are numbered for the whole page. */
type Noted = Pick<PageTable, "notes" | "numbering">;

/** Mark an amount with the numbers of its notes. @param ids of notes @returns `null` without notes */
export function markNotes({ words, fill }: PageLocale, figure: Noted, ids: readonly number[]): Html | null {
  const numbers = numbersOf(figure, ids);
  if (numbers.length === 0) return null;
  const shown = enumerate({ words, fill }, numbers.map(String));
  return html`<sup><span class="hidden">${words.figures.noteMark} </span>${shown}</sup>`;
}

/** Write the marks of an amount in a chart: raised digits, empty without notes. */
export function raiseNotes(figure: Noted, ids: readonly number[]): string {
  return numbersOf(figure, ids)
    .map((number) => [...String(number)].map((digit) => RAISED[Number(digit)]!).join(""))
    .join(BETWEEN_MARKS);
}

const RAISED = [..."⁰¹²³⁴⁵⁶⁷⁸⁹"];

/** Write the notes of a figure with their numbers; none if they stand together for the whole page. */
export function footnotes(locale: PageLocale, { numbering, notes }: Noted): readonly Html[] {
  if (numbering) return [];
  return notes.map((note, at) => writeNote(locale, note, at + 1));
}

/** Write a note with its number, and what it is on. */
export function writeNote(locale: PageLocale, { on, text }: Noted["notes"][number], number: number): Html {
  const said = locale.fillHtml(locale.words.said.named, { name: nameNoted(locale, on), text });
  return html`<p class="note" dir="auto"><sup>${number}</sup> ${said}</p> `;
}

/** Name the values that a note is on. */
export function nameNoted(locale: PageLocale, on: Noted["notes"][number]["on"]): string {
  return enumerate(
    locale,
    on.map(({ text, isYear }) => (isYear ? locale.year(text) : text)),
  );
}

/** List the ids of the notes of a figure; of a comparison those of its own side. */
export function allNotes({ notes, terms }: Noted & Pick<PageTable, "terms">): readonly number[] {
  return terms?.sideNotes?.own ?? notes.map(({ id }) => id);
}

/** List the breaks between two rows of a figure: those that one of them has and the other has not. */
export function breaksBetween(
  { notes }: Noted,
  before: Pick<PageTableRow, "notes">,
  after: Pick<PageTableRow, "notes">,
): readonly number[] {
  const breaks = notes.filter(
    ({ id, kind }) => kind === "break" && before.notes.includes(id) !== after.notes.includes(id),
  );
  return breaks.map(({ id }) => id);
}

function numbersOf({ notes, numbering = notes.map(({ id }) => id) }: Noted, ids: readonly number[]): readonly number[] {
  return numbering.flatMap((id, at) => (ids.includes(id) ? [at + 1] : []));
}
