import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import { hasGlyphs } from "../../raster/fonts.js";
import type { FigureSpeech } from "./enumerate.js";
import { inLanguage } from "./query.js";
import { html, type Html } from "./html.js";

/** Size of the pictures in previews, in pixels: what social networks show whole. */
export const PREVIEW = { width: 1200, height: 630 } as const;

/** The picture in the preview of a page. */
export interface PreviewPicture {
  /** Absolute URL. */
  readonly url: string;
  /** Its contents in words. */
  readonly text: string;
}

/**
 * Name the picture of a chart for previews of its page.
 * @param query state of the explorer that has the same chart
 * @param text title of the chart
 * @param labels everything that is written in it
 * @param lang language of the picture; `null` for English
 * @returns `null` if nobody but its managers may see it, or if the server has no letters for it
 */
export function previewPicture(
  dataset: Pick<DatasetDescription, "html_url" | "private" | "label">,
  query: string,
  text: string,
  labels: string,
  lang: string | null,
): PreviewPicture | null {
  if (dataset.private || !hasGlyphs(`${text}${dataset.label}${labels}`)) return null;
  return { url: inLanguage(`${dataset.html_url}/explore.png${query}`, lang), text };
}

/** Name the picture of a dataset as a whole, for previews of its pages that have no picture of a chart. */
export function previewOfDataset(
  { html_url: url, label }: Pick<DatasetDescription, "html_url" | "label">,
  lang: string | null,
): PreviewPicture {
  return { url: inLanguage(`${url}/preview.png`, lang), text: label };
}

/** The parts of a page that previews show. */
interface PreviewedPage {
  readonly title: string;
  readonly windowTitle?: string;
  readonly summary?: string;
  readonly canonical?: string;
  readonly picture?: PreviewPicture | null;
}

/** Maximum characters of a summary: more is cut off elsewhere. */
const MAX_SUMMARY = 300;

/** Join sentences to the summary of a page; empty ones are left out. */
export function summarize({ words, fill }: FigureSpeech, sentences: readonly string[]): string {
  const [first = "", ...others] = sentences.filter(Boolean);
  return others.reduce((before, each) => fill(words.said.sentences, { first: before, second: each }), first);
}

/** End a summary with a sentence: with the last whole one that fits, or else with a whole word. */
function endSentence(summary: string): string {
  const text = summary.trim().replaceAll(/\s+/g, " ");
  if (text === "") return "";
  if (text.length < MAX_SUMMARY) return END.test(text) ? text : `${text.replace(/[,;:\s]+$/, "")}.`;
  const begin = text.slice(0, MAX_SUMMARY - 1).toWellFormed();
  const [sentences] = /^.*[.!?\u3002]["\u201d\u00bb)]?(?=\s)/s.exec(begin) ?? [];
  if (sentences !== undefined && sentences.length >= MAX_SUMMARY / 2) return sentences;
  return `${begin.replace(/[\s,;:]+\S*$/, "")}\u2026`;
}

/** End of a sentence. */
const END = /[.!?\u2026\u3002]["\u201d\u00bb)]?$/;

/** Write what other sites show beside a link to a page. Pages without a summary show the title and the picture. */
export function previewOf(
  { title, windowTitle = title, summary, canonical, picture = null }: PreviewedPage,
  siteName: string,
): Html | null {
  if (summary === undefined || canonical === undefined) {
    if (picture === null) return null;
    return html`<meta property="og:title" content="${windowTitle}" />
      <meta name="twitter:card" content="summary_large_image" />
      ${showPicture(picture)}`;
  }
  const sentence = endSentence(summary);
  return html`<meta name="description" content="${sentence}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${siteName}" />
    <meta property="og:title" content="${windowTitle}" />
    <meta property="og:description" content="${sentence}" />
    <meta property="og:url" content="${canonical}" />
    <meta name="twitter:card" content="${picture === null ? "summary" : "summary_large_image"}" />
    ${picture === null ? null : showPicture(picture)}
    <link rel="canonical" href="${canonical}" />`;
}

function showPicture({ url, text }: PreviewPicture): Html {
  return html`<meta property="og:image" content="${url}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${PREVIEW.width}" />
    <meta property="og:image:height" content="${PREVIEW.height}" />
    <meta property="og:image:alt" content="${text}" />`;
}
