import { html, type Html } from "./html.js";

/** A year by both of its years, such as 2009–10, 2009/10 or 2009-10. */
const BOTH_YEARS = /(?<![\p{L}\d–/-])(\d{4}[–/-]\d{2})(?![\p{L}\d–/-])/u;

/** Write a heading in which the two years of a fiscal year stay on one line. */
export function keepYears(heading: string): Html {
  const parts = heading.split(BOTH_YEARS);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<span class="years">${part}</span>` : part))}`;
}
