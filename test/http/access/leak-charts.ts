import type { LeakRow } from "#src/web/http/routes/leak-row.js";

/**
 * The routes of charts, and where a private dataset might show in them.
 * @param secret name of the private dataset
 * @param crossed name of a dataset with a dimension that goes through it
 */
export function questionsOfCharts(secret: string, crossed: string): Readonly<Record<string, LeakRow>> {
  return {
    "GET /{dataset}/explore": {
      open: [
        "/town/explore",
        "/town/explore?cut=region:Hidden%20valley",
        "/secret-plan/explore",
        `/${crossed}/explore?drilldown=zone`,
      ],
      named: [`/${secret}/explore`, `/${secret}@1/explore`, `/${secret}/explore?drilldown=region|time.year&chart=line`],
      wrong: [`/${secret}/explore?drilldown=regio`, `/${secret}/explore?chart=x`, `/${secret}/explore?cut=x`],
    },
    "GET /{dataset}/embed": {
      open: ["/town/embed", "/secret-plan/embed"],
      named: [
        `/${secret}/embed`,
        `/${secret}/embed?drilldown=cofog1`,
        `/${secret}/embed?widget=treemap&state={"drilldown":"region"}`,
      ],
      wrong: [
        `/${secret}/embed?drilldown=regio`,
        `/${secret}/embed.json`,
        `/${secret}/embed?widget=x`,
        `/${secret}/embed?widget=treemap&state={"currency":"USD"}`,
      ],
    },
    "GET /{dataset}/explore.svg": {
      open: ["/town/explore.svg", "/secret-plan/explore.svg"],
      named: [`/${secret}/explore.svg?drilldown=region&chart=bars`],
      wrong: [`/${secret}/explore.svg?drilldown=regio`, `/${secret}/explore.svg?chart=table`],
    },
    "GET /{dataset}/explore.png": {
      open: ["/town/explore.png", "/secret-plan/explore.png"],
      named: [`/${secret}/explore.png?drilldown=region&chart=bars`],
      wrong: [`/${secret}/explore.png?drilldown=regio`, `/${secret}/explore.png?chart=table`],
    },
    "GET /{dataset}/explore/table.xlsx": {
      open: [
        "/town/explore/table.xlsx",
        "/secret-plan/explore/table.xlsx",
        `/${crossed}/explore/table.xlsx?drilldown=zone`,
      ],
      named: [`/${secret}/explore/table.xlsx`, `/${secret}@1/explore/table.xlsx?drilldown=region`],
      wrong: [`/${secret}/explore/table.xlsx?drilldown=regio`, `/${secret}/explore/table.xlsx?chart=x`],
    },
    "GET /{dataset}/explore/citation": {
      open: ["/town/explore/citation?cut=region:Hidden%20valley&drilldown=", "/secret-plan/explore/citation.bib"],
      named: [`/${secret}/explore/citation.json`, `/${secret}@1/explore/citation.bib?cut=region:x`],
      wrong: [`/${secret}/explore/citation.json?drilldown=regio`],
    },
    "GET /{dataset}/meta/page-citation": {
      open: ["/town/meta/page-citation?cut=region:Hidden%20valley", "/secret-plan/meta/page-citation.bib?year=all"],
      named: [`/${secret}/meta/page-citation.json`, `/${secret}@1/meta/page-citation.bib?year=all`],
    },
    "GET /{dataset}/{dimension}.citation": {
      open: ["/town/region.citation.json?q=Hid", `/${crossed}/zone.citation.bib`, "/secret-plan/region.citation"],
      named: [`/${secret}/region.citation.json`],
      wrong: [`/${secret}/regio.citation.json`],
    },
    "GET /{dataset}/{dimension}/{name}/citation": {
      open: ["/town/region/North/citation.json", "/secret-plan/region/North/citation.bib"],
      named: [`/${secret}/region/Hidden%20valley/citation.json`],
      wrong: [`/${secret}/region/Nowhere/citation.bib`],
    },
    "GET /{dataset}/table.xlsx": {
      open: ["/town/table.xlsx", "/secret-plan/table.xlsx"],
      named: [`/${secret}/table.xlsx`, `/${secret}@1/table.xlsx?year=all`],
    },
    "GET /{dataset}/{dimension}.table.xlsx": {
      open: ["/town/region.table.xlsx", `/${crossed}/zone.table.xlsx`, "/secret-plan/region.table.xlsx"],
      named: [`/${secret}/region.table.xlsx`],
      wrong: [`/${secret}/regio.table.xlsx`],
    },
    "GET /{dataset}/{dimension}/{name}/table.xlsx": {
      open: ["/town/region/North/table.xlsx", "/secret-plan/region/North/table.xlsx"],
      named: [`/${secret}/region/Hidden%20valley/table.xlsx`],
      wrong: [`/${secret}/region/Nowhere/table.xlsx`],
    },
    "GET /{dataset}/preview.png": {
      open: ["/town/preview.png", "/secret-plan/preview.png"],
      named: [`/${secret}/preview.png`],
    },
  };
}
