import type { Form } from "./answer.js";

/** A form that a page has beside it, at a URL of its own. */
export type Alternate = Extract<Form, "json" | "csv" | "rss">;

/** The place of a page among the URLs of the server. */
export interface PagePlace {
  /** Prefix of every absolute link, without a slash at its end. */
  readonly origin: string;
  /** URL of the resource, without suffix and query. */
  readonly url: string;
  /** Query that belongs to the resource, with its question mark, or nothing. */
  readonly query: string;
  /** The other forms, each at `url.form` with the query. */
  readonly alternates: readonly Alternate[];
}
