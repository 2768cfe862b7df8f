/** `field:value`, as `cut`, `filter` and `order` write it. */
export interface Clause {
  readonly field: string;
  readonly value: string;
}

/** The error of a criterion without a direction. */
export const DIRECTION = 'must end in ":asc" or ":desc"';

/**
 * Split `field:value|field:value`. A value is everything after the first `:`. A value that holds a pipe or starts with
 * a double quote must be written as a JSON string. Empty clauses are left out.
 * @param error called with a message for every malformed clause
 * @param remedy end of the message about a clause without a value
 */
export function parseClauses(text: string, error: (sentence: string) => void, remedy?: string): readonly Clause[] {
  return readClauses<string>(text, error, remedy);
}

/** A value that was read, and the position after it. */
interface ReadValue<V> {
  /** `null` after an error. */
  readonly value: V | null;
  readonly end: number;
}

/**
 * Split clauses whose values may be other than text.
 * @param readOther reads such a value at a position and reports its errors; returns `undefined` for text
 */
export function readClauses<V>(
  text: string,
  error: (sentence: string) => void,
  remedy = 'has no value: write it as "field:value"',
  readOther: (at: number) => ReadValue<V> | undefined = () => undefined,
): readonly { readonly field: string; readonly value: string | V }[] {
  const clauses: { readonly field: string; readonly value: string | V }[] = [];
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
    const other = readOther(colon + 1);
    const read = other ?? readText(text, colon + 1);
    if (read.value !== null) clauses.push({ field, value: read.value });
    else if (!other) error(`${text.slice(at, read.end)} is not a JSON string; quote a whole value or nothing`);
    at = read.end + 1;
  }
  return clauses;
}

/** Parse `criterion:asc|criterion:desc|…`. Binding checks the directions. */
export function parseOrder(text: string | undefined, errors: string[]): readonly Clause[] {
  return parseClauses(text ?? "", (sentence) => errors.push(`order: ${sentence}`), DIRECTION);
}

/** The inverse of `parseClauses`. */
export function printClauses(clauses: readonly Clause[]): string {
  return clauses.map(printClause).join("|");
}

/** Split a list that is joined by pipes. */
export function parseList(text: string): readonly string[] {
  return text
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function printClause({ field, value }: Clause): string {
  const isPlain = !value.includes("|") && !value.startsWith('"');
  return `${field}:${isPlain ? value : JSON.stringify(value)}`;
}

function readText(text: string, from: number): ReadValue<string> {
  if (text[from] !== '"') {
    const pipe = text.indexOf("|", from);
    const end = pipe < 0 ? text.length : pipe;
    return { value: text.slice(from, end), end };
  }
  let quote = from + 1;
  while (quote < text.length && text[quote] !== '"') quote += text[quote] === "\\" ? 2 : 1;
  const pipe = text.indexOf("|", quote);
  const end = pipe < 0 ? text.length : pipe;
  try {
    return { value: JSON.parse(text.slice(from, end)), end };
  } catch {
    return { value: null, end };
  }
}
