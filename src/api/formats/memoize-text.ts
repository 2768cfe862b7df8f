import type { Member } from "../../engine/entry.js";

/** Characters of all texts that are kept: of more, few come back often, and each slow reader of an answer has its own. */
export const KEPT = 2 ** 17;

/** Write each member of a dimension once, as long as there are not too many: members come back in many rows. */
export function memoizeText(write: (member: Member) => string): (member: Member | null) => string {
  const written = new Map<number | undefined, string>();
  let left = KEPT;
  return (member) => {
    const identity = member?.id;
    let text = written.get(identity);
    if (text === undefined) {
      text = member ? write(member) : "null";
      left -= text.length;
      if (left >= 0) written.set(identity, text);
    }
    return text;
  };
}
