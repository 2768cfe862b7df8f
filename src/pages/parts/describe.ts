import { html, type Html } from "./html.js";

/** Everything that the JSON of something says, for those who look for it. */
export function allFields(data: object): Html {
  return html`<details class="fields">
    <summary>All fields</summary>
    ${describe(data)}
  </details>`;
}

/** Data of any shape as markup: objects as lists of terms, lists as lists, text as it reads, `html_url` as a link. */
export function describe(value: unknown): Html {
  if (Array.isArray(value)) return describeList(value);
  if (typeof value === "object" && value !== null) return describeObject(value);
  return describeText(value);
}

function describeObject(object: object): Html {
  if (Object.keys(object).length === 0) return html``;
  return html`<dl>
    ${Object.entries(object).map(
      ([key, value]) =>
        html`<dt>${key}</dt>
          <dd>${isLink(key, value) ? html`<a href="${value}">${value}</a>` : describe(value)}</dd> `,
    )}
  </dl> `;
}

function describeList(list: readonly unknown[]): Html {
  if (list.length === 0) return html``;
  return html`<ul>
    ${list.map((value) => html`<li>${describe(value)}</li> `)}
  </ul> `;
}

function describeText(value: unknown): Html {
  return html`<bdi>${value === null || value === undefined ? null : String(value)}</bdi>`;
}

/** Links are made by the server; what else is called like that is text. */
function isLink(key: string, value: unknown): value is string {
  return key === "html_url" && typeof value === "string";
}
