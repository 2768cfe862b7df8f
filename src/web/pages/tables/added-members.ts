import type { AdjustedTable, FigureAddition, PageTable } from "../../../calls/views/pages/page-table.js";
import type { PageLocale } from "../parts/page-locale.js";
import { html, type Html } from "../parts/html.js";
import { enumerateHtml } from "../parts/enumerate.js";

/** Addresses of a page that is cut to one member of a dimension. */
export interface MemberLinks {
  readonly dimension: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

/** A figure, as far as it says what adds up. */
interface Summed extends Pick<PageTable, "added"> {
  readonly adjusted?: Pick<AdjustedTable, "addsUp" | "hasTotal">;
}

/** True if the cells of a figure have a meaning: none adds up what must not be added up. */
export function hasAmounts({ added }: Pick<PageTable, "added">): boolean {
  return !added.some(({ isInCells }) => isInCells);
}

/** True if a page shows amounts of a figure: its own, or those of each year or member that they would add up. */
export function showsAmounts(figure: Pick<PageTable, "added"> & { readonly crossing?: object | null }): boolean {
  return Boolean(figure.crossing) || hasAmounts(figure);
}

/** True if the total of a figure has a meaning. */
export function hasTotal({ added, adjusted }: Summed): boolean {
  return added.length === 0 && adjusted?.hasTotal !== false;
}

/** True if the cells of a figure are parts of its total. */
export function isWhole(figure: Summed): boolean {
  return hasTotal(figure) && figure.adjusted?.addsUp !== false;
}

/**
 * Say why a figure has no amounts or no total, and link to it for each member that it would add up.
 * @param totals totals that it lacks: all, or those of its rows, where columns have theirs
 */
export function explainAdded(
  locale: PageLocale,
  { added }: Pick<PageTable, "added">,
  members: readonly MemberLinks[] = [],
  totals: "all" | "rows" = "all",
): readonly Html[] {
  const isShown = hasAmounts({ added });
  const reasons = isShown ? added : added.filter(({ isInCells }) => isInCells);
  return reasons.map(({ dimension, label, named, reason, isInCells }) => {
    const links = isInCells ? (members.find((each) => each.dimension === dimension)?.links ?? []) : [];
    const { added: texts } = locale.words.figures;
    const isContained = reason === "contain one another";
    const [contained, ofNoWhole] = isInCells
      ? [texts.cellsContained, texts.cellsOfNoWhole]
      : totals === "rows"
        ? [texts.rowsContained, texts.rowsOfNoWhole]
        : [texts.totalContained, texts.totalOfNoWhole];
    const explained = locale.fillHtml(isContained ? contained : ofNoWhole, {
      members: html`<bdi>${named.names.length === 0 ? texts.members : nameMembers(locale, named)}</bdi>`,
      dimension: html`<bdi>${label}</bdi>`,
    });
    const listed = links.map(({ label: name, href }) => html`<a href="${href}"><bdi>${name}</bdi></a>`);
    return html`<p class="note">
      ${explained}${links.length === 0 ? null : html` ${locale.fillHtml(texts.showOnly, { links: enumerateHtml(locale, listed) })}`}
    </p> `;
  });
}

function nameMembers({ words, names: lists, fill }: PageLocale, { names, more }: FigureAddition["named"]): string {
  const texts = names.map((name) => name ?? words.figures.noValue);
  return lists.list(more > 0 ? [...texts, fill(words.figures.rest.more, { count: more })] : texts);
}
