/** `field:value`, as `cut`, `filter` and `order` write it. */
export interface Clause {
  readonly field: string;
  readonly value: string;
}

/**
 * Split `field:value|field:value`. A value is everything after the first `:`; one that holds a pipe or starts with a
 * double quote is written as a JSON string. Empty clauses are left out.
 * @param fault called with a sentence for every clause that is none
 * @param remedy what is said of a clause without a value
 */
export function parseClauses(
  text: string,
  error: (sentence: string) => void,
  remedy = 'has no value: write it as "field:value"',
): readonly Clause[] {
  const clauses: Clause[] = [];
  let at = 0;
  while (at < text.length) {
    const colon = text.indexOf(":", at);
    const pipe = text.indexOf("|", at);
    if (colon < 0 || (pipe >= 0 && pipe < colon)) {
      const end = pipe < 0 ? text.length : pipe;
      const clause = text.slice(at, end).trim();
      if (clause !== "") error(`"${clause}" ${remedy}`);
      at = end + 1;
      continue;
    }
    const field = text.slice(at, colon).trim();
    const value = readValue(text, colon + 1);
    if (value.text === null) error(`${text.slice(at, value.end)} is not a JSON string; quote a whole value or nothing`);
    else clauses.push({ field, value: value.text });
    at = value.end + 1;
  }
  return clauses;
}

/** How many clauses somebody wrote; what is implied is none. */
export function countClauses(text: string | undefined): number {
  return parseClauses(text ?? "", () => {}).length;
}

/** The inverse of `parseClauses`. */
export function printClauses(clauses: readonly Clause[]): string {
  return clauses.map(({ field, value }) => `${field}:${printValue(value)}`).join("|");
}

/** The parts of a list that is joined by pipes. */
export function parseList(text: string): readonly string[] {
  return text
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function printValue(value: string): string {
  return value.includes("|") || value.startsWith('"') ? JSON.stringify(value) : value;
}

function readValue(text: string, from: number): { text: string | null; end: number } {
  if (text[from] !== '"') {
    const pipe = text.indexOf("|", from);
    const end = pipe < 0 ? text.length : pipe;
    return { text: text.slice(from, end), end };
  }
  let quote = from + 1;
  while (quote < text.length && text[quote] !== '"') quote += text[quote] === "\\" ? 2 : 1;
  const pipe = text.indexOf("|", quote);
  const end = pipe < 0 ? text.length : pipe;
  try {
    return { text: JSON.parse(text.slice(from, end)), end };
  } catch {
    return { text: null, end };
  }
}
