/** Kinds of spending by their name in the publication. */
export const KINDS: ReadonlyMap<string, string> = new Map([
  ["CAP", "Capital"],
  ["CUR", "Current"],
]);
