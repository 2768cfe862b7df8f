import type { Exploration } from "../../../calls/views/pages/explore.js";
import { printCuts } from "../../../core/query/syntax/cut-clause.js";
import { labelRange } from "../../../calls/views/pages/label-cut.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { sayPhrase } from "../parts/say-phrase.js";
import type { PageLocale } from "../parts/page-locale.js";
import { entriesOfState, exploreHref, upHref, withoutCut } from "./explore-links.js";

/** A part of the state that can be taken off. */
interface Chip {
  readonly label: string;
  /** Address of the page without it. */
  readonly href: string;
}

/** List what the state is cut and reduced to, each with a link that takes it off; link one level up and to the entries. */
export function showChips(page: Exploration, locale: PageLocale): Html | null {
  const { state } = page;
  const chips = listChips(page, locale);
  if (chips.length === 0) return null;
  const up = upHref(page, locale);
  const words = locale.words.explore.chips;
  return html`<ul class="chosen" aria-label="${locale.words.lists.activeFilters}">
      ${chips.map(
        ({ label, href }) =>
          html`<li>
            <bdi>${label}</bdi>
            <a href="${href}" aria-label="${locale.fill(locale.words.lists.removeFilter, { filter: label })}">×</a>
          </li> `,
      )}
    </ul>
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
  const { state, cutLabels, otherLabel, measures } = page;
  const { cuts, having, top, against } = state;
  const { fill } = locale;
  const words = locale.words.explore.chips;
  const columns = page.figure.columns;
  const [name] = measures;
  const plain = state.measures.filter((text) => !/\.(?:against|difference|change)$/.test(text));
  return [
    ...cuts.map((cut, at) => ({ label: sayPhrase(locale, cutLabels[at]!), href: withoutCut(page, locale, cut) })),
    ...having.map((clause) => ({
      label: fill(words.only, { condition: labelCondition(locale, clause, measures) }),
      href: exploreHref(page, locale, { having: having.filter((each) => each !== clause) }),
    })),
    ...(top === null
      ? []
      : [{ label: labelTop(locale, top, columns), href: exploreHref(page, locale, { top: null }) }]),
    ...(against === null
      ? []
      : [
          {
            label: fill(words.compared, { other: sayPhrase(locale, otherLabel ?? printCuts(against.clauses)) }),
            // A change without another side would be that on the year before.
            href: exploreHref(page, locale, { against: null, measures: plain.length > 0 ? plain : [name!.name] }),
          },
        ]),
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

function labelTop({ words, fill }: PageLocale, top: string, columns: Exploration["figure"]["columns"]): string {
  const [number = "", within] = top.split("@");
  const label = columns.find(({ reference }) => reference === within)?.label ?? within;
  const { largest, largestIn } = words.explore.chips;
  return label === undefined ? fill(largest, { number }) : fill(largestIn, { number, part: isolate(label) });
}
