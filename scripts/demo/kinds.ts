/** The kinds of spending by the name that the publication gives them. */
export const KINDS: ReadonlyMap<string, string> = new Map([
  ["CAP", "Capital"],
  ["CUR", "Current"],
]);
