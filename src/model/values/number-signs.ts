/** A number without what stands around its digits. */
export interface UnwrappedNumber {
  /** Digits, separators and exponent; what is no number keeps the characters that make it none. */
  readonly body: string;
  readonly negative: boolean;
}

const CURRENCY = /^\p{Sc}$/u;

/**
 * Take sign, brackets and currency sign off a number, each at most once, with the spaces between them: a sign or
 * brackets, never both; a minus may stand behind.
 */
export function unwrapNumber(text: string): UnwrappedNumber {
  let body = text;
  let sign = "";
  let currency = false;
  for (;;) {
    body = body.trim();
    const first = body[0] ?? "";
    const last = body.at(-1) ?? "";
    if (sign === "" && (first === "+" || isMinus(first))) {
      sign = first === "+" ? "+" : "-";
      body = body.slice(1);
    } else if (sign === "" && isMinus(last)) {
      sign = "-";
      body = body.slice(0, -1);
    } else if (sign === "" && first === "(" && last === ")") {
      sign = "-";
      body = body.slice(1, -1);
    } else if (!currency && CURRENCY.test(first)) {
      currency = true;
      body = body.slice(1);
    } else if (!currency && CURRENCY.test(last)) {
      currency = true;
      body = body.slice(0, -1);
    } else {
      return { body, negative: sign === "-" };
    }
  }
}

/** A hyphen, or the minus of typographers. */
function isMinus(character: string): boolean {
  return character === "-" || character === "\u2212";
}
