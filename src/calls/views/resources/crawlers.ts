import { ANONYMOUS } from "../../../access/actor.js";
import type { Answer } from "../../answer.js";
import type { Context } from "../../context.js";
import { datasetUrl, dimensionUrl } from "../../reading/describe/links.js";
import { escapeXml } from "../../reading/formats/xml.js";
import { listReadable } from "../../reading/lookup/find-dataset.js";
import { answerOfSeveral } from "../../reading/lookup/several-datasets.js";

/** Maximum number of addresses in a sitemap (sitemaps.org). */
const MAX_ADDRESSES = 50_000;

/** `GET /sitemap.xml`: the pages of all public datasets and their dimensions, for search engines. */
export function showSitemap(context: Context, origin: string): Answer {
  const datasets = listReadable(context, ANONYMOUS);
  const addresses = datasets.flatMap(({ model, lastModified }) => [
    { url: datasetUrl(origin, model.dataset.name), changed: lastModified },
    ...model.dimensions.map((dimension) => ({
      url: dimensionUrl(origin, model.dataset.name, dimension),
      changed: lastModified,
    })),
  ]);
  const write = function* (): Iterable<string> {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
    for (const path of ["/", "/datasets"]) yield `<url><loc>${escapeXml(origin + path)}</loc></url>\n`;
    for (const { url, changed } of addresses.slice(0, MAX_ADDRESSES - 2)) {
      yield `<url><loc>${escapeXml(url)}</loc><lastmod>${changed.toISOString().slice(0, 10)}</lastmod></url>\n`;
    }
    yield "</urlset>\n";
  };
  return {
    ...answerOfSeveral(context, ANONYMOUS, datasets),
    cited: undefined,
    canonical: "",
    forms: { xml: async () => ({ chunks: write() }) },
  };
}

/** Paths whose pages search engines would follow without end. */
const DISALLOWED = ["/search", "/api/", "/*/explore", "/*/embed", "/*/entries", "/*?", "/login", "/dashboard"];

/** Paths below those that they may read: pictures of charts. */
const ALLOWED = ["/*/explore.png"];

/** Programs that draw previews of links that people share: they read one page each, and follow nothing. */
const PREVIEWERS = ["facebookexternalhit", "LinkedInBot", "Slackbot", "TelegramBot", "Twitterbot", "WhatsApp"];

/** `GET /robots.txt`: what search engines should leave alone. */
export function showRobots({ version }: Pick<Context, "version">, origin: string): Answer {
  const lines = [
    "User-agent: *",
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    ...ALLOWED.map((path) => `Allow: ${path}`),
    "",
    ...PREVIEWERS.map((name) => `User-agent: ${name}`),
    "Disallow:",
    "",
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return {
    version,
    lastModified: null,
    canonical: "",
    public: true,
    forms: { text: async () => ({ chunks: [`${lines.join("\n")}\n`] }) },
  };
}
