import { html, type Html } from "./html.js";

/** Write the attributes of an invalid field. @param id of the element with its errors */
export function markWrong(id: string): Html {
  return html`aria-invalid="true" aria-describedby="${id}"`;
}
