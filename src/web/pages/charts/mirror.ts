import { html, type Html, safeMarkup } from "../parts/html.js";

/** Anchors of texts, each with the one that holds the same place of a mirrored drawing. */
const MIRRORED: Readonly<Record<string, string>> = { start: "end", end: "start", middle: "middle" };

/**
 * Mirror a drawing, for readers from right to left. Texts keep their places in it, and are not mirrored themselves.
 * @param width of the drawing
 */
export function mirror(drawn: Html, width: number): Html {
  const markup = drawn.markup.replaceAll(/<text\b([^>]*)>/g, (_, attributes: string) => {
    const x = Number(/\sx="([^"]*)"/.exec(attributes)![1]);
    const anchor = MIRRORED[/\stext-anchor="(\w+)"/.exec(attributes)?.[1] ?? "start"]!;
    const others = attributes.replace(/\stext-anchor="\w+"/, "");
    return `<text transform="${flip(2 * x)}" text-anchor="${anchor}" unicode-bidi="plaintext"${others}>`;
  });
  return html`<g class="mirrored" transform="${flip(width)}">${safeMarkup(markup)}</g>`;
}

/** Write the transformation that mirrors a part of a drawing in itself, such as a map, which must not be mirrored. @param width of it */
export function flip(width: number): string {
  return `matrix(-1 0 0 1 ${width} 0)`;
}
