import type { CallInput, SeeOther } from "../message/route.js";
import { writeLanguageCookie } from "../request/language.js";
import { codeOfWords } from "../../words/languages.js";
import { nextPath } from "./next-path.js";
import { refuseOtherFormats } from "./posted-form.js";

/**
 * `POST /settings/language`: keep the language that a reader chose in the menu of a page, and show that page again. It
 * changes nothing on the server, so that it needs no token; an unknown language changes nothing at all.
 */
export async function acceptLanguage(input: CallInput): Promise<SeeOther> {
  refuseOtherFormats(input);
  const fields = new URLSearchParams((await input.body()).toString("utf8"));
  const lang = fields.get("lang") ?? "";
  const page = withoutOrigin(input.referer, input.origin) ?? fields.get("next");
  const isKnown = codeOfWords(lang) === lang;
  const cookie = isKnown ? writeLanguageCookie(lang, input.secure) : undefined;
  return { seeOther: inLanguage(nextPath(page, "/"), isKnown ? lang : null), cookie };
}

/** Return the path of an address of this server; `null` for others. */
function withoutOrigin(address: string | undefined, origin: string): string | null {
  return address?.startsWith(`${origin}/`) ? address.slice(origin.length) : null;
}

/** Name the chosen language in an address that names one, which would prevail. */
function inLanguage(path: string, lang: string | null): string {
  return lang === null ? path : path.replace(/([?&]lang=)[^&#]*/g, `$1${lang}`);
}
