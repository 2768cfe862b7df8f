import { html, type Html } from "./html.js";

/** A piece of a text, with the address that it leads to. */
export interface LinkedPiece {
  readonly text: string;
  /** A safe `http` or `https` URL; `null` if the piece leads nowhere. */
  readonly url: string | null;
}

/** A link as Markdown writes it, perhaps with a title. Its address may have brackets in pairs. */
const MARKDOWN_LINK =
  /\[([^[\]]{1,300})\]\((https?:\/\/[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:\s+"[^"]{0,300}")?\)/gi;

/** Split a text at its Markdown links. Links that do not lead to `http` or `https` stay text, as they are written. */
export function splitLinks(text: string): readonly LinkedPiece[] {
  const pieces: LinkedPiece[] = [];
  let at = 0;
  for (const { 0: written, 1: name, 2: url, index } of text.matchAll(MARKDOWN_LINK)) {
    if (!URL.canParse(url!) || name!.trim() === "") continue;
    if (index > at) pieces.push({ text: text.slice(at, index), url: null });
    pieces.push({ text: name!, url: url! });
    at = index + written.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), url: null });
  return pieces;
}

/** Write a text with its Markdown links as links. */
export function linkText(text: string): Html {
  return writeLinkedPieces(splitLinks(text));
}

export function writeLinkedPieces(pieces: readonly LinkedPiece[]): Html {
  return html`${pieces.map(({ text, url }) => (url === null ? html`${text}` : html`<a href="${url}"><bdi>${text}</bdi></a>`))}`;
}

/** Return a text with the names of its Markdown links alone, for titles and other places without links. */
export function withoutLinks(text: string): string {
  return joinPieces(splitLinks(text));
}

export function joinPieces(pieces: readonly LinkedPiece[]): string {
  return pieces.map(({ text }) => text).join("");
}

/** Cut pieces after a number of characters. A link in which the end falls is cut, too, and both parts lead on. */
export function cutPieces(
  pieces: readonly LinkedPiece[],
  at: number,
): readonly [before: readonly LinkedPiece[], after: readonly LinkedPiece[]] {
  const before: LinkedPiece[] = [];
  const after: LinkedPiece[] = [];
  let left = at;
  for (const { text, url } of pieces) {
    if (left > 0) before.push({ text: text.slice(0, left), url });
    if (left < text.length) after.push({ text: text.slice(Math.max(0, left)), url });
    left -= text.length;
  }
  return [before, after];
}
