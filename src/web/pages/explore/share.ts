import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { type DataLink, figureLinks } from "../parts/data-links.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { isCrosstab } from "./chart-reasons.js";
import { stateQuery } from "./explore-links.js";
import { titleOfState } from "./title.js";
import { hasAmounts } from "../tables/added-members.js";
import { shareParts } from "../tables/share-parts.js";

/** Write the section with the files to download, the address, and the frame for other pages. */
export function shareSection(
  page: Exploration,
  locale: PageLocale,
  title: string,
  query: string,
  hasPicture: boolean,
): Html {
  const { dataset, origin, figure } = page;
  const hasTable = figure.numEntries > 0 && hasAmounts(page.tree ?? page.grid ?? figure);
  const [file] = [...crosstabLinks(page, locale), ...figureLinks(title, origin, page.tree ?? figure)];
  const url = dataset.html_url;
  const chart = { dataset: url, query: stateQuery(page), title: titleOfState(page, locale), hasPicture, file };
  const workbook = hasTable ? { workbook: `${url}/explore/table.xlsx${query}` } : {};
  return html`<section class="share" aria-labelledby="share">
    <h2 id="share">${locale.words.explore.share.title}</h2>
    ${shareParts(locale, { ...chart, ...workbook, page: `${url}/explore${query}` })}
  </section>`;
}

/** Link to the file of a crosstab; to none if the state is not a crosstab. */
export function crosstabLinks(page: Exploration, { words }: PageLocale): readonly DataLink[] {
  const url = `${page.dataset.html_url}/explore`;
  const query = stateQuery(page, { chart: "pivot" });
  const urls = [
    ["CSV", `${url}.csv${query}`],
    ["XLSX", `${url}.xlsx${query}`],
  ] as const;
  return isCrosstab(page) && page.state.drilldown.length === 2 ? [{ label: words.charts.names.pivot, urls }] : [];
}
