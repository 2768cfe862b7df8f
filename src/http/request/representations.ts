import Negotiator from "negotiator";
import type { Form } from "../../api/answer.js";
import { InvalidQuery, type UserError } from "../../errors/errors.js";
import type { HttpRequest } from "../message/message.js";
import { NotAcceptable } from "../message/refusals.js";
import type { Route } from "../message/route.js";
import { CONTENT_TYPES } from "./content-types.js";
import type { RequestTarget } from "./target.js";

/** Forms that a suffix of a path can name: any other suffix is part of a name. */
const SUFFIXES = ["html", "json", "csv", "rss"] as const;

export type Suffix = (typeof SUFFIXES)[number];

export function isSuffix(text: string): text is Suffix {
  return (SUFFIXES as readonly string[]).includes(text);
}

/** Forms that an `Accept` header can get from an `/api` call: nobody takes these by accident. */
const ACCEPTED: readonly Form[] = ["json", "arrow", "ndjson"];

/** By what a client says which form it wants. */
export interface Wish {
  readonly kind: Route["kind"];
  readonly format: string | undefined;
  readonly suffix: Suffix | undefined;
  readonly accept: string | undefined;
}

export function readWish(
  { kind }: Route,
  suffix: Suffix | undefined,
  target: RequestTarget,
  request: HttpRequest,
): Wish {
  return { kind, suffix, format: target.parameters.get("format"), accept: request.headers.get("accept") };
}

/**
 * The form to answer in, of those that are there; `undefined` when a suffix or a `format` names none of them.
 * An `/api` call answers JSON unless `format` says otherwise, which means nothing where there is no choice, or `Accept`
 * prefers a form for programs; what else it says means nothing. A REST resource goes by its suffix, else by `Accept`; what names nothing that is there gets HTML, and without HTML, JSON.
 */
export function findForm(available: readonly string[], { kind, format, suffix, accept }: Wish): Form | undefined {
  const forms = orderForms(available);
  if (kind === "api") {
    if (format !== undefined && forms.length > 1) return find(forms, format);
    return (
      preferredForm(
        accept,
        ACCEPTED.filter((form) => forms.includes(form)),
      ) ?? "json"
    );
  }
  if (suffix !== undefined) return find(forms, suffix);
  return preferredForm(accept, forms) ?? find(forms, "html") ?? find(forms, "json") ?? forms[0];
}

function preferredForm(accept: string | undefined, forms: readonly Form[]): Form | undefined {
  const types = forms.map((form) => CONTENT_TYPES[form]);
  const best = preferredType(accept, types);
  return best === undefined ? undefined : forms[types.findIndex((type) => type === best)];
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
  return accept === undefined ? types[0] : new Negotiator({ headers: { accept } }).mediaType(types);
}

function orderForms(available: readonly string[]): readonly Form[] {
  return (Object.keys(CONTENT_TYPES) as Form[]).filter((form) => available.includes(form));
}

function find(forms: readonly Form[], name: string): Form | undefined {
  return forms.find((form) => form === name);
}
