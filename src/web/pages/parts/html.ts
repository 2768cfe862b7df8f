/** Markup that is safe to send. Only the functions here create it. */
export interface Html {
  readonly markup: string;
}

/** A value in a template: markup is inserted as it is, `null` is omitted, anything else is escaped text. */
export type HtmlPart = Html | string | number | boolean | null | readonly HtmlPart[];

/**
 * Build markup from a template. Values are escaped for text and for attributes in double quotes; never insert a value
 * anywhere else.
 */
export function html(template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let markup = template[0]!;
  for (const [at, part] of parts.entries()) markup += write(part) + template[at + 1]!;
  return { markup };
}

/** Build a data block of JSON-LD, which describes the page to search engines. Browsers run nothing of it. */
export function dataBlock(value: object): Html {
  // Nothing in it can end the element, or look like markup.
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return {
    markup: `<script type="application/ld+json">${JSON.stringify(value).replaceAll(/[<>&]/g, escape)}</script>`,
  };
}

/** Insert markup that the build made from the program's own documents, or that was made of markup. */
export function safeMarkup(markup: string): Html {
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

/** Escape a text and replace control characters, which HTML does not allow. */
export function escapeText(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => ESCAPED[character]!)
      // oxlint-disable-next-line no-control-regex
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "\ufffd")
  );
}

/** Return the text that `escapeText` escaped. */
export function unescapeText(escaped: string): string {
  return escaped.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => UNESCAPED.get(entity)!);
}

const UNESCAPED = new Map(Object.entries(ESCAPED).map(([character, entity]) => [entity, character]));
