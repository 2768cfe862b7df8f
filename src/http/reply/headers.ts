import type { Headers } from "../message/message.js";

/** On every reply. */
export const COMMON: Headers = [
  ["X-Content-Type-Options", "nosniff"],
  ["Vary", "Accept, Accept-Encoding, Authorization"],
];

/** On what is shown to one browser. */
export const FOR_ONE_BROWSER: Headers = [["Vary", "Cookie"]];

/** On what pages of other origins may read. */
export const CROSS_ORIGIN: Headers = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Expose-Headers", "Link, ETag, Location, Retry-After, Content-Disposition"],
];

export const PREFLIGHT: Headers = [
  ["Access-Control-Allow-Headers", "Authorization, Content-Type, If-None-Match, If-Modified-Since"],
  ["Access-Control-Max-Age", "86400"],
];

/** On every page: numbers and dates are written as its reader does. */
export const PAGE_HEADERS: Headers = [["Vary", "Accept-Language"]];

export const HTML_POLICY = policy("frame-ancestors 'none'");

/** On what may stand in a frame of any page. */
export const FRAMED_POLICY = policy("frame-ancestors *");

function policy(ancestors: string): Headers {
  const own =
    "default-src 'none'; style-src 'self'; img-src 'self' data:; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";
  return [["Content-Security-Policy", `${own}; ${ancestors}`]];
}

/** Public data may be kept, and is asked after each time; anything else is for one reader once. */
export function cachePolicy(isPublic: boolean): string {
  return isPublic ? "public, max-age=0, must-revalidate" : "private, no-store";
}

/** What is never anything else is kept without asking. */
export const FOR_EVER = "public, max-age=31536000, immutable";

/** Names of downloads come from names of datasets and members: nothing of them may end the header. */
export function attachment(filename: string): string {
  return `attachment; filename="${filename.replace(/[^\w.-]+/g, "_")}"`;
}
