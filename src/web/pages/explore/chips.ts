import type { Exploration } from "../../../calls/views/pages/explore.js";
import { printCuts } from "../../../core/query/syntax/cut-clause.js";
import { labelRange } from "../../../calls/views/pages/label-cut.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { PageReader } from "../parts/reader.js";
import { entriesOfState, exploreHref, upHref, withoutCut } from "./explore-links.js";

/** A part of the state that can be taken off. */
interface Chip {
  readonly label: string;
  /** Address of the page without it. */
  readonly href: string;
}

/** List what the state is cut and reduced to, each with a link that takes it off; link one level up and to the entries. */
export function showChips(page: Exploration, reader: PageReader): Html | null {
  const { state } = page;
  const chips = listChips(page, reader);
  if (chips.length === 0) return null;
  const up = upHref(page, reader);
  return html`<ul class="chosen" aria-label="Active filters">
      ${chips.map(
        ({ label, href }) =>
          html`<li>
            <bdi>${label}</bdi>
            <a href="${href}" aria-label="Remove filter: ${label}">×</a>
          </li> `,
      )}
    </ul>
    ${
      state.cuts.length === 0
        ? null
        : html`<p class="onward">
            ${up === null ? null : html`<a href="${up}">Up one level</a> ·`}
            <a href="${entriesOfState(page, reader, state.cuts)}">Show the entries</a>
          </p>`
    }`;
}

function listChips(page: Exploration, reader: PageReader): readonly Chip[] {
  const { state, cutLabels, otherLabel, measures } = page;
  const { cuts, having, top, against } = state;
  const columns = page.figure.columns;
  const [name] = measures;
  const plain = state.measures.filter((text) => !/\.(?:against|difference|change)$/.test(text));
  return [
    ...cuts.map((cut, at) => ({ label: cutLabels[at]!, href: withoutCut(page, reader, cut) })),
    ...having.map((clause) => ({
      label: `Only ${labelCondition(reader, clause, measures)}`,
      href: exploreHref(page, reader, { having: having.filter((each) => each !== clause) }),
    })),
    ...(top === null ? [] : [{ label: labelTop(top, columns), href: exploreHref(page, reader, { top: null }) }]),
    ...(against === null
      ? []
      : [
          {
            label: `Compared with ${otherLabel ?? printCuts(against.clauses)}`,
            // A change without another side would be that on the year before.
            href: exploreHref(page, reader, { against: null, measures: plain.length > 0 ? plain : [name!.name] }),
          },
        ]),
  ];
}

function labelCondition(
  { numbers }: PageReader,
  { field, value, excluded }: CutClause,
  measures: Exploration["measures"],
): string {
  const label = measures.find(({ name }) => name === field)?.label ?? field;
  return `${isolate(label)} ${excluded ? "not " : ""}${typeof value === "string" ? numbers.plain(value) : labelRange(value, numbers.plain)}`;
}

function labelTop(top: string, columns: Exploration["figure"]["columns"]): string {
  const [count, within] = top.split("@");
  const label = columns.find(({ reference }) => reference === within)?.label ?? within;
  return `The ${count} largest${label === undefined ? "" : ` in each ${isolate(label)}`}, the rest together`;
}
