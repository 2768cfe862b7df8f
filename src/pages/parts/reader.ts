import { createDates, type Dates } from "./dates.js";
import { createNumbers, type NumberFormats } from "./numbers.js";

/** Who reads a page: in which language numbers and dates are written, and from where the server is reached. */
export interface Reader {
  /** A language tag that is known here. */
  readonly language: string;
  /** Prefix of every absolute link. */
  readonly origin: string;
  readonly numbers: NumberFormats;
  readonly dates: Dates;
  /** An address for a link: without the origin where it is the server's own. */
  readonly href: (url: string) => string;
}

export function createReader(language: string, origin: string): Reader {
  const base = new URL(origin).pathname.replace(/\/$/, "");
  return {
    language,
    origin,
    numbers: createNumbers(language),
    dates: createDates(language),
    // What a proxy calls the server, or whether it speaks TLS, may be unknown: a path leads there all the same.
    href: (url) =>
      url.startsWith(`${origin}/`) ? base + url.slice(origin.length) : url.startsWith("/") ? base + url : url,
  };
}
