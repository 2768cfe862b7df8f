import type { RequestHead } from "../message/message.js";

/** Headers that may shape what everybody is answered. */
const SHAPING = [
  "host",
  "accept",
  "accept-encoding",
  "accept-language",
  "x-forwarded-proto",
  "x-forwarded-host",
] as const;
/** Headers that make an answer one reader's own, or another one for who has it already. */
const PERSONAL = ["authorization", "cookie", "if-none-match", "if-modified-since"] as const;

/** A request for what everybody may read, word for word; `undefined` for any other. */
export function cacheKeyOf({ method, path, query, headers, secure }: RequestHead): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  for (const name of PERSONAL) if (headers.has(name)) return undefined;
  let words = `${secure ? "https" : "http"} ${path}?${query}`;
  // No header holds a line end, so that none can be taken for two.
  for (const name of SHAPING) words += `\n${headers.get(name) ?? ""}`;
  return words;
}
