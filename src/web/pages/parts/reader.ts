import { createDates, type Dates } from "./dates.js";
import { createNumbers, type NumberFormats } from "./numbers.js";

/** The reader of a page: the language of numbers and dates, and the origin of links. */
export interface PageReader {
  /** A supported language tag. */
  readonly language: string;
  /** Name of the signed-in user; `null` on pages that all readers share. */
  readonly user: string | null;
  /** Prefix of every absolute link. */
  readonly origin: string;
  readonly numbers: NumberFormats;
  readonly dates: Dates;
  /** Return an address for a link, without the origin if it is this server. */
  readonly href: (url: string) => string;
}

export function createReader(language: string, origin: string, user: string | null = null): PageReader {
  const base = new URL(origin).pathname.replace(/\/$/, "");
  return {
    language,
    user,
    origin,
    numbers: createNumbers(language),
    dates: createDates(language),
    // Behind a proxy, the host name and the scheme may be unknown; a path works anyway.
    href: (url) =>
      url.startsWith(`${origin}/`) ? base + url.slice(origin.length) : url.startsWith("/") ? base + url : url,
  };
}
