import type { RouteDescription } from "../../calls/route-description.js";
import type { Feature } from "../../web/http/routes/feature.js";
import { leadToSitemap, showSitemap } from "./sitemap.js";

const SHOW_SITEMAP: RouteDescription = {
  id: "showSitemap",
  tag: "Interface",
  summary: "List the pages of all public datasets, for search engines",
  details:
    "Pages of datasets and their dimensions, with the time of their last change. With many datasets, an index of several sitemaps.",
  parameters: [
    {
      name: "page",
      description: "Number of one of several sitemaps, as the index names it.",
      schema: { type: "integer", minimum: 1 },
    },
  ],
  bodies: { xml: "As described at sitemaps.org." },
};

/** The addresses of all public pages, for search engines. */
export const SITEMAP: Feature = {
  name: "sitemap",
  crawling: leadToSitemap,
  samples: { "/sitemap.xml": ["/sitemap.xml"] },
  leakRows: () => ({ "GET /sitemap.xml": { open: ["/sitemap.xml"] } }),
  makeRoutes: (context) => [
    {
      method: "GET",
      path: "/sitemap.xml",
      kind: "resource",
      formats: ["xml"],
      about: SHOW_SITEMAP,
      call: ({ parameters, origin }) => showSitemap(context, parameters, origin),
    },
  ],
};
