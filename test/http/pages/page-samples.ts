/** Paths of pages, of their charts in each form, and of single files. */
export const PAGE_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ["/healthz", "/readyz", "/openapi", "/llms.txt", "/robots.txt", "/favicon.ico", "/.well-known/security.txt"].map(
      (path) => [path, [path]],
    ),
  ),
  "/{dataset}/explore.png": ["/town/explore.png?drilldown=region&chart=bars"],
  "/{dataset}/preview.png": ["/town/preview.png"],
  "/{dataset}/explore/table.xlsx": ["/town/explore/table.xlsx?drilldown=region"],
  "/{dataset}/explore/citation": ["/town/explore/citation?cut=region:North"],
  "/{dataset}/meta/page-citation": ["/town/meta/page-citation?cut=region:North"],
  "/{dataset}/{dimension}.citation": ["/town/region.citation?year=2009"],
  "/{dataset}/{dimension}/{name}/citation": ["/town/region/North/citation?year=2009"],
  "/{dataset}/table.xlsx": ["/town/table.xlsx"],
  "/{dataset}/{dimension}.table.xlsx": ["/town/region.table.xlsx"],
  "/{dataset}/{dimension}/{name}/table.xlsx": ["/town/region/North/table.xlsx"],
  "/{dataset}/explore.svg": ["/town/explore.svg?drilldown=region&chart=bars"],
};
