import type { RequestHead } from "../message/message.js";

/** Headers on which a public answer depends. */
const SHARED = [
  "host",
  "accept",
  "accept-encoding",
  "accept-language",
  "x-forwarded-proto",
  "x-forwarded-host",
] as const;
/** Headers that make an answer personal or conditional: such requests are never answered from the cache. */
const PERSONAL = ["authorization", "cookie", "if-none-match", "if-modified-since"] as const;

/** Return the cache key of an anonymous, unconditional read; `undefined` for any other request. */
export function cacheKeyOf({ method, path, query, headers, secure }: RequestHead): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  for (const name of PERSONAL) if (headers.has(name)) return undefined;
  let key = `${secure ? "https" : "http"} ${path}?${query}`;
  // Headers hold no line ends, so the parts of the key cannot run into each other.
  for (const name of SHARED) key += `\n${headers.get(name) ?? ""}`;
  return key;
}
