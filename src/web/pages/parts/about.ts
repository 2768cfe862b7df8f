import type { PageLocale } from "./page-locale.js";
import { html, type Html } from "./html.js";
import { cutPieces, joinPieces, type LinkedPiece, splitLinks, writeLinkedPieces } from "./linked-text.js";

/** Numbers of characters of a description that stay visible. */
interface Visible {
  /** About two lines. */
  readonly shown: number;
  /** Most characters up to the end of the last sentence. */
  readonly unfolded: number;
  /** Most characters so that the first sentence stays whole. */
  readonly sentence: number;
}

/** Texts that are hardly longer than two lines are not folded. */
const WIDE: Visible = { shown: 190, unfolded: 260, sentence: 320 };
const PHONE: Visible = { shown: 90, unfolded: 110, sentence: 110 };

/**
 * Write a description with its links; of a long one, two lines, on phones two shorter ones, of which the rest unfolds.
 * @returns `null` without a text
 */
export function about({ words }: PageLocale, text: string | null): Html | null {
  const pieces = splitLinks(text?.trim() ?? "");
  const whole = joinPieces(pieces);
  if (whole === "") return null;
  if (whole.length <= WIDE.unfolded) return html`<p class="lead" dir="auto">${writeLinkedPieces(pieces)}</p>`;
  const [before, after] = cutPieces(pieces, cutAt(whole, WIDE));
  const [first, more] = cutPieces(before, cutAt(joinPieces(before), PHONE));
  return html`<details class="lead about">
    <summary dir="auto">
      <span>${writeLinkedPieces(first)}${more.length === 0 ? null : beyondPhones(first, more)} </span
      ><span class="more">${words.figures.more}</span>
    </summary>
    <p dir="auto">${writeLinkedPieces(after)}</p>
  </details>`;
}

/** Write what phones leave out before the rest unfolds; an ellipsis stands for it in the middle of a sentence. */
function beyondPhones(first: readonly LinkedPiece[], more: readonly LinkedPiece[]): Html {
  const isBroken = !/[\p{P}]$/u.test(joinPieces(first).trim());
  return html`${isBroken ? html`<span class="phones" aria-hidden="true">…</span>` : null}<span class="beyond-phones"
      >${writeLinkedPieces(more)}</span
    >`;
}

/** Return where to cut a text: after a sentence, or else what a comma ends or a word, or within a long one. */
function cutAt(text: string, { shown, unfolded, sentence }: Visible): number {
  if (text.length <= shown) return text.length;
  const [sentences = ""] = /^.*[.!?\u3002](?=\s)/s.exec(text.slice(0, unfolded)) ?? [];
  if (sentences.length > shown / 3) return sentences.length;
  const [first = ""] = /^.*?[.!?\u3002](?=\s)/s.exec(text.slice(sentences.length, sentence)) ?? [];
  if (first !== "") return sentences.length + first.length;
  const [clauses = ""] = /^.*[,;:\u3001](?=\s)/s.exec(text.slice(0, shown)) ?? [];
  if (clauses.length > shown / 2) return clauses.length;
  const space = text.lastIndexOf(" ", shown);
  // Half of a character outside the basic plane is none.
  return space > shown / 2 ? space : text.slice(0, shown).toWellFormed() === text.slice(0, shown) ? shown : shown - 1;
}
