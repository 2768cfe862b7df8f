/**
 * Return the absolute URL of a request with another page number. The other parameters keep their values and order.
 * @param segments segments of the path, decoded
 */
export function pageUrl(
  origin: string,
  segments: readonly string[],
  pairs: readonly (readonly [string, string])[],
  page: number,
): string {
  // The last of several page parameters counts; the others are dropped.
  const place = pairs.findLastIndex(([name]) => name === "page");
  const kept = pairs.map(([name, value], i) =>
    i === place ? ([name, String(page)] as const) : ([name, value] as const),
  );
  const query = kept.filter(([name], i) => name !== "page" || i === place);
  if (place < 0) query.push(["page", String(page)]);
  return pathUrl(origin, segments.map(encodeURIComponent), query);
}

/** Return the absolute URL of a path and a query. @param segments encoded */
export function pathUrl(
  origin: string,
  segments: readonly string[],
  pairs: readonly (readonly [string, string])[],
): string {
  const path = segments.map((segment) => `/${segment}`).join("");
  const query = pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  return `${origin}${path}${query === "" ? "" : `?${query}`}`;
}

/** Maximum bytes of a `Link` header. Proxies, and clients such as Node's own, refuse answers with 8 or 16 kB of headers. */
const MAX_LINK_BYTES = 2048;

/** Join links for a header, the most important first; those that make it too long are left out. */
export function joinLinks(links: readonly string[]): string {
  let joined = "";
  for (const link of links) {
    const longer = joined === "" ? link : `${joined}, ${link}`;
    if (longer.length <= MAX_LINK_BYTES) joined = longer;
  }
  return joined;
}

/** Make a URL absolute for a header: a path gets the origin as prefix, and invalid characters are percent-encoded. */
export function absoluteUrl(origin: string, url: string): string {
  const absolute = url.startsWith("/") ? origin + url : url;
  return absolute.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}
