/** Attributes whose letters and numbers no rule of HTML depends on. Others (ids, roles, names, references) stay. */
const VALUES =
  /\s(href|src|action|content|title|value|alt|d|x|y|[xy][12]|c[xy]|d[xy]|r|width|height|viewBox|points|fill|stroke|stroke-dasharray|transform|font-size|placeholder|datetime|aria-label|data-[\w-]+)="([^"]*)"/g;

/**
 * Return the markup of a page with an `x` for each run of letters and numbers in its texts and in the values of such
 * attributes. Signs stay, since a validator judges how they are written; so do links within the page. Pages of one shape
 * have the same errors.
 */
export function shapeOf(page: string): string {
  return page.replace(/<!--[^]*?-->|<\/?[a-zA-Z!][^>]*>|[^<]+/g, (part) => {
    if (!part.startsWith("<")) return maskWords(part);
    return part.replace(VALUES, (attribute, name: string, value: string) =>
      name === "href" && value.startsWith("#") ? attribute : ` ${name}="${maskWords(value)}"`,
    );
  });
}

function maskWords(text: string): string {
  return text.replace(/[\p{L}\p{N}\p{M}]+(?:[ .,:%+@_/–—-]*[\p{L}\p{N}\p{M}]+)*/gu, "x").replace(/\s+/g, " ");
}
