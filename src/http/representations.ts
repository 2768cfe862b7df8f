import Negotiator from "negotiator";
import type { Form } from "../api/answer.js";
import { InvalidQuery } from "../errors/errors.js";
import { NotAcceptable } from "./refusals.js";
import type { Route } from "./route.js";

/** Every suffix of a path that names a form; a call answers in those of its own forms. */
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

/** Forms in the order of preference where a client has none. */
export function orderForms(forms: readonly string[]): readonly Form[] {
  return Object.keys(CONTENT_TYPES).filter((form) => forms.includes(form)) as Form[];
}

/**
 * The form of an answer: of an `/api` call JSON or what `format` says, of a REST resource negotiated.
 * @throws InvalidQuery or NotAcceptable when it has no such form
 */
export function chooseForm(
  kind: Route["kind"],
  forms: readonly Form[],
  asked: { readonly format: string | undefined; readonly suffix: Suffix | undefined; readonly accept: string | undefined },
): Form {
  return kind === "api" ? chooseFormat(forms, asked.format) : negotiateForm(forms, asked.suffix, asked.accept);
}

/**
 * The form of a REST resource: by its suffix, else by `Accept`. What names nothing that is there gets HTML, and
 * where there is none JSON.
 * @throws NotAcceptable when there is no form of that suffix
 */
function negotiateForm(forms: readonly Form[], suffix: Suffix | undefined, accept: string | undefined): Form {
  if (suffix !== undefined) {
    if ((forms as readonly string[]).includes(suffix)) return suffix as Form;
    throw new NotAcceptable(`There is no .${suffix} here; there is: ${forms.map((form) => `.${form}`).join(", ")}`);
  }
  const best = preferredType(
    accept,
    forms.map((form) => CONTENT_TYPES[form]),
  );
  return forms.find((form) => CONTENT_TYPES[form] === best) ?? (forms.includes("html") ? "html" : "json");
}

/**
 * The form of an `/api` call: JSON, or what `format` says where there is a choice.
 * @throws InvalidQuery when it has no such form
 */
function chooseFormat(forms: readonly Form[], format: string | undefined): Form {
  if (format === undefined || forms.length === 1) return "json";
  if ((forms as readonly string[]).includes(format)) return format as Form;
  throw new InvalidQuery(`Unknown format "${format}"; known: ${forms.join(", ")}`);
}

/** The best of some media types for an `Accept` header; `undefined` when it takes none of them. */
export function preferredType(accept: string | undefined, types: readonly string[]): string | undefined {
  return new Negotiator({ headers: { accept } }).mediaType(types);
}
