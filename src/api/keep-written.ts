import type { Member } from "../engine/engine.js";

/** Most members whose text is kept: of more, few come back often. */
const KEPT = 10_000;

/** Write each member of a dimension once, as long as there are not too many: members come back in many rows. */
export function keepWritten(write: (member: Member) => string): (member: Member | null) => string {
  const written = new Map<number, string>();
  return (member) => {
    if (!member) return "null";
    let text = written.get(member.id);
    if (text === undefined) {
      text = write(member);
      if (written.size < KEPT) written.set(member.id, text);
    }
    return text;
  };
}
