import type { LeakRow } from "../../web/http/routes/leak-row.js";

/** Requests that are answered. */
export const CUBE_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/api/3": ["/api/3"],
  "/api/3/cubes": ["/api/3/cubes"],
  "/api/3/info/{dataset}/package": ["/api/3/info/town/package", "/api/3/info/bare/package"],
  "/api/3/cubes/{dataset}/model": [
    "/api/3/cubes/town/model",
    "/api/3/cubes/town/model?cite=true",
    "/api/3/cubes/bare/model",
  ],
  "/api/3/cubes/{dataset}/aggregate": [
    "/api/3/cubes/town/aggregate",
    "/api/3/cubes/town/aggregate?drilldown=region|rate|time.year&order=amount.sum,region:desc&pagesize=1&aggregates=_count",
    '/api/3/cubes/town/aggregate?cut=cofog1.weight:2;|region:"Nort"|time.year:[2008 TO *]&measure=amount&lenient=true',
    "/api/3/cubes/bare/aggregate?drilldown=region&pagesize=0",
    "/api/3/cubes/town/aggregate?drilldown=region|cofog1&format=csv&cut=region:Nort",
  ],
  "/api/3/cubes/{dataset}/facts": [
    "/api/3/cubes/town/facts",
    "/api/3/cubes/town/facts?fields=region,amount,cofog1&order=amount:desc&pagesize=1",
    "/api/3/cubes/town/facts?cut=region:Nort&drilldown=region&lenient=true",
    "/api/3/cubes/town/facts?fields=region,amount&format=csv&bom=true",
  ],
  "/api/3/cubes/{dataset}/members/{reference}": [
    "/api/3/cubes/town/members/cofog1",
    "/api/3/cubes/town/members/until.year?pagesize=1&cut=region:North;a/b",
    "/api/3/cubes/town/members/region?filter=region:North&lenient=true",
  ],
};

/**
 * Show where a private dataset must not show.
 * @param secret its name
 * @param crossed name of a public one with a dimension, `zone`, that goes through it
 */
export function leakRowsOfCubes(secret: string, crossed: string): Readonly<Record<string, LeakRow>> {
  return {
    "GET /api/3": { open: ["/api/3", `/api/3?dataset=${secret}`] },
    "GET /api/3/cubes": { open: ["/api/3/cubes", "/api/3/cubes/"] },
    "GET /api/3/info/{dataset}/package": {
      open: [`/api/3/info/${crossed}/package`, "/api/3/info/town/package", "/api/3/info/secret-plan/package"],
      named: [`/api/3/info/${secret}/package`],
      wrong: [`/api/3/info/${secret}/package?callback=1`],
    },
    "GET /api/3/cubes/{dataset}/model": {
      open: [`/api/3/cubes/${crossed}/model`, "/api/3/cubes/town/model", "/api/3/cubes/secret-plan/model"],
      named: [`/api/3/cubes/${secret}/model`],
      wrong: [`/api/3/cubes/${secret}/model?callback=1`],
    },
    "GET /api/3/cubes/{dataset}/aggregate": {
      open: [
        "/api/3/cubes/town/aggregate?drilldown=region|cofog1",
        "/api/3/cubes/town/aggregate?cut=region:Hidden%20valley",
        "/api/3/cubes/secret-plan/aggregate",
        `/api/3/cubes/${crossed}/aggregate?drilldown=region|zone.label&cut=zone:hidden-code`,
      ],
      named: [`/api/3/cubes/${secret}/aggregate`, `/api/3/cubes/${secret}/aggregate?drilldown=region|cofog1|time`],
      wrong: [
        `/api/3/cubes/${secret}/aggregate?drilldown=regio&cut=regio:x&order=x&aggregates=x`,
        `/api/3/cubes/${secret}/aggregate?callback=1`,
      ],
    },
    "GET /api/3/cubes/{dataset}/facts": {
      open: [
        "/api/3/cubes/town/facts",
        "/api/3/cubes/town/facts?cut=region:Hidden%20valley",
        "/api/3/cubes/secret-plan/facts",
        `/api/3/cubes/${crossed}/facts?fields=region,zone&cut=zone:hidden-code`,
      ],
      named: [`/api/3/cubes/${secret}/facts`, `/api/3/cubes/${secret}/facts?fields=region,amount&order=amount:desc`],
      wrong: [`/api/3/cubes/${secret}/facts?fields=regio&page=x`],
    },
    "GET /api/3/cubes/{dataset}/members/{reference}": {
      open: [
        "/api/3/cubes/town/members/region",
        "/api/3/cubes/town/members/hidden",
        "/api/3/cubes/secret-plan/members/region",
        `/api/3/cubes/${crossed}/members/zone`,
      ],
      named: [`/api/3/cubes/${secret}/members/region`, `/api/3/cubes/${secret}/members/cofog1.label?pagesize=1`],
      wrong: [`/api/3/cubes/${secret}/members/regio`, `/api/3/cubes/${secret}/members/region?page=x`],
    },
  };
}
