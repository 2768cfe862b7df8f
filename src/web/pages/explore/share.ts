import type { Exploration } from "../../../calls/views/pages/explore.js";
import { type DataLink, figureLinks, forSpreadsheets } from "../parts/data-links.js";
import { html, type Html } from "../parts/html.js";
import { inLanguage, languageToGive } from "../parts/query.js";
import type { PageLocale } from "../parts/page-locale.js";
import { isCrosstab } from "./chart-reasons.js";
import { stateQuery } from "./explore-links.js";
import { chartFrame } from "./oembed.js";

/** Height of the frame for other pages, in pixels. */
const FRAME_HEIGHT = 640;

/** Script for the page around frames: it makes them as high as they say. */
const FIT_FRAMES =
  '<script>addEventListener("message",({source,data})=>{for(const f of document.querySelectorAll("iframe"))if(f.contentWindow===source&&data?.spendcube)f.height=data.spendcube.height})</script>';

/** Write the section with the files to download, the address, and the frame for other pages. */
export function shareSection(
  page: Exploration,
  locale: PageLocale,
  title: string,
  query: string,
  hasChart: boolean,
): Html {
  const { dataset, origin, figure } = page;
  const frame = chartFrame(page, locale, "100%", FRAME_HEIGHT);
  const [file] = [...crosstabLinks(page, locale), ...figureLinks(title, origin, page.tree ?? figure)];
  const [csv, workbook] = ["CSV", "XLSX"].map((name) => file?.urls.find(([format]) => format === name)?.[1]);
  const { share } = locale.words.explore;
  return html`<section class="share" aria-labelledby="share">
    <h2 id="share">${share.title}</h2>
    <p class="actions">
      ${
        hasChart
          ? html`<a
              class="button"
              href="${inLanguage(`${dataset.html_url}/explore.svg${query}`, languageToGive(locale))}"
              data-plain=""
              data-picture=""
              >${share.svg}</a
            >`
          : null
      }
      ${csv === undefined ? null : html`<a class="button" href="${forSpreadsheets(csv)}" data-plain="">${share.csv}</a>`}
      ${workbook === undefined ? null : html`<a class="button" href="${workbook}" data-plain="">${share.xlsx}</a>`}
    </p>
    <p><label for="link">${share.link}</label></p>
    <input
      id="link"
      readonly=""
      data-copy=""
      value="${inLanguage(`${dataset.html_url}/explore${query}`, locale.lang)}"
    />
    <p><label for="frame">${share.frame}</label></p>
    <textarea id="frame" translate="no" readonly="" rows="3" data-copy="">${frame.markup}</textarea>
    <p><label for="fit">${share.fit}</label></p>
    <textarea id="fit" translate="no" readonly="" rows="3" data-copy="">${FIT_FRAMES}</textarea>
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
  return isCrosstab(page) && page.state.drilldown.length === 2 ? [{ label: words.explore.share.crosstab, urls }] : [];
}
