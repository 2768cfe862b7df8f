/** Entities of what the build of the documents encodes. */
export const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Return the text of a document's markup, in which words stay apart. */
export function textOfMarkup(markup: string): string {
  const encoded = markup.replaceAll(/<\/(?:p|li|t[dh]|pre|h\d)>|<br \/>/g, " ").replaceAll(/<[^>]*>/g, "");
  return Object.entries(ENTITIES)
    .reduceRight((all, [character, entity]) => all.replaceAll(entity, character), encoded)
    .replaceAll(/\s+/g, " ")
    .trim();
}
