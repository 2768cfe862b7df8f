import Negotiator from "negotiator";
import type { Form } from "../api/answer.js";
import { InvalidQuery, type UserError } from "../errors/errors.js";
import type { HttpRequest } from "./message.js";
import { NotAcceptable } from "./refusals.js";
import type { Route } from "./route.js";
import type { Target } from "./target.js";

/** Every form that a suffix of a path can name, the default one of the interface first. */
export const CONTENT_TYPES = {
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
} as const;

export type Suffix = keyof typeof CONTENT_TYPES;

export function isSuffix(text: string): text is Suffix {
  return Object.hasOwn(CONTENT_TYPES, text);
}

/** By what a client says which form it wants. */
export interface Wish {
  readonly kind: Route["kind"];
  readonly format: string | undefined;
  readonly suffix: Suffix | undefined;
  readonly accept: string | undefined;
}

export function readWish({ kind }: Route, suffix: Suffix | undefined, target: Target, request: HttpRequest): Wish {
  return { kind, suffix, format: target.parameters.get("format"), accept: request.headers.get("accept") };
}

/**
 * The form to answer in, of those that are there; `undefined` when a suffix or a `format` names none of them.
 * An `/api` call answers JSON unless `format` says otherwise, which means nothing where there is no choice. A REST
 * resource goes by its suffix, else by `Accept`; what names nothing that is there gets HTML, and without HTML, JSON.
 */
export function findForm(available: readonly string[], { kind, format, suffix, accept }: Wish): Form | undefined {
  const forms = orderForms(available);
  if (kind === "api") return format === undefined || forms.length === 1 ? "json" : find(forms, format);
  if (suffix !== undefined) return find(forms, suffix);
  const types = forms.map((form) => CONTENT_TYPES[form]);
  const best = preferredType(accept, types);
  return best === undefined ? (find(forms, "html") ?? "json") : forms[types.findIndex((type) => type === best)];
}

/** Why there is no form to answer in. */
export function refuseForm(available: readonly string[], { kind, format, suffix }: Wish): UserError {
  const forms = orderForms(available);
  return kind === "api"
    ? new InvalidQuery(`Unknown format "${format}"; known: ${forms.join(", ")}`)
    : new NotAcceptable(`There is no .${suffix} here; there is: ${forms.map((form) => `.${form}`).join(", ")}`);
}

/** The best of some media types for an `Accept` header; `undefined` when it takes none of them. */
export function preferredType(accept: string | undefined, types: readonly string[]): string | undefined {
  return new Negotiator({ headers: { accept } }).mediaType(types);
}

function orderForms(available: readonly string[]): readonly Form[] {
  return (Object.keys(CONTENT_TYPES) as Suffix[]).filter((form): form is Form => available.includes(form));
}

function find(forms: readonly Form[], name: string): Form | undefined {
  return forms.find((form) => form === name);
}
