import type { PlanAndOutturn } from "../../../calls/views/pages/plan.js";
import { html, type Html } from "../parts/html.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { CitedCells } from "./cite-cells.js";
import { hasAmounts } from "./added-members.js";
import type { YearParts } from "../../../calls/views/pages/months.js";
import { nameYear } from "./year-name.js";
import { chartOf } from "./figure-chart.js";
import { figureTable } from "./figure-table.js";
import { enumerate } from "../parts/enumerate.js";
import { figureLinks } from "../parts/data-links.js";
import { shareSheet } from "./share-parts.js";

/** Style of the section of a plan. */
interface PlanStyle {
  /** End of the title: the year. */
  readonly when: string;
  /** URL of the dataset. */
  readonly dataset: string;
  /** Place where amounts are cited; absent: nowhere. */
  readonly cited: CitedCells | undefined;
}

/**
 * Show the plan beside the outturn.
 * @returns `null` without both, or if the amounts would add up what must not be added up
 */
export function planSection(
  locale: PageLocale,
  plan: PlanAndOutturn | null,
  money: Money,
  { when, dataset, cited }: PlanStyle,
): Html | null {
  if (!plan || !hasAmounts(plan.figure) || plan.figure.rows.length === 0) return null;
  const { plan: words, explore } = locale.words.figures;
  const caption = `${words.title}${when}`;
  return html`<section aria-labelledby="plan">
    <h2 id="plan">${caption}</h2>
    ${
      plan.part === null
        ? null
        : html`<p class="note">
            ${locale.fillHtml(words.part, {
              label: html`<bdi>${plan.part.label}</bdi>`,
              years: nameAll(locale, plan.part.years),
            })}
          </p>`
    }
    ${figureTable(locale, plan.figure, { caption, money, precisions: {}, isKey: false, hasFootnotes: false, cited })}
    <p class="onward"><a href="${locale.href(`${dataset}/explore?${plan.query}`)}">${explore}</a></p>
    ${shareSheet(locale, {
      id: "plan",
      dataset,
      query: `?${plan.query}`,
      title: caption,
      page: `${dataset}/explore?${plan.query}`,
      workbook: `${dataset}/explore/table.xlsx?${plan.query}`,
      hasPicture: chartOf(locale, plan.figure) !== null,
      file: figureLinks(caption, locale.origin, plan.figure)[0],
    })}
  </section>`;
}

function nameAll(locale: PageLocale, years: YearParts): string {
  return enumerate(
    locale,
    [...years.keys()].map((year) => nameYear(locale, year, years)),
  );
}
