/** A number without sign, brackets and currency sign. */
export interface UnwrappedNumber {
  /** Digits, separators and exponent, and any other characters of the text. */
  readonly body: string;
  readonly negative: boolean;
}

const CURRENCY = /^\p{Sc}$/u;

/**
 * Remove sign or brackets (not both) and currency sign from a number, each at most once, and the spaces between them.
 * A minus may also follow the number.
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

/** True for a hyphen or a typographic minus. */
function isMinus(character: string): boolean {
  return character === "-" || character === "\u2212";
}
