import type { Format } from "./formats.js";
import type { Schema } from "./schema.js";

/** The part of a route's OpenAPI description that does not follow from the route itself. */
export interface RouteDescription {
  /** Unique name of the operation, for programs. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly details: string;
  /** Parameters of the query, without those that follow from the route's formats. */
  readonly parameters?: readonly Parameter[];
  /** Fields of a multipart form that may be files. If present, every parameter may also be sent in a form. */
  readonly form?: { readonly files: readonly string[] };
  /** The body of the request, if it is JSON. */
  readonly message?: Schema;
  /** Description of a 202 without a body. */
  readonly silent?: string;
  /** The body as JSON. */
  readonly json?: Schema;
  /** The body of a 202, for work that continues after the answer. */
  readonly accepted?: Schema;
  /** Descriptions of the body in other formats. */
  readonly bodies?: Readonly<Partial<Record<Format, string>>>;
  /** Formats that are sent with a file name to save them under here, beside those that always are. */
  readonly downloads?: readonly Format[];
  /** True if answers have pages, with a `Link` to the next. */
  readonly paged?: boolean;
  /** Formats that are redirected, and a description of the target. */
  readonly redirect?: { readonly to: string; readonly formats: readonly Format[] };
  /** True if an answer may have a header with warnings. */
  readonly maySayWarnings?: boolean;
  /** True for a file, of which parts may be requested. */
  readonly isFile?: boolean;
  /** True if the answer has no `Last-Modified`. */
  readonly isOfNow?: boolean;
  /** True if the rate limit does not apply. */
  readonly isUnlimited?: boolean;
  /** True if some answers describe this one call and have no validators. */
  readonly maySayOnce?: boolean;
  /** True if callers without access to a private dataset get an answer too. */
  readonly isForAll?: boolean;
  /** Fields of the form that is sent to a page for one browser session; `{}` for a page that is only shown. */
  readonly screen?: Readonly<Record<string, Schema>>;
  /** True if the version in the path need not be kept. */
  readonly isOfAllVersions?: boolean;
  /** True if the path or the parameters may name one, though the call changes with more than the data, such as files. */
  readonly isOfVersion?: boolean;
  /** Requests that are answered where there is a dataset `town`, for tests. */
  readonly samples?: readonly string[];
  /** Statuses beyond those that follow from the route. */
  readonly statuses?: readonly number[];
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly required?: boolean;
  readonly example?: unknown;
  /** Several examples by name, instead of `example`. */
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

/** List the names of the parameters of a call. */
export function parameterNames({ parameters = [] }: Pick<RouteDescription, "parameters">): readonly string[] {
  return parameters.map(({ name }) => name);
}

export const TAGS = {
  Aggregation: "Sums of a dataset's measures, grouped by dimensions and attributes.",
  Search: "Full-text search over the entries of all datasets.",
  Cubes: "The newer interface of OpenSpending, babbage: every dataset is a cube.",
  Resources: "Datasets, dimensions, members and entries, each at its own URL.",
  Loading: "Loads of data, their sources and runs.",
  Users: "Permissions of users.",
  Browsers: "Pages and forms for signed-in browsers. Programs use an API key instead.",
  Pages: "HTML pages for readers; they show answers of the calls above.",
  Tax: "Estimates of the taxes of a household.",
  Assistants: "Questions of AI assistants, over the Model Context Protocol.",
  Interface: "This document, the files of pages, and health checks.",
} as const;

export type Tag = keyof typeof TAGS;
