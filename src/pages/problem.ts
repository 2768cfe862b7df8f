import { html } from "./html.js";

/** A page that says what was wrong; it needs nothing else to be shown. */
export function renderProblem(title: string, faults: readonly string[]): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
      </head>
      <body>
        <h1>${title}</h1>
        ${faults.map((fault) => html`<p dir="auto">${fault}</p> `)}
        <p><a href="/">All datasets</a></p>
      </body>
    </html> `.markup;
}
