import type { PageTable, FigureNote } from "../../../calls/views/pages/page-table.js";
import type { Flows } from "../../../calls/views/pages/flows.js";
import type { PageLocale } from "../parts/page-locale.js";
import { html, type Html } from "../parts/html.js";
import { writeNote } from "./note-marks.js";

/** The figures of a page. */
interface Figures {
  readonly years: PageTable;
  readonly flows: Flows | null;
  readonly split: PageTable | null;
  readonly breakdowns?: readonly PageTable[];
}

/** Number the notes of all figures of a page together, so that each has one number and stands once. */
export function numberNotes<Page extends Figures>(page: Page): Page {
  const numbering = notesOf(page).map(({ id }) => id);
  const number = (figure: PageTable): PageTable => ({ ...figure, numbering });
  return {
    ...page,
    years: number(page.years),
    flows: page.flows && { ...page.flows, figure: number(page.flows.figure) },
    split: page.split && number(page.split),
    ...(page.breakdowns ? { breakdowns: page.breakdowns.map(number) } : {}),
  };
}

/** Write the notes of all figures of a page. @returns `null` without notes */
export function pageNotes(locale: PageLocale, page: Figures): Html | null {
  const { words } = locale;
  const notes = notesOf(page);
  if (notes.length === 0) return null;
  return html`<section aria-labelledby="notes">
    <h2 id="notes">${words.figures.notes}</h2>
    ${notes.map((note, at) => writeNote(locale, note, at + 1))}
  </section>`;
}

/** List the notes of all figures of a page, in the order of the model. */
function notesOf({ years, flows, split, breakdowns = [] }: Figures): readonly FigureNote[] {
  const figures = [years, ...(flows ? [flows.figure] : []), ...(split ? [split] : []), ...breakdowns];
  const notes = new Map(figures.flatMap((figure) => figure.notes).map((note) => [note.id, note]));
  return [...notes.values()].toSorted((a, b) => a.id - b.id);
}
