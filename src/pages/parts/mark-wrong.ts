import { html, type Html } from "./html.js";

/** What a field has among its attributes where something is wrong with it. @param id of what says so */
export function markWrong(id: string): Html {
  return html`aria-invalid="true" aria-describedby="${id}"`;
}
