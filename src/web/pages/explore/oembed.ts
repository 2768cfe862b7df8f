import type { Exploration } from "../../../calls/views/pages/explore.js";
import { html, type Html } from "../parts/html.js";
import { PREVIEW, type PreviewPicture, previewPicture } from "../parts/preview.js";
import type { PageLocale } from "../parts/page-locale.js";
import { inLanguage, languageToGive } from "../parts/query.js";
import { explorePicture } from "./explore-chart.js";
import { stateQuery } from "./explore-links.js";
import { titleOfState } from "./title.js";

/** Size of a frame, in pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Attributes of every frame: loaded when it is seen, without a border. */
const FRAME = html`loading="lazy" style="border: 0"`;

/** Write the frame that shows a chart on another page. @param width in pixels, or `100%` of the room that there is */
export function chartFrame(page: Exploration, locale: PageLocale, width: number | "100%", height: number): Html {
  const address = inLanguage(`${page.dataset.html_url}/embed${stateQuery(page)}`, languageToGive(locale));
  const title = titleOfState(page, locale);
  return html`<iframe src="${address}" width="${width}" height="${height}" title="${title}" ${FRAME}></iframe>`;
}

/** Describe a chart as a frame, as oEmbed 1.0. */
export function describeFrame(
  page: Exploration,
  locale: PageLocale,
  { width, height }: FrameSize,
): Readonly<Record<string, unknown>> {
  const picture = pictureOfState(page, locale, explorePicture(locale, page));
  return {
    version: "1.0",
    type: "rich",
    title: titleOfState(page, locale),
    html: chartFrame(page, locale, width, height).markup,
    width,
    height,
    provider_name: "spendcube",
    provider_url: `${page.origin}/`,
    ...(picture && { thumbnail_url: picture.url, thumbnail_width: PREVIEW.width, thumbnail_height: PREVIEW.height }),
  };
}

/** Name the picture of a state for previews. @param chart of the state @returns `null` if there is none */
export function pictureOfState(page: Exploration, locale: PageLocale, chart: Html | null): PreviewPicture | null {
  return (
    chart &&
    previewPicture(page.dataset, stateQuery(page), titleOfState(page, locale), chart.markup, languageToGive(locale))
  );
}
