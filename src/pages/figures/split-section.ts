import type { Precisions } from "../../api/pages/date-precision.js";
import type { Figure } from "../../api/pages/figure.js";
import type { DatasetPage } from "../../api/resources/dataset.js";
import { printAggregate } from "../../query/aggregate/request.js";
import { figureBlock } from "./figure-block.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { Money } from "../parts/numbers.js";
import { queryOf } from "../parts/query.js";
import type { PageReader } from "../parts/reader.js";
import { viewLinks } from "../parts/view-links.js";
import { yearLinks } from "./years-block.js";

/** A page whose entries are split by a view, or by the best dimension if there are no views. */
export interface SplitPage extends Pick<DatasetPage, "year" | "views" | "split"> {
  readonly dataset: Pick<DatasetPage["dataset"], "html_url">;
}

/** Return the title of the split of a page; empty if it has none. */
export function nameSplit({ views, split }: SplitPage): string {
  return views.find(({ isCurrent }) => isCurrent)?.label ?? (split ? nameFigure(split) : "");
}

export function nameFigure({ columns }: Figure): string {
  return `By ${isolate(columns[0]!.label)}`;
}

/**
 * Show the split of a page with links to other views, other years and the explorer.
 * @param url of the page, without a query
 * @returns `null` if the page has no split
 */
export function splitSection(
  page: SplitPage,
  reader: PageReader,
  { url, money, precisions = {} }: { readonly url: string; readonly money: Money; readonly precisions?: Precisions },
): Html | null {
  const { dataset, year, views, split } = page;
  if (!split) return null;
  const title = nameSplit(page);
  const view = views.find(({ isCurrent }) => isCurrent);
  const explore = reader.href(`${dataset.html_url}/explore?${exploreQuery(split)}`);
  return html`<section aria-labelledby="split">
    <h2 id="split" dir="auto">${title}${year.chosen === null ? "" : `, ${year.chosen}`}</h2>
    ${viewLinks(
      views,
      (name) =>
        `${url}${queryOf([
          ["_view", name],
          ["year", year.chosen ?? (year.years.length > 1 ? "all" : "")],
        ])}`,
    )}
    ${yearLinks(
      year,
      (each) =>
        `${url}${queryOf([
          ["_view", view?.name],
          ["year", each],
        ])}`,
    )}
    ${figureBlock(reader, split, { caption: title, money, precisions })}
    <p class="onward"><a href="${explore}">Explore this</a></p>
  </section>`;
}

/** Return the query with which the explorer of the dataset shows a figure. */
export function exploreQuery({ request }: Pick<Figure, "request">): string {
  return queryOf(printAggregate(request)).slice(1);
}
