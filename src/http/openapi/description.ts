import type { Form } from "../../api/answer.js";
import type { Schema } from "./schema.js";

/** What the OpenAPI document says of a route beyond what follows from the route itself. */
export interface RouteDescription {
  /** Name of the operation for programs; unlike every other. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly details?: string;
  /** Parameters of the query, but for those that every route with its forms has. */
  readonly parameters?: readonly Parameter[];
  /** Fields of a multipart form that may be files; every parameter may be in a form then. */
  readonly form?: { readonly files: readonly string[] };
  /** The body as JSON. */
  readonly json?: Schema;
  /** The body of a call that goes on after it is answered. */
  readonly accepted?: Schema;
  /** What the body is in other forms. */
  readonly bodies?: Readonly<Partial<Record<Form, string>>>;
  /** Forms that are sent with a name to save them under. */
  readonly downloads?: readonly Form[];
  /** Whether there may be a page after this one. */
  readonly paged?: boolean;
  /** Where the answer is, when it is elsewhere, and the forms for which it is. */
  readonly redirect?: { readonly to: string; readonly forms: readonly Form[] };
  /** Whether the answer is that of a moment, and has no time of its last change. */
  readonly isOfNow?: boolean;
  /** Whether it is answered however often a client asks. */
  readonly isUnlimited?: boolean;
  /** Whether some answers tell of this one call, and have no validators. */
  readonly maySayOnce?: boolean;
  /** Whether it is answered about private datasets, too, whoever asks. */
  readonly isForAll?: boolean;
  /** A page for one browser: the fields of the form that is sent to it; a page that is shown has none. */
  readonly screen?: Readonly<Record<string, Schema>>;
  /** Statuses beyond those that follow from the path. */
  readonly statuses?: readonly number[];
}

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly required?: boolean;
  readonly example?: unknown;
}

export const TAGS = {
  Aggregation: "Totals of a dataset by whatever its entries are told apart by.",
  Search: "Entries of any datasets, by what they say.",
  Resources: "Datasets and what they consist of, read one by one.",
  Loading: "Where the data comes from, and how it gets here.",
  Users: "Who may do what.",
  Browsers: "Pages to sign in with, and for the API key. Nothing here is for programs.",
  Pages: "The face for people; what they show comes from the calls above.",
  Tax: "What a household pays in taxes.",
  Interface: "The interface itself.",
} as const;

export type Tag = keyof typeof TAGS;
