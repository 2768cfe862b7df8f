import type { Format } from "./formats.js";

/** Another format of a page, with its own URL. */
export type Alternate = Extract<Format, "json" | "csv" | "rss" | "atom" | "jsonld" | "ttl">;

/** The place of a page among the URLs of the server. */
export interface PagePlace {
  /** Prefix of every absolute link, without a slash at its end. */
  readonly origin: string;
  /** URL of the resource, without suffix and query. */
  readonly url: string;
  /** Query that belongs to the resource, with its question mark, or empty. */
  readonly query: string;
  /** The other formats, each at `url.format` with the query. */
  readonly alternates: readonly Alternate[];
}

/** A page that a feature draws. */
export interface FeaturePage extends PagePlace {
  readonly kind: `feature ${string}`;
}
