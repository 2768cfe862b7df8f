import assert from "node:assert/strict";
import { request, type Response } from "../client.js";
import { addressesOf } from "./markup.js";

export interface Visit {
  /** Absolute, without a fragment. */
  readonly url: string;
  /** The page with the first link to it. */
  readonly from: string;
  readonly response: Response;
}

export interface Crawl {
  readonly visits: readonly Visit[];
  /** Addresses on other hosts, each with the page that links to it. */
  readonly foreign: ReadonlyMap<string, string>;
  /** Missing targets of links within pages. */
  readonly lostPlaces: readonly string[];
}

/** Number of addresses followed of each pattern. */
const PER_PATTERN = 4;

/**
 * Follow all links of a server's pages with the headers of a browser.
 * @param start path of the first page
 * @param perPattern number of addresses followed of each pattern of one parameter; of two, it is one
 * Cost: one request for each of a few addresses per pattern; see `patternsOf`.
 */
export async function crawl(server: string, start: string, perPattern = PER_PATTERN): Promise<Crawl> {
  const visits: Visit[] = [];
  const foreign = new Map<string, string>();
  const lostPlaces: string[] = [];
  const followed = new Map<string, number>();
  const seen = new Set<string>();
  const queue: { readonly url: string; readonly from: string }[] = [];
  const follow = (address: string, from: string): void => {
    const url = new URL(address, from);
    if (url.origin !== server) {
      if (!foreign.has(url.href)) foreign.set(url.href, from);
      return;
    }
    url.hash = "";
    // Pages of a version under its own address are those of the current one.
    const limit = /^\/[^/]+@/.test(url.pathname) ? 1 : perPattern;
    const [patterns, pairs] = patternsOf(url);
    const isNew =
      patterns.some((each) => (followed.get(each) ?? 0) < limit) || pairs.some((each) => !followed.has(each));
    if (seen.has(url.href) || !isNew) return;
    seen.add(url.href);
    for (const each of [...patterns, ...pairs]) followed.set(each, (followed.get(each) ?? 0) + 1);
    queue.push({ url: url.href, from });
  };
  follow(start, server);
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { url, from } = next;
    const response = await request(url, { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    visits.push({ url, from, response });
    const { location } = response.headers;
    if (location !== undefined) follow(location, url);
    if (!isPage(response)) continue;
    for (const address of addressesOf(response.text)) {
      if (!address.startsWith("#")) follow(address, url);
      else if (!response.text.includes(` id="${address.slice(1)}"`)) lostPlaces.push(`${address} in ${url}`);
    }
  }
  return { visits, foreign, lostPlaces };
}

export function isPage({ headers }: Response): boolean {
  return headers["content-type"]?.startsWith("text/html") ?? false;
}

/**
 * Return the patterns of an address (dataset, dimension, format and the name of a parameter), and those with the names of
 * two parameters. Each parameter changes a page, and so may two together: all sets of them would be thousands of pages.
 */
function patternsOf({ pathname, searchParams }: URL): readonly [patterns: readonly string[], pairs: readonly string[]] {
  const [dataset, dimension, ...rest] = pathname.slice(1).split("/");
  assert.ok(dataset !== undefined);
  const form = /\.(?:json|csv|rss|svg|css|js)$/.exec(pathname)?.[0] ?? "";
  const path = [dataset, dimension ?? "", ...rest.map((each) => (each === "entries" ? each : "*")), form].join("/");
  const names = [...new Set(searchParams.keys())].toSorted();
  const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => `${path}/${one}&${other}`));
  return [names.length > 0 ? names.map((name) => `${path}/${name}`) : [path], pairs];
}
