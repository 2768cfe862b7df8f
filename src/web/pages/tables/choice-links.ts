import { nameAfter } from "./name-alone.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { ListedChoice } from "../../../calls/views/pages/listed-choices.js";
import type { MemberChoice } from "../../../calls/views/pages/member-choice.js";
import { printCuts } from "../../../core/query/syntax/cut-clause.js";
import { html, type Html } from "../parts/html.js";
import type { PageAdjusting } from "../../../calls/views/pages/page-adjusting.js";
import { queryOf } from "../parts/query.js";
import type { MemberLinks } from "./added-members.js";

/** Parameters of an address. */
export type Pairs = readonly (readonly [name: string, value: string | null | undefined])[];

/** Write the choices of a page as parameters, leaving out presets. The inverse of reading them. */
export function printChoices(choices: readonly MemberChoice[]): Pairs {
  const changed = choices.filter(({ chosen, preset }) => chosen !== preset);
  const cuts = changed.flatMap(({ dimension, chosen }) =>
    chosen === null ? [] : [{ field: dimension, value: chosen }],
  );
  return [["cut", printCuts(cuts)], ...printAll(changed)];
}

/** The state that all links of a page keep beside its cuts. */
export interface KeptState {
  readonly choices: readonly MemberChoice[];
  readonly adjusting: Pick<PageAdjusting, "pairs">;
}

/** Write the choices of a page and what its amounts are adjusted by as parameters. */
export function printKept({ choices, adjusting }: KeptState): Pairs {
  return [...printChoices(choices), ...adjusting.pairs];
}

/** Write which dimensions are not cut to their preset. */
export function printAll(choices: readonly MemberChoice[]): Pairs {
  const all = choices.filter(({ chosen, preset }) => chosen === null && preset !== null);
  return [["all", all.map(({ dimension }) => dimension).join("|")]];
}

/**
 * Link to the same page for each member of the dimensions that are not additive, and for all of them.
 * @param shown the choices to link to
 * @param choices all choices of the page
 * @param url of the page, without a query
 * @param pairs its other parameters
 */
export function choiceLinks(
  locale: PageLocale,
  shown: readonly ListedChoice[],
  choices: readonly ListedChoice[],
  url: string,
  pairs: Pairs,
): readonly Html[] {
  return shown.map((choice) => {
    const chip = (label: string, to: string | null): Html =>
      html`<li>
        <a href="${hrefOf(choices, choice, to, url, pairs)}" ${to === choice.chosen ? html`aria-current="true"` : null}
          ><bdi>${label}</bdi></a
        >
      </li> `;
    return html`<nav class="chips" aria-label="${choice.label}">
      <ul>
        <li><bdi>${choice.label}</bdi>:</li>
        ${chip(locale.words.figures.all, null)}
        ${choice.members.map(({ value, label }) => chip(nameAfter(locale, choice.label, label), value))}
      </ul>
    </nav>`;
  });
}

/** Link each member to the page that is cut to it, for figures that add up several. */
export function linkMembers(choices: readonly ListedChoice[], url: string, pairs: Pairs): readonly MemberLinks[] {
  return choices.map((choice) => ({
    dimension: choice.dimension,
    links: choice.members.map(({ value, label }) => ({ label, href: hrefOf(choices, choice, value, url, pairs) })),
  }));
}

function hrefOf(
  choices: readonly ListedChoice[],
  choice: ListedChoice,
  chosen: string | null,
  url: string,
  pairs: Pairs,
): string {
  const changed = choices.map((each) => (each === choice ? { ...each, chosen } : each));
  return `${url}${queryOf([...pairs, ...printChoices(changed)]) || "?"}`;
}
