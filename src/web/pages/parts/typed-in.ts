import { NUMBERS } from "../../../calls/views/pages/typed-amounts.js";
import { html, type Html } from "./html.js";
import type { PageLocale } from "./page-locale.js";

/** Write the hidden field that says in which language the amounts of a form are typed. */
export function typedIn({ language }: PageLocale): Html {
  return html`<input type="hidden" name="${NUMBERS}" value="${language}" />`;
}
