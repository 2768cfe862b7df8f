import { html, type Html } from "./html.js";

/** Number of characters that stay visible: about two lines. */
const SHOWN = 190;
/** Texts that are hardly longer are not folded. */
const MAX_UNFOLDED = 260;

/** Write a description; of a long one, two lines, of which the rest unfolds. @returns `null` without a text */
export function about(text: string | null): Html | null {
  const whole = text?.trim() ?? "";
  if (whole === "") return null;
  if (whole.length <= MAX_UNFOLDED) return html`<p class="lead" dir="auto">${whole}</p>`;
  const at = cutAt(whole);
  return html`<details class="lead about">
    <summary dir="auto"><span>${whole.slice(0, at).trimEnd()} </span><span class="more">… More</span></summary>
    <p dir="auto">${whole.slice(at).trimStart()}</p>
  </details>`;
}

/** Return where to cut a text: after a word, or within a long one. */
function cutAt(text: string): number {
  const space = text.lastIndexOf(" ", SHOWN);
  // Half of a character outside the basic plane is none.
  return space > SHOWN / 2 ? space : text.slice(0, SHOWN).toWellFormed() === text.slice(0, SHOWN) ? SHOWN : SHOWN - 1;
}
