/** Functions of a value and those of other cells, or of the other side of a comparison. */
export const WINDOWS = ["share", "rank", "running", "difference", "change", "against"] as const;

export type WindowName = (typeof WINDOWS)[number];

/** A term, not yet checked against a model. */
export interface ParsedTerm {
  /** The term without white space around its signs. */
  readonly key: string;
  /** The names in each operand, which dots separate; one operand, or two of a ratio. */
  readonly operands: readonly (readonly string[])[];
  readonly window: WindowName | null;
  /** The references after `@`; `null` without one. */
  readonly references: readonly string[] | null;
}

/** Signs of terms with the white space around them. */
const SIGN = /\s*([./@,])\s*/g;

/** True if a text is written as no measure's name can be. */
export function isTerm(text: string): boolean {
  return /[./@]/.test(text) || text === "num_entries";
}

/** Write a term without white space around its signs. */
export function normaliseTerm(text: string): string {
  return text.trim().replace(SIGN, "$1");
}

/**
 * Parse `value.window@reference,reference`, where a value is an operand or two with a slash between them.
 * @param error called with a message for every error
 */
export function parseTerm(text: string, error: (sentence: string) => void): ParsedTerm {
  const key = normaliseTerm(text);
  const at = key.indexOf("@");
  const operands = (at < 0 ? key : key.slice(0, at)).split("/").map((operand) => operand.split("."));
  if (operands.length > 2) error(`"${key}" has ${operands.length - 1} slashes; a ratio has one`);
  const last = operands.at(-1)!;
  const window = last.length > 1 ? (WINDOWS.find((name) => name === last.at(-1)) ?? null) : null;
  if (window) last.pop();
  const references = at < 0 ? null : key.slice(at + 1).split(",");
  if (references && !window) error(`"${key}": "@" follows one of: ${WINDOWS.join(", ")}`);
  return { key, operands, window, references };
}
