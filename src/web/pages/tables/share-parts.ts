import { type DataLink, forSpreadsheets } from "../parts/data-links.js";
import { html, type Html } from "../parts/html.js";
import { inLanguage, languageToGive } from "../parts/query.js";
import type { PageLocale } from "../parts/page-locale.js";

/** A chart that readers take along. */
export interface SharedChart {
  /** Tells it from other charts of its page; absent for the main one. */
  readonly id?: string;
  /** URL of its dataset. */
  readonly dataset: string;
  /** Query with which the explorer shows it, with a question mark. */
  readonly query: string;
  readonly title: string;
  /** URL of the page that it stands on. */
  readonly page: string;
  readonly hasPicture: boolean;
  /** Address of the workbook of its table as it is seen, in any language; absent for none. */
  readonly workbook?: string;
  /** Its table; absent for none. */
  readonly file: DataLink | undefined;
}

/** Height of the frame for other pages, in pixels. */
const FRAME_HEIGHT = 640;

/** Attributes of every frame: loaded when it is seen, without a border. */
const FRAME = html`loading="lazy" style="border: 0"`;

/** Script for the page around frames: it makes them as high as they say. */
const FIT_FRAMES =
  '<script>addEventListener("message",({source,data})=>{for(const f of document.querySelectorAll("iframe"))if(f.contentWindow===source&&data?.spendcube)f.height=data.spendcube.height})</script>';

/** Write the frame that shows a chart on another page. @param width in pixels, or `100%` of the room that there is */
export function frameOfChart(
  locale: PageLocale,
  { dataset, query, title }: Pick<SharedChart, "dataset" | "query" | "title">,
  width: number | "100%",
  height: number,
): Html {
  const address = inLanguage(`${dataset}/embed${query}`, languageToGive(locale));
  return html`<iframe src="${address}" width="${width}" height="${height}" title="${title}" ${FRAME}></iframe>`;
}

/** Write what a chart is shared by: its files, the address of its page, and the frame for other pages. */
export function shareParts(locale: PageLocale, chart: SharedChart): Html {
  const { share } = locale.words.explore;
  const csv = chart.file?.urls.find(([format]) => format === "CSV")?.[1];
  const picture = inLanguage(`${chart.dataset}/explore.svg${chart.query}`, languageToGive(locale));
  const frame = frameOfChart(locale, chart, "100%", FRAME_HEIGHT);
  const idOf = (field: string): string => (chart.id === undefined ? field : `${field}-${chart.id}`);
  return html`<p class="actions">
      ${chart.hasPicture ? html`<a class="button" href="${picture}" data-plain="" data-picture="">${share.svg}</a>` : null}
      ${csv === undefined ? null : html`<a class="button" href="${forSpreadsheets(csv)}" data-plain="">${share.csv}</a>`}
      ${chart.workbook === undefined ? null : workbookButton(locale, chart.workbook)}
    </p>
    <p><label for="${idOf("link")}">${share.link}</label></p>
    <input id="${idOf("link")}" readonly="" data-copy="" value="${inLanguage(chart.page, locale.lang)}" />
    <p><label for="${idOf("frame")}">${share.frame}</label></p>
    <textarea id="${idOf("frame")}" translate="no" readonly="" rows="3" data-copy="">${frame.markup}</textarea>
    <p><label for="${idOf("fit")}">${share.fit}</label></p>
    <textarea id="${idOf("fit")}" translate="no" readonly="" rows="3" data-copy="">${FIT_FRAMES}</textarea>`;
}

/** Link to the workbook of a table as it is seen, in the language of the page. */
export function workbookButton(locale: PageLocale, href: string): Html {
  return html`<a class="button" href="${inLanguage(href, languageToGive(locale))}" data-plain=""
    >${locale.words.explore.share.xlsx}</a
  >`;
}

/** Fold what a chart is shared by below it. */
export function shareSheet(locale: PageLocale, chart: SharedChart): Html {
  return html`<details class="share">
    <summary>${locale.words.explore.share.title}</summary>
    ${shareParts(locale, chart)}
  </details>`;
}
