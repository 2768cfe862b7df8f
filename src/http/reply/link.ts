/**
 * The absolute URL of a request with another page number; the other parameters stay as they are, in their order.
 * @param segments of the path, decoded
 */
export function pageUrl(
  origin: string,
  segments: readonly string[],
  pairs: readonly (readonly [string, string])[],
  page: number,
): string {
  // Of several page parameters the last one counts, so only its place is kept.
  const place = pairs.findLastIndex(([name]) => name === "page");
  const kept = pairs.map(([name, value], i) =>
    i === place ? ([name, String(page)] as const) : ([name, value] as const),
  );
  const query = kept.filter(([name], i) => name !== "page" || i === place);
  if (place < 0) query.push(["page", String(page)]);
  const path = segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
  return `${origin}${path}?${query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
}

/** An absolute URL for a header: a path gets the origin before it, and what no URL may hold is encoded. */
export function absoluteUrl(origin: string, url: string): string {
  const absolute = url.startsWith("/") ? origin + url : url;
  return absolute.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}
