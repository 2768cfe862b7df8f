import { html, type Html } from "./html.js";
import type { LayoutContent } from "./layout.js";
import type { PageLocale } from "./page-locale.js";
import { screenContent } from "./screen.js";

/** A page with a form for one browser session. */
export interface FormPage {
  /** Prefix of every absolute link, without a slash at its end. */
  readonly origin: string;
  /** Proves that this server sent the form (protection against forged requests). */
  readonly token: string;
  /** Errors of the last submission. */
  readonly errors: readonly string[];
}

/** Build the content of a page that is a form, without numbers or dates. */
export function formContent(locale: PageLocale, title: string, errors: readonly string[], form: Html): LayoutContent {
  return screenContent(locale, { title, errors, main: html`<div class="form">${form}</div>` });
}

/** Write the hidden field with the token of the session. */
export function tokenField(token: string): Html {
  return html`<input type="hidden" name="token" value="${token}" />`;
}

export interface InputField {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password" | "email";
  readonly autocomplete: string;
  readonly value?: string;
  readonly optional?: boolean;
}

export function field({ name, label, type, autocomplete, value = "", optional = false }: InputField): Html {
  const input = html`<input
    id="${name}"
    name="${name}"
    type="${type}"
    value="${value}"
    autocomplete="${autocomplete}"
    ${optional ? null : html`required=""`}
  />`;
  return html`<p><label for="${name}">${label}</label> ${input}</p> `;
}
