import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { labelRange } from "../../../calls/views/pages/label-cut.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { sayPhrase } from "../parts/say-phrase.js";
import type { PageLocale } from "../parts/page-locale.js";
import { entriesOfState, exploreHref, upHref } from "./explore-links.js";
import { nameColumnWithin } from "../tables/name-column.js";

/** A part of the state that can be taken off. */
interface Chip {
  readonly label: string;
  /** Address of the page without it. */
  readonly href: string;
}

/** List what the state is reduced to, each with a link that takes it off; link one level up and to the entries. */
export function showChips(page: Exploration, locale: PageLocale): Html | null {
  const { state } = page;
  const chips = listChips(page, locale);
  if (chips.length === 0 && state.cuts.length === 0) return null;
  const up = upHref(page, locale);
  const words = locale.words.explore.chips;
  return html`${
    chips.length === 0
      ? null
      : html`<ul class="chosen" aria-label="${locale.words.lists.activeFilters}">
          ${chips.map(
            ({ label, href }) =>
              html`<li>
                <bdi>${label}</bdi>
                <a href="${href}" aria-label="${locale.fill(locale.words.lists.removeFilter, { filter: label })}">×</a>
              </li> `,
          )}
        </ul>`
  }
  ${
    state.cuts.length === 0
      ? null
      : html`<p class="onward">
          ${up === null ? null : html`<a href="${up}">${words.up}</a> ·`}
          <a href="${entriesOfState(page, locale, state.cuts)}">${words.entries}</a>
        </p>`
  }`;
}

function listChips(page: Exploration, locale: PageLocale): readonly Chip[] {
  const { state, measures, figure } = page;
  const { having, top } = state;
  const words = locale.words.explore.chips;
  return [
    ...having.map((clause) => ({
      label: locale.fill(words.only, { condition: labelCondition(locale, clause, measures) }),
      href: exploreHref(page, locale, { having: having.filter((each) => each !== clause) }),
    })),
    ...(top === null
      ? []
      : [{ label: labelTop(locale, top, figure.columns), href: exploreHref(page, locale, { top: null }) }]),
  ];
}

function labelCondition(
  locale: PageLocale,
  { field, value, excluded }: CutClause,
  measures: Exploration["measures"],
): string {
  const label = measures.find(({ name }) => name === field)?.label ?? field;
  const { chips } = locale.words.explore;
  const { plain } = locale.numbers;
  const shown = typeof value === "string" ? plain(value) : sayPhrase(locale, labelRange(value, plain));
  return locale.fill(excluded ? chips.notCondition : chips.condition, { measure: isolate(label), value: shown });
}

function labelTop(locale: PageLocale, top: string, columns: Exploration["figure"]["columns"]): string {
  const [number = "", within] = top.split("@");
  const column = columns.find(({ reference }) => reference === within);
  const label = column ? nameColumnWithin(locale, column) : within;
  const { words, fill } = locale;
  const { largest, largestIn } = words.explore.chips;
  return label === undefined ? fill(largest, { number }) : fill(largestIn, { number, part: isolate(label) });
}
