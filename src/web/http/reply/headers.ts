import { codeOfWords } from "../../words/languages.js";
import { EXPOSED_HEADERS } from "../message/header-names.js";
import type { Headers } from "../message/message.js";

/** Headers of every reply. */
export const COMMON: Headers = [
  ["X-Content-Type-Options", "nosniff"],
  ["Vary", "Accept, Accept-Encoding, Authorization"],
];

/**
 * Headers of every reply of a server that speaks HTTPS itself (RFC 6797): browsers use HTTPS only for a year. Behind a
 * proxy that is the proxy's decision.
 */
export const HTTPS_ONLY: Headers = [["Strict-Transport-Security", "max-age=31536000"]];

/** Headers of a page for one browser session. */
export const FOR_ONE_BROWSER: Headers = [["Vary", "Cookie"]];

/** Headers of replies that pages of other origins may read. */
export const CROSS_ORIGIN: Headers = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Expose-Headers", EXPOSED_HEADERS.join(", ")],
];

const USUAL_HEADERS = ["Authorization", "Content-Type", "If-None-Match", "If-Modified-Since"];
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Return the headers of a reply that allows any headers. `*` would leave out `Authorization`.
 * @param requested names of the headers that the client wants to send, separated by commas
 */
export function preflightHeaders(requested = ""): Headers {
  const known = new Set(USUAL_HEADERS.map((name) => name.toLowerCase()));
  const others = requested.split(",").map((name) => name.trim());
  const added = others.filter((name) => HEADER_NAME.test(name) && !known.has(name.toLowerCase()));
  return [
    ["Access-Control-Allow-Headers", [...USUAL_HEADERS, ...added].join(", ")],
    ["Access-Control-Max-Age", "86400"],
    ["Vary", "Access-Control-Request-Headers"],
  ];
}

/**
 * Return the headers of a page or a picture in a language.
 * @param chosenBy headers of the request that chose it, not its address. Without the cookie of the menu, `Cookie` is not
 * among them, so that shared caches keep one page for all other readers: they ask each time whether it is still right, with
 * the headers of the reader who wants it. What they keep without asking names `Cookie` for everybody
 */
export function languageHeaders(language: string, chosenBy: readonly string[]): Headers {
  return [
    ["Content-Language", codeOfWords(language) ?? "en"],
    ...(chosenBy.length === 0 ? [] : ([["Vary", chosenBy.join(", ")]] satisfies Headers)),
  ];
}

export const HTML_POLICY = policy("frame-ancestors 'none'");

/** Headers of pages that any site may frame. */
export const FRAMED_POLICY = policy("frame-ancestors *");

/** Headers of pictures: they may style themselves and load nothing, whatever is written in them. */
export const PICTURE_POLICY: Headers = [["Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"]];

function policy(ancestors: string): Headers {
  const own =
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";
  return [["Content-Security-Policy", `${own}; ${ancestors}`]];
}

/** Return the `Cache-Control` of an answer: public ones are cached and revalidated each time, others are not stored. */
export function cachePolicy(isPublic: boolean): string {
  return isPublic ? "public, max-age=0, must-revalidate" : "private, no-store";
}

/** `Cache-Control` of content that never changes under its URL. */
export const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * Write the `Content-Disposition` of a download. Other characters than letters, digits, `_`, `.` and `-` become `_`; a name
 * with letters of other scripts is there a second time, as RFC 6266 has it.
 */
export function attachment(filename: string): string {
  const plain = `attachment; filename="${filename.replace(/[^\w.-]+/g, "_")}"`;
  const hasOthers = /\p{L}/u.test(filename.replaceAll(/[a-z]/gi, ""));
  return hasOthers ? `${plain}; filename*=UTF-8''${encodeRest(filename)}` : plain;
}

/** Encode a text as a parameter of a header (RFC 8187). */
function encodeRest(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
