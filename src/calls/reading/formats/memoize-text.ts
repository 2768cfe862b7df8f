import type { Member } from "../../../core/engine/entry.js";

/**
 * Maximum number of characters that are cached. Beyond that few texts recur often, and every answer that is being sent
 * has its own cache.
 */
export const MAX_CACHED = 2 ** 17;

/**
 * Write each member of a dimension once and cache its text, up to `MAX_CACHED` characters: members recur in many rows.
 * @param missing text of a missing member
 */
export function memoizeText(write: (member: Member) => string, missing = "null"): (member: Member | null) => string {
  const written = new Map<number | undefined, string>();
  let left = MAX_CACHED;
  return (member) => {
    const identity = member?.id;
    let text = written.get(identity);
    if (text === undefined) {
      text = member ? write(member) : missing;
      left -= text.length;
      if (left >= 0) written.set(identity, text);
    }
    return text;
  };
}
