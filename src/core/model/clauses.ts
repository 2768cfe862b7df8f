import { errorText } from "../errors/error-text.js";
/** A value that was read, and the position after it. */
interface ReadValue<V> {
  /** `null` after an error. */
  readonly value: V | null;
  readonly end: number;
}

/**
 * Split clauses whose values may be other than text.
 * @param withoutValue writes the message about a clause without a value; `null` to take it with an empty one
 * @param readOther reads such a value at a position and reports its errors; returns `undefined` for text
 */
export function readClauses<V>(
  text: string,
  error: (sentence: string) => void,
  withoutValue: ((field: string) => string) | null = (field) => errorText("cut_without_value", { field }),
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
      if (clause !== "" && withoutValue === null) clauses.push({ field: clause, value: "" });
      else if (clause !== "") error(withoutValue!(clause));
      at = end + 1;
      continue;
    }
    const field = text.slice(at, colon).trim();
    const other = readOther(colon + 1);
    const read = other ?? readText(text, colon + 1);
    if (read.value !== null) clauses.push({ field, value: read.value });
    else if (!other) error(errorText("not_a_json_string", { text: text.slice(at, read.end) }));
    at = read.end + 1;
  }
  return clauses;
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
