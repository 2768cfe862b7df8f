import { hierarchy, treemap } from "d3-hierarchy";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { DatasetOverview } from "../../../calls/views/pages/dataset-overview.js";
import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import { REST_COLOR } from "../parts/colors.js";
import { html, type Html } from "../parts/html.js";
import { beginsRightToLeft } from "../parts/isolate.js";
import { withoutLinks } from "../parts/linked-text.js";
import { type PageLocale, withFiscalYears, withLabels } from "../parts/page-locale.js";
import { nameCategory } from "./dataset-facts.js";
import { chartOf } from "./figure-chart.js";
import { colorRows } from "./figure-colors.js";
import { headlineText } from "./headline.js";
import { nameReference } from "./reference-text.js";
import { sparkLine } from "./spark-line.js";
import { round } from "../charts/svg.js";
import { enumerate } from "../parts/enumerate.js";

/** A rectangle of a small treemap. */
interface MiniTile {
  readonly amount: number;
  readonly color: string;
}

const WIDTH = 320;

const HEIGHT = 80;

/** Maximum characters of a description in a list. */
const MAX_TEASER = 220;
/** Maximum of one from right to left, which browsers would cut within its last word: about three lines. */
const MAX_RIGHT_TO_LEFT = 120;
/** Number of tiles in the small treemap of a card. */
const TILES = 16;

/**
 * Write a dataset of a list: a small chart, its name, its newest amount and what it is about.
 * @param level of its heading
 * @param figures `null` if they are not known
 */
export function datasetCard(
  locale: PageLocale,
  dataset: DatasetDescription,
  figures: DatasetOverview | null,
  level: 2 | 3,
): Html {
  const heading = html`<a href="${locale.href(dataset.html_url)}">${dataset.label}</a>`;
  const { currency, category, num_entries: entries, timestamps, languages, territories } = dataset;
  const teaser = shorten(withoutLinks(dataset.serp_teaser ?? dataset.description ?? ""));
  const own = figures && withLabels(withFiscalYears(locale, figures.year.fiscal), dataset);
  const newest = own && headlineText(own, figures, locale.numbers.money(currency));
  const { card } = locale.words.figures;
  const facts = [
    nameReference(locale, dataset) ?? (category && nameCategory(locale, category)),
    enumerate(locale, [...territories.map(locale.names.territory), ...languages.map(locale.names.language)]),
    locale.fill(locale.words.lists.entries, { count: entries }),
    newest ? null : currency,
    locale.fill(card.updated, { day: locale.dates.day(timestamps.last_modified) }),
    dataset.private ? card.private : null,
  ].filter(Boolean);
  return html`<article>
    ${figures && miniChart(locale, figures)}
    ${level === 2 ? html`<h2 dir="auto">${heading}</h2>` : html`<h3 dir="auto">${heading}</h3>`}
    ${newest ? html`<p class="newest">${newest}</p>` : null}
    ${teaser === "" ? null : html`<p class="teaser" dir="auto">${teaser}</p>`}
    <p class="facts">${facts.join(" · ")}</p>
  </article> `;
}

/** Draw what a dataset consists of, else how it went. @returns `null` if neither means anything */
function miniChart(locale: PageLocale, figures: DatasetOverview): Html | null {
  const { split } = figures;
  if (!split || chartOf(locale, split) !== "treemap")
    return sparkLine(withFiscalYears(locale, figures.year.fiscal), figures);
  const colors = colorRows(split);
  const all = split.rows.map(({ amounts }, at): MiniTile => ({
    amount: decimalNumber(amounts[0]!),
    color: colors[at]!,
  }));
  const tiles = all.filter(({ amount }) => amount > 0);
  const left =
    tiles.slice(TILES).reduce((sum, { amount }) => sum + amount, 0) +
    Math.max(0, decimalNumber(split.rest.amounts[0]!));
  const rest = left > 0 ? [{ amount: left, color: REST_COLOR }] : [];
  return drawMiniTreemap([...tiles.slice(0, TILES), ...rest]);
}

function shorten(text: string): string {
  const maximum = beginsRightToLeft(text) ? MAX_RIGHT_TO_LEFT : MAX_TEASER;
  if (text.length <= maximum) return text;
  const cut = text.slice(0, maximum).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), maximum / 2))} …`;
}

/** Draw parts of a whole as small rectangles without texts, for a card that says the rest. @param tiles above zero */
function drawMiniTreemap(tiles: readonly MiniTile[]): Html {
  const root = hierarchy<MiniTile | { readonly children: readonly MiniTile[] }>({ children: tiles }).sum((each) =>
    "amount" in each ? each.amount : 0,
  );
  const leaves = treemap<(typeof root)["data"]>().size([WIDTH, HEIGHT]).paddingInner(1.5)(root).leaves();
  return html`<svg class="tiles" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
    ${leaves.map(({ x0, x1, y0, y1, data }) => html`<rect x="${round(x0)}" y="${round(y0)}" width="${round(x1 - x0)}" height="${round(y1 - y0)}" fill="${"color" in data ? data.color : ""}" />`)}
  </svg>`;
}
