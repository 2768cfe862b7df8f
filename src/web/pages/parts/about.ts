import type { PageLocale } from "./page-locale.js";
import { html, type Html } from "./html.js";
import { cutPieces, joinPieces, splitLinks, writeLinkedPieces } from "./linked-text.js";

/** Number of characters that stay visible: about two lines. */
const SHOWN = 190;
/** Texts that are hardly longer are not folded. */
const MAX_UNFOLDED = 260;
/** Most characters that stay visible so that a sentence stays whole. */
const MAX_SENTENCE = 320;

/** Write a description with its links; of a long one, two lines, of which the rest unfolds. @returns `null` without a text */
export function about({ words }: PageLocale, text: string | null): Html | null {
  const pieces = splitLinks(text?.trim() ?? "");
  const whole = joinPieces(pieces);
  if (whole === "") return null;
  if (whole.length <= MAX_UNFOLDED) return html`<p class="lead" dir="auto">${writeLinkedPieces(pieces)}</p>`;
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
  const [sentences = ""] = /^.*[.!?\u3002](?=\s)/s.exec(text.slice(0, MAX_UNFOLDED)) ?? [];
  if (sentences.length > SHOWN / 3) return sentences.length;
  const [first = ""] = /^.*?[.!?\u3002](?=\s)/s.exec(text.slice(sentences.length, MAX_SENTENCE)) ?? [];
  if (first !== "") return sentences.length + first.length;
  const [clauses = ""] = /^.*[,;:\u3001](?=\s)/s.exec(text.slice(0, SHOWN)) ?? [];
  if (clauses.length > SHOWN / 2) return clauses.length;
  const space = text.lastIndexOf(" ", SHOWN);
  // Half of a character outside the basic plane is none.
  return space > SHOWN / 2 ? space : text.slice(0, SHOWN).toWellFormed() === text.slice(0, SHOWN) ? SHOWN : SHOWN - 1;
}
