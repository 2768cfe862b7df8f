/** A page by the name of its screenshot. */
export interface GalleryPage {
  readonly name: string;
  readonly path: string;
}

interface ShownDimension {
  readonly name: string;
  readonly type: string;
  readonly facet: boolean;
}

/** List the pages of a server that show all of its datasets. */
export const SITE_PAGES: readonly GalleryPage[] = [
  { name: "home", path: "/" },
  { name: "datasets", path: "/datasets" },
  { name: "search", path: "/search?q=health" },
  { name: "search-nothing", path: "/search?q=helath" },
  { name: "taxes", path: "/explore/tax" },
  { name: "api", path: "/api" },
  { name: "sign-in", path: "/login" },
  { name: "not-found", path: "/uk-spendign" },
];

/** List the pages of a dataset, one of each kind. */
export async function pagesOfDataset(server: string, dataset: string): Promise<readonly GalleryPage[]> {
  const dimensions = await ask<readonly ShownDimension[]>(`${server}/${dataset}/dimensions.json`);
  const compound = dimensions.filter(({ type }) => type === "compound");
  const first = (compound.find(({ facet }) => facet) ?? compound[0] ?? dimensions[0]!).name;
  const payee = dimensions.find(({ name }) => name === "to")?.name ?? compound.at(-1)?.name ?? first;
  const member = await largestMember(server, dataset, payee);
  const entry = await firstEntry(server, dataset);
  const path = (rest: string): string => `/${dataset}${rest}`;
  const explore = (query: string): string => path(`/explore?${query}`);
  return [
    { name: "dataset", path: path("") },
    { name: "dimensions", path: path("/dimensions") },
    { name: "dimension", path: path(`/${first}`) },
    ...(member === null ? [] : [{ name: "member", path: path(`/${payee}/${encodeURIComponent(member)}`) }]),
    { name: "explore", path: explore(`drilldown=${first}`) },
    { name: "explore-lines", path: explore(`drilldown=year|${first}`) },
    { name: "explore-pivot", path: explore(`drilldown=${first}|year&chart=pivot`) },
    { name: "explore-bars", path: explore(`drilldown=${payee}&chart=bars`) },
    { name: "embed", path: path(`/embed?drilldown=${first}`) },
    { name: "entries", path: path("/entries") },
    ...(entry === null ? [] : [{ name: "entry", path: path(`/entries/${entry}`) }]),
    { name: "sources", path: path("/sources") },
  ];
}

async function largestMember(server: string, dataset: string, dimension: string): Promise<string | null> {
  const query = `dataset=${dataset}&drilldown=${dimension}&order=amount:desc&pagesize=1`;
  const { drilldown } = await ask<{ readonly drilldown: readonly Readonly<Record<string, unknown>>[] }>(
    `${server}/api/2/aggregate?${query}`,
  );
  const member = drilldown[0]?.[dimension];
  return typeof member === "string" ? member : ((member as { readonly name?: string } | undefined)?.name ?? null);
}

async function firstEntry(server: string, dataset: string): Promise<string | null> {
  const { results } = await ask<{ readonly results: readonly { readonly id: string }[] }>(
    `${server}/api/2/search?dataset=${dataset}&pagesize=1`,
  );
  return results[0]?.id ?? null;
}

async function ask<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}
