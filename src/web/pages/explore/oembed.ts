import type { Exploration, FrameTheme } from "../../../calls/views/pages/exploration.js";
import type { Html } from "../parts/html.js";
import { PREVIEW, type PreviewPicture, previewPicture } from "../parts/preview.js";
import type { PageLocale } from "../parts/page-locale.js";
import { frameOfChart } from "../tables/share-parts.js";
import { languageToGive } from "../parts/query.js";
import { explorePicture } from "./explore-chart.js";
import { stateQuery } from "./explore-links.js";
import { titleOfState } from "./title.js";

/** Size of a frame, in pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Describe a chart as a frame, as oEmbed 1.0. */
export function describeFrame(
  page: Exploration,
  locale: PageLocale,
  { width, height, theme }: FrameSize & { readonly theme: FrameTheme },
): Readonly<Record<string, unknown>> {
  const picture = pictureOfState(page, locale, explorePicture(locale, page));
  const title = titleOfState(page, locale);
  const frame = { dataset: page.dataset.html_url, query: withTheme(stateQuery(page), theme), title };
  return {
    version: "1.0",
    type: "rich",
    title,
    html: frameOfChart(locale, frame, width, height).markup,
    width,
    height,
    provider_name: "spendcube",
    provider_url: `${page.origin}/`,
    ...(picture && { thumbnail_url: picture.url, thumbnail_width: PREVIEW.width, thumbnail_height: PREVIEW.height }),
  };
}

/** Add the colours of a frame to its query. */
export function withTheme(query: string, theme: FrameTheme): string {
  return theme === "auto" ? query : `${query === "" ? "?" : `${query}&`}theme=${theme}`;
}

/** Name the picture of a state for previews. @param chart of the state @returns `null` if there is none */
export function pictureOfState(page: Exploration, locale: PageLocale, chart: Html | null): PreviewPicture | null {
  return (
    chart &&
    previewPicture(page.dataset, stateQuery(page), titleOfState(page, locale), chart.markup, languageToGive(locale))
  );
}
