import type { Member } from "../engine/engine.js";

/** Characters of all texts that are kept: of more, few come back often, and each slow reader of an answer has its own. */
const KEPT = 2 ** 17;

/** Write each member of a dimension once, as long as there are not too many: members come back in many rows. */
export function keepWritten(write: (member: Member) => string): (member: Member | null) => string {
  return keepTexts(
    (member) => (member ? write(member) : "null"),
    (member) => member?.id,
  );
}

/**
 * The same for anything that comes back.
 * @param identify what is equal for two that are written alike
 */
export function keepTexts<T>(write: (value: T) => string, identify: (value: T) => unknown): (value: T) => string {
  const written = new Map<unknown, string>();
  let left = KEPT;
  return (value) => {
    const identity = identify(value);
    let text = written.get(identity);
    if (text === undefined) {
      text = write(value);
      left -= text.length;
      if (left >= 0) written.set(identity, text);
    }
    return text;
  };
}
