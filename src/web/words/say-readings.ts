/** Matches a text in quotes, as JSON writes it. */
const QUOTED = /("(?:\\.|[^"\\])*")/;

/**
 * Say how several columns are read, joined by `and`, as a list of the language.
 * @param say says one of them, as far as it is a phrase
 */
export function sayReadings(
  readings: string,
  say: (reading: string) => string | null,
  list: (parts: readonly string[], joined: "and") => string,
): string {
  const parts = [""];
  for (const [at, piece] of readings.split(QUOTED).entries()) {
    const [first = "", ...others] = at % 2 === 1 ? [piece] : piece.split(" and ");
    parts[parts.length - 1] += first;
    parts.push(...others);
  }
  const said = parts.map((each) => say(each) ?? each);
  return said.length === 1 ? said[0]! : list(said, "and");
}

/** Write columns that are added and subtracted with signs, which all languages have. */
export function writeTerms(terms: string): string {
  return terms
    .split(QUOTED)
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replaceAll(" plus ", " + ").replaceAll(" minus ", " − ")))
    .join("");
}
