/** True for a number with a ledger's mark after it: `CR` or `DR`. */
export function hasLedgerMark(text: string): boolean {
  return CREDIT.test(text) || DEBIT.test(text);
}

/** A number without sign, brackets and currency sign. */
export interface UnwrappedNumber {
  /** Digits, separators and exponent, and any other characters of the text. */
  readonly body: string;
  readonly negative: boolean;
}

const CURRENCY = /^\p{Sc}$/u;

/** Marks of ledgers after a number. `Cr` is none: in India it also means ten million. */
const CREDIT = /\s*(?:CR|cr)\.?$/;
const DEBIT = /\s*(?:DR|dr|Dr)\.?$/;

/** Dashes after a decimal sign: there are no cents, as in `1.200,-`, and nothing is negative. */
const NO_FRACTION = /[.,][-\u2013\u2014\u2212]+$/;

/** True for what follows the decimal sign of a number without cents. */
export function isNoFraction(text: string): boolean {
  return /^[-\u2013\u2014\u2212]{1,2}$/.test(text);
}

/**
 * Remove sign, brackets or a ledger's mark (not two of them) and currency sign from a number, each at most once, and the
 * spaces between them. A minus may also follow the number. A credit is negative: it reduces what was spent.
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
    } else if (sign === "" && isMinus(last) && !NO_FRACTION.test(body)) {
      sign = "-";
      body = body.slice(0, -1);
    } else if (sign === "" && CREDIT.test(body)) {
      sign = "-";
      body = body.replace(CREDIT, "");
    } else if (sign === "" && DEBIT.test(body)) {
      sign = "+";
      body = body.replace(DEBIT, "");
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

/** True for a hyphen, a typographic minus or the dash that stands for one. */
function isMinus(character: string): boolean {
  return character === "-" || character === "\u2212" || character === "\u2013";
}
