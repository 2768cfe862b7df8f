/** Paths of pages, of their charts in each form, and of single files. */
export const PAGE_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/search": ["/search?q=north&dataset=town", "/search", "/search?q=north&page=2"],
  "/api": ["/api"],
  "/explore/tax": ["/explore/tax", "/explore/tax?income=20000&smoker=no"],
  ...Object.fromEntries(
    [
      "/healthz",
      "/readyz",
      "/openapi",
      "/llms.txt",
      "/sitemap.xml",
      "/robots.txt",
      "/favicon.ico",
      "/.well-known/security.txt",
    ].map((path) => [path, [path]]),
  ),
  "/{dataset}/explore": [
    "/town/explore",
    "/town/explore?drilldown=region|time.year&chart=line",
    "/town/explore?cut=region:North&chart=bars&measure=planned&field=rate&value=10",
  ],
  "/{dataset}/embed": [
    "/town/embed?drilldown=region",
    "/bare/embed",
    '/town/embed?widget=treemap&state={"drilldown":"region"}',
  ],
  "/oembed": ["/oembed?url=/town", "/oembed?url=/town/explore?drilldown%3Dregion&maxwidth=300&format=json"],
  "/{dataset}/explore.png": ["/town/explore.png?drilldown=region&chart=bars"],
  "/{dataset}/preview.png": ["/town/preview.png"],
  "/{dataset}/explore.svg": ["/town/explore.svg?drilldown=region&chart=bars"],
};
