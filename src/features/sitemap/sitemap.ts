import { errorText } from "../../core/errors/error-text.js";
import { ANONYMOUS } from "../../access/actor.js";
import type { Answer } from "../../calls/answer.js";
import { InvalidQuery, NotFound } from "../../core/errors/errors.js";
import { bindPage } from "../../core/query/page.js";
import type { Parameters } from "../../core/query/parameters.js";
import type { Dataset } from "../../store/dataset.js";
import type { Context } from "../../calls/context.js";
import type { CrawlerRules } from "../../calls/views/resources/crawlers.js";
import { datasetUrl, dimensionUrl } from "../../calls/reading/describe/links.js";
import { escapeXml } from "../../calls/reading/formats/xml.js";
import { listReadable } from "../../calls/reading/lookup/find-dataset.js";
import { addressesByLanguage } from "../../web/pages/parts/query.js";
import { answerOfSeveral } from "../../calls/reading/lookup/several-datasets.js";

/** Maximum number of addresses in a sitemap: a tenth of what sitemaps.org allows, so that each is written in a moment. */
const MAX_ADDRESSES = 5000;

/**
 * `GET /sitemap.xml`: the pages of all public datasets and their dimensions, for search engines. With many of them, an index of
 * sitemaps, which are its pages.
 */
export function showSitemap(context: Context, parameters: Parameters, origin: string): Answer {
  const datasets = listReadable(context, ANONYMOUS);
  const parts = splitDatasets(datasets);
  const errors: string[] = [];
  const isNamed = (parameters.get("page") ?? "") !== "";
  const page = Math.floor(bindPage(parameters, errors).page);
  if (errors.length > 0) throw new InvalidQuery(errors);
  if (isNamed && page > parts.length) throw new NotFound(errorText("no_such_sitemap", { count: parts.length }));
  const isIndex = !isNamed && parts.length > 1;
  const write = (): Iterable<string> =>
    isIndex ? writeIndex(parts.length, origin) : writeAddresses(parts[page - 1]!, page === 1, origin);
  return {
    ...answerOfSeveral(context, ANONYMOUS, datasets),
    cited: undefined,
    canonical: isNamed ? String(page) : "",
    formats: { xml: async () => ({ chunks: write() }) },
  };
}

/** Split datasets so that the addresses of each part fit a sitemap; there is at least one part. */
function splitDatasets(datasets: readonly Dataset[]): readonly (readonly Dataset[])[] {
  const parts: Dataset[][] = [[]];
  let size = SITE.length;
  for (const dataset of datasets) {
    const addresses = 1 + dataset.model.dimensions.length;
    if (size + addresses > MAX_ADDRESSES && size > 0) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)!.push(dataset);
    size += addresses;
  }
  return parts;
}

/** Pages that are about no dataset. */
const SITE = ["/", "/datasets"];

function* writeAddresses(datasets: readonly Dataset[], isFirst: boolean, origin: string): Iterable<string> {
  yield `${XML}<urlset xmlns="${SITEMAPS}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
  if (isFirst) for (const path of SITE) yield `<url>${writeAddress(origin + path)}</url>\n`;
  for (const { model, lastModified } of datasets) {
    const { name } = model.dataset;
    const day = lastModified.toISOString().slice(0, 10);
    const addresses = [datasetUrl(origin, name), ...model.dimensions.map((each) => dimensionUrl(origin, name, each))];
    for (const url of addresses) yield `<url>${writeAddress(url, `<lastmod>${day}</lastmod>`)}</url>\n`;
  }
  yield "</urlset>\n";
}

/** Write the address of a page, and where it is in each language. */
function writeAddress(url: string, more = ""): string {
  const alternates = addressesByLanguage(url).map(
    ([language, each]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(each)}"/>`,
  );
  return `<loc>${escapeXml(url)}</loc>${more}${alternates.join("")}`;
}

function* writeIndex(parts: number, origin: string): Iterable<string> {
  yield `${XML}<sitemapindex xmlns="${SITEMAPS}">\n`;
  for (let page = 1; page <= parts; page++) {
    yield `<sitemap><loc>${escapeXml(origin + SITEMAP_PAGE + String(page))}</loc></sitemap>\n`;
  }
  yield "</sitemapindex>\n";
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9";
/** Path of several sitemaps, without the page. */
const SITEMAP_PAGE = "/sitemap.xml?page=";

/** Lead crawlers to the sitemap, and to its pages if there are several. */
export function leadToSitemap(context: Context, origin: string): CrawlerRules {
  const isSplit = splitDatasets(listReadable(context, ANONYMOUS)).length > 1;
  return { allowed: isSplit ? [SITEMAP_PAGE] : [], lines: [`Sitemap: ${origin}/sitemap.xml`] };
}
