import { decimalText, isDecimal } from "../../../core/model/values/decimal.js";
import { html, type Html } from "./html.js";
import type { PageLocale } from "./page-locale.js";
import { linkText } from "./linked-text.js";

/** Write all fields of a resource's JSON, folded away. */
export function allFields({ words }: PageLocale, data: object): Html {
  return html`<details class="fields">
    <summary>${words.figures.allFields}</summary>
    <div translate="no">${describe(data)}</div>
  </details>`;
}

/**
 * Write JSON data as markup: objects as description lists, arrays as lists, `html_url` as a link, links in descriptions, the
 * rest as text, amounts with all their digits.
 */
export function describe(value: unknown): Html {
  if (Array.isArray(value)) return describeList(value);
  if (isDecimal(value)) return describeText(decimalText(value));
  if (typeof value === "object" && value !== null) return describeObject(value);
  return describeText(value);
}

function describeObject(object: object): Html {
  if (Object.keys(object).length === 0) return html``;
  return html`<dl>
    ${Object.entries(object).map(
      ([key, value]) =>
        html`<dt>${key}</dt>
          <dd>${describeField(key, value)}</dd> `,
    )}
  </dl> `;
}

function describeField(key: string, value: unknown): Html {
  if (isLink(key, value)) return html`<a href="${value}">${value}</a>`;
  return key === "description" && typeof value === "string" ? html`<bdi>${linkText(value)}</bdi>` : describe(value);
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

/** True if the value is a link: the server writes every `html_url`, so they are safe to follow. */
function isLink(key: string, value: unknown): value is string {
  return key === "html_url" && typeof value === "string";
}
