/** Paths of charts, in each of their forms. */
export const CHART_SAMPLES: Readonly<Record<string, readonly string[]>> = {
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
  "/{dataset}/explore.svg": ["/town/explore.svg?drilldown=region&chart=bars"],
};
