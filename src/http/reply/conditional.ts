import { createHash } from "node:crypto";
import type { ContentEncoding } from "./compress.js";

/**
 * A short name for what everything but its encoding makes a body: two that differ have different ones.
 * @param shapers what that is, in one spelling
 */
export function identify(shapers: string): string {
  return createHash("sha256").update(shapers).digest("base64url").slice(0, 27);
}

/**
 * A strong entity tag.
 * @param identity of the body
 */
export function entityTag(identity: string, encoding: ContentEncoding): string {
  return encoding === "identity" ? `"${identity}"` : `"${identity}-${encoding}"`;
}

/**
 * Which of the entity tags that a reply may have the client holds already, if any (RFC 9110, 13.2.2):
 * `If-None-Match` decides where it is given, and `If-Modified-Since` only where it is not.
 * @param tags of each encoding that the reply may come out in, the likeliest first
 */
export function findUnmodified(
  headers: ReadonlyMap<string, string>,
  tags: readonly string[],
  lastModified: Date | null,
): string | undefined {
  const held = headers.get("if-none-match");
  if (held !== undefined) {
    if (held.trim() === "*") return tags[0];
    // Weak comparison: a `W/` before a tag means nothing here.
    const opaque = new Set(held.match(/"[^"]*"/g));
    return tags.find((tag) => opaque.has(tag));
  }
  if (lastModified === null) return undefined;
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  // Dates in headers have whole seconds.
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= since ? tags[0] : undefined;
}
