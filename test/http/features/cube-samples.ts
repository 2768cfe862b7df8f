/** For each route of cubes queries, and values of its segments, that are answered. */
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
