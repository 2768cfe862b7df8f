/** Markup that is safe to send: made by `html` alone. */
export interface Html {
  readonly markup: string;
}

/** What a template may hold: markup as it is, anything else as text, nothing for `null`. */
export type HtmlPart = Html | string | number | boolean | null | readonly HtmlPart[];

/**
 * Markup from a template. Parts are escaped, for elements and for attributes in double quotes: write no part anywhere
 * else.
 */
export function html(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let markup = template[0]!;
  for (const [at, part] of parts.entries()) markup += write(part) + template[at + 1]!;
  return { markup };
}

function write(part: HtmlPart): string {
  if (part === null) return "";
  if (typeof part !== "object") return escapeText(String(part));
  return "markup" in part ? part.markup : part.map(write).join("");
}

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Control characters, which no page can hold, are replaced. */
function escapeText(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => ESCAPED[character]!)
      // oxlint-disable-next-line no-control-regex
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "\ufffd")
  );
}
