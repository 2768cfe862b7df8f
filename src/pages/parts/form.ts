import { html, type Html } from "./html.js";
import { createReader } from "./reader.js";
import { renderScreen } from "./screen.js";

/** A page that is about whoever reads it. @param origin where links lead */
export function renderForm(origin: string, title: string, errors: readonly string[], form: Html): string {
  const main = html`<div class="form">${form}</div>`;
  return renderScreen(createReader("en", origin), { title, errors, main });
}

/** What tells a form of this server from those of others. */
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
