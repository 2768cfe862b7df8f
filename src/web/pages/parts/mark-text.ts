import { html, type Html } from "./html.js";

/** Mark spans of a text. @param spans offsets in ascending order; they may overlap */
export function markText(text: string, spans: readonly (readonly [from: number, to: number])[]): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const [from, to] of spans) {
    if (to <= at) continue;
    const begin = Math.max(at, from);
    parts.push(html`${text.slice(at, begin)}<mark>${text.slice(begin, to)}</mark>`);
    at = to;
  }
  return html`${parts}${text.slice(at)}`;
}
