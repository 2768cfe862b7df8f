import type { RequestHead } from "../message/message.js";
import { chooseLanguage, isLanguageOnly } from "../request/language.js";

/** Headers on which a public answer depends, beside those that choose the language. */
const SHARED = ["host", "accept", "accept-encoding", "x-forwarded-proto", "x-forwarded-host"] as const;
/** Headers that make an answer personal or conditional: such requests are never answered from the cache. */
const PERSONAL = ["authorization", "if-none-match", "if-modified-since"] as const;

/** Return the cache key of an anonymous, unconditional read; `undefined` for any other request. */
export function cacheKeyOf({ method, path, query, headers, secure }: RequestHead): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  for (const name of PERSONAL) if (headers.has(name)) return undefined;
  const cookie = headers.get("cookie");
  if (cookie !== undefined && !isLanguageOnly(cookie)) return undefined;
  let key = `${secure ? "https" : "http"} ${path}?${query}`;
  // Headers hold no line ends, so the parts of the key cannot run into each other.
  for (const name of SHARED) key += `\n${headers.get(name) ?? ""}`;
  // The address is in the key with the language that it names. A reply says whether the cookie chose it.
  const language = chooseLanguage({ lang: undefined, cookie, accepted: headers.get("accept-language") });
  return `${key}\n${cookie === undefined ? "" : "cookie "}${language}`;
}
