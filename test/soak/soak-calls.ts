import type { Random } from "../unit/engines/kernel/random.js";

/** A call whose figures are not checked, and the statuses that it may have beside 200, 304 and 503. */
type Call = readonly [path: (random: Random, version: number) => string, statuses?: readonly number[]];

/** Statuses of what a version shows that may be dropped or purged meanwhile, or does not exist yet. */
const PAST = [404, 410] as const;
/** Statuses of a dataset that is private at times, and dropped at others. */
const CHANGING = [401, 404] as const;

const fixed = (path: string, statuses: readonly number[] = []): Call => [() => path, statuses];
const past = (path: string): Call => [
  (random, version) => path.replace("@", `@${Math.max(1, version - random.int(8))}`),
  PAST,
];

/** Pages, files and queries of every kind. */
const CALLS: readonly Call[] = [
  fixed("/"),
  fixed("/town.html"),
  fixed("/town/region/R1.html"),
  fixed("/town/region.distinct?q=r"),
  fixed("/town/entries.html?q=police"),
  fixed("/town/explore?drilldown=region"),
  fixed("/town/explore?drilldown=region|year&chart=pivot&measure=amount.share"),
  fixed("/town/explore.png?drilldown=region"),
  fixed("/town/explore.xlsx?drilldown=region|year&chart=pivot"),
  fixed("/town/sources.json"),
  fixed("/town/sources/1.html", PAST),
  fixed("/town/meta/versions.atom"),
  fixed("/town/meta/versions.html"),
  fixed("/town/meta/datapackage.json"),
  fixed("/town/meta/entries.parquet"),
  fixed("/town/meta/entries.csv.gz"),
  fixed("/town/meta/changes.html", [400, 404, 410]),
  fixed("/datasets.html"),
  fixed("/datasets.json"),
  fixed("/datasets.ttl"),
  fixed("/sitemap.xml"),
  fixed("/search.atom?q=police"),
  fixed("/search?q=police&dataset=town"),
  fixed("/api/2/suggest?q=pol"),
  fixed("/api/2/aggregate?dataset=town&drilldown=region&measure=amount.avg|amount.median|amount.rank"),
  fixed("/api/2/aggregate?dataset=town&drilldown=year|region&measure=amount.change&rollup=true"),
  fixed("/api/2/aggregate?dataset=town&drilldown=invoice&format=xlsx"),
  fixed("/api/2/search?q=fire~ OR pol*&facet_field=region|cofog1&stats=true&highlight=true".replaceAll(" ", "%20")),
  fixed("/api/3/cubes/town/aggregate?drilldown=region"),
  fixed("/api/3/cubes/town/facts?pagesize=100"),
  // Read by an executor.
  [
    (random) =>
      `/api/2/search?dataset=town&q=${Array.from({ length: 300 }, () => `invoice:${random.int(2000)}`).join("+OR+")}`,
  ],
  [(random) => `/api/2/aggregate?dataset=town&cut=invoice:${random.int(2000)}&drilldown=region`],
  past("/town@.html"),
  past("/town@/meta/entries.csv"),
  past("/town@/sources/1/rows/7.json"),
  past("/api/2/aggregate?dataset=town@&drilldown=region"),
  past("/api/2/aggregate?dataset=town&drilldown=region&against=dataset:town@"),
  fixed("/other.html", CHANGING),
  fixed("/other/explore?drilldown=region", CHANGING),
  fixed("/api/2/aggregate?dataset=other&drilldown=region", [400, ...CHANGING]),
  fixed("/town/nothing.json", [404]),
  fixed("/api/2/aggregate?dataset=town&drilldown=nothing", [400]),
  fixed("/dashboard", [303, 401]),
];

export interface PickedCall {
  readonly path: string;
  readonly statuses: readonly number[];
}

/** Pick a call. @param version the current one of `town` */
export function pickCall(random: Random, version: number): PickedCall {
  const [path, statuses = []] = random.pick(CALLS);
  return { path: path(random, version), statuses: [200, 304, 503, ...statuses] };
}
