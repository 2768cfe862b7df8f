import Negotiator from "negotiator";
import { DEFAULT_LANGUAGE, speakableTag } from "../../words/languages.js";

/** The wishes of a reader for a language, as a request has them. */
export interface LanguageSources {
  /** The parameter `lang`. */
  readonly lang: string | undefined;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
  /** The `Accept-Language` header. */
  readonly accepted: string | undefined;
}

/** The cookie that the menu of languages sets. */
const COOKIE = "spendcube_language";

/**
 * Choose the language of a page: that of its address, or else the one that the reader chose in the menu, or else the
 * preferred one of the browser that has words; else English. An address that names a language without words is
 * in English for everybody.
 * @returns a tag, with the region that numbers and dates are of
 */
export function chooseLanguage({ lang, cookie, accepted }: LanguageSources): string {
  if (isLanguage(lang)) return speakableTag(lang) ?? DEFAULT_LANGUAGE;
  const chosen = readLanguageCookie(cookie);
  return (chosen === undefined ? null : speakableTag(chosen)) ?? negotiateLanguage(accepted);
}

/** True if a parameter `lang` names a language: it chooses that of the page, whatever the headers say. */
export function isLanguage(lang: string | undefined): lang is string {
  return lang !== undefined && /^\s*[a-z]{2,3}(?:[-_][a-z0-9]+)*\s*$/i.test(lang);
}

/** The language of a page, and the headers that chose it; none if the address alone did. */
export interface ChosenLanguage {
  readonly language: string;
  readonly chosenBy: readonly string[];
}

/**
 * Choose the language of a page by a request.
 * @param isOfAddress true if what the reader prefers does not count, as in frames of other sites
 */
export function languageOfRequest(
  headers: ReadonlyMap<string, string>,
  lang: string | undefined,
  isOfAddress = false,
): ChosenLanguage {
  if (isOfAddress || isLanguage(lang)) {
    return { language: chooseLanguage({ lang, cookie: undefined, accepted: undefined }), chosenBy: [] };
  }
  const language = chooseLanguage({ lang, cookie: headers.get("cookie"), accepted: headers.get("accept-language") });
  const hasCookie = readLanguageCookie(headers.get("cookie")) !== undefined;
  return { language, chosenBy: hasCookie ? ["Accept-Language", "Cookie"] : ["Accept-Language"] };
}

/** Return the preferred language of an `Accept-Language` header that has words; English if none has. */
function negotiateLanguage(accepted: string | undefined): string {
  if (accepted === undefined) return DEFAULT_LANGUAGE;
  const wanted = new Negotiator({ headers: { "accept-language": accepted } }).languages();
  for (const language of wanted) {
    const tag = speakableTag(language);
    if (tag !== null) return tag;
  }
  return DEFAULT_LANGUAGE;
}

/** Read the language that the menu has set; `undefined` if the cookie is absent. */
function readLanguageCookie(cookie: string | undefined): string | undefined {
  return cookie === undefined ? undefined : new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{2,35})`).exec(cookie)?.[1];
}

/** True if a `Cookie` header has the language and nothing that is about the reader. */
export function isLanguageOnly(cookie: string): boolean {
  return new RegExp(`^${COOKIE}=[\\w-]*$`).test(cookie);
}

/** Write a `Set-Cookie` header that keeps a language for a year. */
export function writeLanguageCookie(language: string, secure: boolean): string {
  return `${COOKIE}=${language}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
