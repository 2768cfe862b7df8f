import Negotiator from "negotiator";
import type { Form } from "../../../calls/answer.js";
import { didYouMean } from "../../../core/model/nearest.js";
import { InvalidQuery, type UserError } from "../../../core/errors/errors.js";
import type { HttpRequest } from "../message/message.js";
import { NotAcceptable } from "../message/refusals.js";
import type { Route } from "../message/route.js";
import { CONTENT_TYPES } from "./content-types.js";
import type { RequestTarget } from "./target.js";

/** Formats that a suffix of any path can name. Any other suffix is part of a name, unless the path has that format. */
const SUFFIXES = ["html", "json", "csv", "rss"] as const;

/** Formats that a suffix can name where the path has them. */
const RARE_SUFFIXES = ["ndjson", "xlsx", "atom", "bib", "jsonld", "ttl"] as const;

export type Suffix = (typeof SUFFIXES)[number] | (typeof RARE_SUFFIXES)[number];

/** True if a text names a format as a suffix. @param forms formats that the path has */
export function isSuffix(text: string, forms: readonly Form[]): text is Suffix {
  const rare = RARE_SUFFIXES.filter((form) => forms.includes(form));
  return [...SUFFIXES, ...rare].some((suffix) => suffix === text);
}

/** Formats of `/api` calls that `Accept` can choose: no browser asks for these by default. */
const ACCEPTED: readonly Form[] = ["json", "arrow", "ndjson"];

/** The parts of a request that say which format the client wants. */
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
 * Choose the format to answer in; `undefined` when a suffix or `format` names none of those available. An `/api` call
 * answers JSON unless `format` (ignored without a choice) names another format, or `Accept` prefers one of `ACCEPTED`.
 * A resource goes by its suffix, else by `Accept`; if `Accept` names none available, it gets HTML, or JSON if there is
 * no HTML.
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

/** Return the error for a request that `findForm` found no format for. */
export function refuseForm(available: readonly string[], { kind, format, suffix }: Wish): UserError {
  const forms = orderForms(available);
  return kind === "api"
    ? new InvalidQuery(`Unknown format "${format}"; known: ${forms.join(", ")}${didYouMean(format ?? "", forms)}`)
    : new NotAcceptable(`There is no .${suffix} here; available: ${forms.map((form) => `.${form}`).join(", ")}`);
}

/** Choose the best of some media types for an `Accept` header; `undefined` when it accepts none of them. */
export function preferredType(accept: string | undefined, types: readonly string[]): string | undefined {
  return accept === undefined ? types[0] : new Negotiator({ headers: { accept } }).mediaType(types);
}

function orderForms(available: readonly string[]): readonly Form[] {
  return (Object.keys(CONTENT_TYPES) as Form[]).filter((form) => available.includes(form));
}

function find(forms: readonly Form[], name: string): Form | undefined {
  return forms.find((form) => form === name);
}
