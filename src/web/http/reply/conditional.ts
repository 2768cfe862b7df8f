import { createHash } from "node:crypto";
import type { ContentEncoding } from "./compress.js";

/**
 * Return a hash that identifies a body, except for its encoding. Different bodies have different hashes.
 * @param shapers everything that the body depends on, in canonical form
 */
export function identify(shapers: string): string {
  return createHash("sha256").update(shapers).digest("base64url").slice(0, 27);
}

/**
 * Return the strong entity tag of a body.
 * @param identity hash of the body, from `identify`
 */
export function entityTag(identity: string, encoding: ContentEncoding): string {
  return encoding === "identity" ? `"${identity}"` : `"${identity}-${encoding}"`;
}

/**
 * Find the entity tag of the reply that the client has already, if any. If `If-None-Match` is present, it decides;
 * otherwise `If-Modified-Since` does (RFC 9110, 13.2.2).
 * @param tags entity tags of each encoding that the reply may have, the likeliest first
 */
export function findUnmodified(
  headers: ReadonlyMap<string, string>,
  tags: readonly string[],
  lastModified: Date | null,
): string | undefined {
  const held = headers.get("if-none-match");
  if (held !== undefined) {
    if (held.trim() === "*") return tags[0];
    // Weak comparison: a `W/` before a tag is ignored.
    const opaque = new Set(held.match(/"[^"]*"/g));
    return tags.find((tag) => opaque.has(tag));
  }
  if (lastModified === null) return undefined;
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  // Dates in headers have whole seconds.
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= since ? tags[0] : undefined;
}
