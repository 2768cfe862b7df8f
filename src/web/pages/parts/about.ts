import type { PageLocale } from "./page-locale.js";
import { html, type Html } from "./html.js";
import { cutPieces, joinPieces, splitLinks, writeLinkedPieces } from "./linked-text.js";

/** Characters of a description that stay visible: about two lines. */
const SHOWN = 175;

/** Most characters up to the end of the last sentence; texts that are hardly longer than two lines are not folded. */
const UNFOLDED = 190;

/**
 * Write a description with its links; of a long one, two lines, of which the rest unfolds. The style of phones leaves one
 * line of them.
 * @returns `null` without a text
 */
export function about({ words }: PageLocale, text: string | null): Html | null {
  const pieces = splitLinks(text?.trim() ?? "");
  const whole = joinPieces(pieces);
  if (whole === "") return null;
  if (whole.length <= UNFOLDED) return html`<p class="lead" dir="auto">${writeLinkedPieces(pieces)}</p>`;
  const [before, after] = cutPieces(pieces, cutAt(whole));
  return html`<details class="lead about">
    <summary dir="auto">
      <span>${writeLinkedPieces(before)} </span><span class="more">${words.figures.more}</span>
    </summary>
    <p dir="auto">${writeLinkedPieces(after)}</p>
  </details>`;
}

/** Return where to cut a text: after a sentence, or else what a comma ends or a word, or within a long one. */
function cutAt(text: string): number {
  const [sentences = ""] = /^.*[.!?\u3002](?=\s)/s.exec(text.slice(0, UNFOLDED)) ?? [];
  if (sentences.length > SHOWN / 3) return sentences.length;
  const [clauses = ""] = /^.*[,;:\u3001](?=\s)/s.exec(text.slice(0, SHOWN)) ?? [];
  if (clauses.length > SHOWN / 2) return clauses.length;
  const space = text.lastIndexOf(" ", SHOWN);
  // Half of a character outside the basic plane is none.
  return space > SHOWN / 2 ? space : text.slice(0, SHOWN).toWellFormed() === text.slice(0, SHOWN) ? SHOWN : SHOWN - 1;
}
