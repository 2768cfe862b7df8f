import { html, type Html } from "./html.js";

/** A page that is about whoever reads it. It needs nothing else to be shown. */
export function renderForm(title: string, faults: readonly string[], main: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${faults.map((fault) => html`<p role="alert" dir="auto">${fault}</p> `)} ${main}
        </main>
      </body>
    </html> `.markup;
}

/** What tells a form of this server from those of others. */
export function tokenField(token: string): Html {
  return html`<input type="hidden" name="token" value="${token}" />`;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password" | "email";
  readonly autocomplete: string;
  readonly value?: string;
  readonly optional?: boolean;
}

export function field({ name, label, type, autocomplete, value = "", optional = false }: Field): Html {
  const input = html`<input
    id="${name}"
    name="${name}"
    type="${type}"
    value="${value}"
    autocomplete="${autocomplete}"
    ${optional ? null : html`required`}
  />`;
  return html`<p><label for="${name}">${label}</label> ${input}</p> `;
}
