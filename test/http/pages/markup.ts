import assert from "node:assert/strict";

const VOID = new Set(["meta", "link", "br", "input"]);
const TAG = /^<(\/?)([a-zA-Z][\w:]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*(\/?)>/;
const ENTITY = /&(?:amp|lt|gt|quot|#39);/g;

/**
 * Assert that markup of a page or a feed is well formed: tags nest, attributes are quoted, and text is escaped.
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

/** Return the text of markup as readers see it. */
export function readText(markup: string): string {
  return unescape(markup.replace(/<[^>]*>/g, ""));
}

/** Read markup as `readText` does, without the characters that isolate texts and set their direction. */
export function readPlain(markup: string): string {
  return readText(markup).replaceAll(/[\u2066-\u2069\u200e]/g, "");
}

/** List every address in a page: of links, images, scripts, and forms sent unchanged. */
export function addressesOf(markup: string): string[] {
  const written = [...markup.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address]) => unescape(address!));
  return [...written, ...(markup.match(/<form[^]*?<\/form>/g) ?? []).flatMap(addressOfForm)];
}

/** Return the addresses that forms request if sent unchanged with required fields filled in; only for GET. */
function addressOfForm(form: string): readonly string[] {
  const tag = /^<form[^>]*>/.exec(form)![0];
  if (attribute(tag, "method")?.toLowerCase() === "post") return [];
  const query = new URLSearchParams();
  for (const [field] of form.matchAll(/<input[^>]*>|<select[^]*?<\/select>/g)) {
    const name = attribute(/^<[^>]*>/.exec(field)![0], "name");
    if (name !== undefined) for (const value of sentOf(field)) query.append(name, value);
  }
  return [`${attribute(tag, "action")}?${query}`];
}

/** Return the values of one field of a form. */
function sentOf(field: string): readonly string[] {
  if (!field.startsWith("<select")) {
    const isChoice = /type="(?:checkbox|radio)"/.test(field);
    if (isChoice && !/\schecked=/.test(field)) return [];
    const value = attribute(field, "value") ?? "";
    return [value === "" && /\srequired=/.test(field) ? "1" : value];
  }
  const options = field.match(/<option[^]*?<\/option>/g) ?? [];
  const chosen = options.find((option) => /\sselected=/.test(option)) ?? options[0];
  if (chosen === undefined) return [];
  return [attribute(/^<[^>]*>/.exec(chosen)![0], "value") ?? readText(chosen).trim()];
}

function attribute(tag: string, name: string): string | undefined {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : unescape(value);
}

/** List every public address that a page links to, without targets in the page itself. */
export function linksOf(markup: string, server: string): string[] {
  return [...markup.matchAll(/\shref="([^"]*)"(?! rel="nofollow" data-plain="")/g)]
    .map(([, link]) => unescape(link!))
    .filter((link) => !link.startsWith("#"))
    .map((link) => (link.startsWith("/") ? server + link : link));
}

function unescape(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** Read markup as `readPlain` does, as one line. */
export function readLine(markup: string): string {
  return readPlain(markup).replaceAll(/\s+/g, " ").trim();
}
