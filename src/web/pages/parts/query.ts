import { listLanguages } from "../../words/languages.js";

/** Add a language to an address; `null` for none. */
export function inLanguage(url: string, lang: string | null): string {
  return lang === null ? url : `${url}${url.includes("?") ? "&" : "?"}lang=${encodeURIComponent(lang)}`;
}

/**
 * List the addresses of a page in all languages, each with its code, and where its readers choose, with `x-default`;
 * none if there is only English.
 */
export function addressesByLanguage(url: string): readonly (readonly [language: string, url: string])[] {
  const languages = listLanguages();
  if (languages.length < 2) return [];
  return [...languages.map((each) => [each, inLanguage(url, each)] as const), ["x-default", url]];
}

/**
 * Return the language of addresses that are given away, such as those of frames and pictures: that which the page names, or
 * that of the page; `null` for English.
 */
export function languageToGive({
  lang,
  spoken,
}: {
  readonly lang: string | null;
  readonly spoken: string;
}): string | null {
  return lang ?? (spoken === "en" ? null : spoken);
}

/** Write a query string with its question mark. Empty values are omitted; without values the result is empty. */
export function queryOf(pairs: readonly (readonly [name: string, value: string | null | undefined])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of pairs)
    if (value !== null && value !== undefined && value !== "") query.append(name, value);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Write an address in as few characters as a link of a page can have. @param page path of the page */
export function shortenHref(href: string, page: string): string {
  const folder = page.slice(0, page.lastIndexOf("/") + 1);
  const own = page.slice(folder.length);
  const rest = href.slice(folder.length);
  // A path that begins like a scheme, or like the name of a server, would lead elsewhere.
  const isWithin = href.startsWith(folder) && /^[^/?#:]+(?:[/?#]|$)/.test(rest);
  const short = !isWithin ? href : rest.startsWith(`${own}?`) ? rest.slice(own.length) : rest;
  return short.replaceAll("%3A", ":");
}

/** Length of addresses that servers and proxies accept, by default. */
const MAX_LENGTH = 8000;

/** Return an address that names members; `null` if it is too long to be asked for. */
export function unlessTooLong(href: string): string | null {
  return href.length > MAX_LENGTH ? null : href;
}
