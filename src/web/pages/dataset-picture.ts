import type { DatasetDescription } from "../../calls/reading/describe/describe-dataset.js";
import type { DatasetPage } from "../../calls/views/resources/dataset.js";
import { hasGlyphs } from "../raster/fonts.js";
import { fitLine, fitText } from "./charts/fit-text.js";
import { mirror } from "./charts/mirror.js";
import { sayFacts } from "./tables/dataset-facts.js";
import { headlineText } from "./tables/headline.js";
import { html, type Html } from "./parts/html.js";
import { PREVIEW } from "./parts/preview.js";
import { localeOfPage, type PageLocale } from "./parts/page-locale.js";

/** Space at the left and right, and the baseline of the first line, in pixels. */
const LEFT = 80;
const TOP = 130;
const WIDTH = PREVIEW.width - LEFT * 2;
const ACCENT = "#0b5c56";
const INK = "#222222";
const MUTED = "#555555";

interface Style {
  readonly size: number;
  readonly color: string;
  readonly maxLines: number;
  /** Distance from the line above. */
  readonly gap: number;
}

const NAME: Style = { size: 62, color: INK, maxLines: 3, gap: 0 };
const AMOUNT: Style = { size: 42, color: ACCENT, maxLines: 2, gap: 30 };
const FACTS: Style = { size: 30, color: MUTED, maxLines: 2, gap: 24 };
const FOOT: Style = { size: 24, color: MUTED, maxLines: 1, gap: 0 };

/** Draw what a dataset is called and what it comes to, for previews of its pages that have no chart. */
export function datasetPicture(page: DatasetPage, language: string): Html {
  const { dataset } = page;
  // A language may have letters or digits that the fonts lack.
  const [wanted, english] = [language, "en"].map((each) => localeOfPage(page, each)) as [PageLocale, PageLocale];
  const own = textsOf(page, wanted);
  const isDrawable = hasGlyphs(own.amount + own.facts);
  const { amount, facts } = isDrawable ? own : textsOf(page, english);
  const name = hasGlyphs(dataset.label) ? dataset.label : dataset.name;
  let y = TOP - NAME.size * 1.2;
  const lines = [[name, NAME] as const, [drawableOf(amount), AMOUNT] as const, [drawableOf(facts), FACTS] as const].map(
    ([text, style]) => {
      y += style.gap;
      return fitText(text, WIDTH, style.size * 1.2 * style.maxLines, style.size).map((line) =>
        writeLine(line, (y += style.size * 1.2), style),
      );
    },
  );
  const drawn = html`<rect width="28" height="${PREVIEW.height}" fill="${ACCENT}" /> ${lines}
    ${writeLine(fitLine(footOf(dataset), WIDTH, FOOT.size), PREVIEW.height - 50, FOOT)}`;
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${PREVIEW.width}"
    height="${PREVIEW.height}"
    viewBox="0 0 ${PREVIEW.width} ${PREVIEW.height}"
    font-family="system-ui, sans-serif"
  >
    <rect width="${PREVIEW.width}" height="${PREVIEW.height}" fill="#ffffff" />
    ${isDrawable && wanted.direction === "rtl" ? mirror(drawn, PREVIEW.width) : drawn}
  </svg>`;
}

function textsOf(page: DatasetPage, locale: PageLocale): { readonly amount: string; readonly facts: string } {
  const { dataset, year } = page;
  return {
    amount: headlineText(locale, page, locale.numbers.money(dataset.currency)),
    facts: sayFacts(locale, dataset, year.years, dataset.num_entries),
  };
}

function footOf({ html_url: url, licence }: DatasetDescription): string {
  return [url, ...(licence === null ? [] : [licence.name])].filter(hasGlyphs).join(" · ");
}

/** Return a text if it can be drawn, else none. */
function drawableOf(text: string): string {
  return hasGlyphs(text) ? text : "";
}

function writeLine(text: string, y: number, { size, color }: Style): Html {
  return html`<text x="${LEFT}" y="${Math.round(y)}" font-size="${size}" fill="${color}">${text}</text>`;
}
