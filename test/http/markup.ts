import assert from "node:assert/strict";

const VOID = new Set(["meta", "link", "br", "input"]);
const TAG = /^<(\/?)([a-zA-Z][\w:]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*(\/?)>/;
const ENTITY = /&(?:amp|lt|gt|quot|#39);/g;

/**
 * Hold markup to what is true of every page and feed of the server: tags nest, attributes are quoted, and what is not
 * markup is escaped.
 */
export function assertWellFormed(text: string): void {
  const open: string[] = [];
  const isPage = text.startsWith("<!doctype html>");
  let at = text.search(/<[a-z]/i);
  while (at < text.length) {
    if (text[at] !== "<") {
      const end = text.indexOf("<", at);
      const plain = text.slice(at, end < 0 ? text.length : end);
      assert.doesNotMatch(plain.replace(ENTITY, ""), /[&>]/, `not escaped: ${plain.slice(0, 80)}`);
      at += plain.length;
      continue;
    }
    const tag = TAG.exec(text.slice(at));
    assert.ok(tag, `no tag: ${text.slice(at, at + 80)}`);
    const [whole, closes, name, attributes = "", isVoid] = tag;
    assert.doesNotMatch(attributes.replace(ENTITY, ""), /&/, `not escaped: ${attributes}`);
    if (closes) assert.equal(open.pop(), name, `closes what is not open: ${whole}`);
    else if (!isVoid && !(isPage && VOID.has(name!))) open.push(name!);
    at += whole.length;
  }
  assert.deepEqual(open, []);
}

/** The text of markup as it is read. */
export function readText(markup: string): string {
  return unescape(markup.replace(/<[^>]*>/g, ""));
}

/** Every address that a page of a server leads everybody to, but for places in the page itself. */
export function linksOf(markup: string, server: string): string[] {
  return [...markup.matchAll(/\shref="([^"]*)"(?! rel="nofollow" data-plain="")/g)]
    .map(([, link]) => unescape(link!))
    .filter((link) => !link.startsWith("#"))
    .map((link) => (link.startsWith("/") ? server + link : link));
}

/** Whether a link leads to what is there. What one manages is there for those who sign in. */
export function leadsSomewhere(link: string, status: number): boolean {
  return status === 200 || status === 302 || (status === 401 && new URL(link).pathname === "/dashboard");
}

function unescape(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
