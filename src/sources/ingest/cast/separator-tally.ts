import { parseDecimal } from "../../../core/model/values/numbers.js";
import { isError, type NumberFormat } from "../../../core/model/values/value.js";
import { decimalText } from "../../../core/model/values/decimal.js";

/** Numbers of a column whose point, or comma, may be the decimal sign or stand between thousands. */
export interface SeparatorDoubt {
  readonly separator: "." | ",";
  /** Count of the numbers that can be read in two ways. */
  readonly count: number;
  /** The first different ones. */
  readonly examples: readonly string[];
  /** Number of the row that has the first of them. */
  readonly row: number;
}

const MAX_EXAMPLES = 3;

/** A number with one separator, before its last three digits; no number with thousands begins with zero. */
const TWO_WAYS = /^[^\d.,]*[1-9]\d{0,2}([.,])\d{3}[^\d.,]*$/;

export const POINT_NUMBERS: NumberFormat = { decimal: ".", thousands: "," };
export const COMMA_NUMBERS: NumberFormat = { decimal: ",", thousands: "." };

/**
 * Counts the numbers of a column that can be read in two ways, until another one shows which sign is the decimal one:
 * `12.50`, `1,234.56` and `1,234,567` do. It takes numbers that are valid with a decimal point.
 */
export class SeparatorTally {
  readonly #counts = { ".": 0, ",": 0 };
  readonly #examples: Readonly<Record<"." | ",", string[]>> = { ".": [], ",": [] };
  readonly #rows = { ".": 0, ",": 0 };
  #isSettled = false;

  /** Count a number. @param row the number of its row, if it is known @returns false once the column is settled, so that no more numbers need be counted */
  take(cell: string, row = 0): boolean {
    if (this.#isSettled) return false;
    if (!cell.includes(".") && !cell.includes(",")) return true;
    const text = cell.trim();
    const separator = TWO_WAYS.exec(text)?.[1] as "." | "," | undefined;
    if (separator === undefined) {
      // A text for a missing number, such as "n.a.", is no evidence.
      if (!/\d/.test(text)) return true;
      this.#isSettled = true;
      return false;
    }
    if (this.#counts[separator]++ === 0) this.#rows[separator] = row;
    const examples = this.#examples[separator];
    if (examples.length < MAX_EXAMPLES && !examples.includes(text)) examples.push(text);
    return true;
  }

  /** Return the numbers that are in doubt; `null` if none is. */
  doubt(): SeparatorDoubt | null {
    if (this.#isSettled) return null;
    const separator = this.#counts["."] > 0 ? "." : ",";
    const count = this.#counts[separator];
    if (count === 0) return null;
    return { separator, count, examples: this.#examples[separator], row: this.#rows[separator] };
  }
}

/** Write the value of a number in a format as a plain decimal number. */
export function valueIn(text: string, format: NumberFormat): string {
  const number = parseDecimal(text, format);
  return isError(number) ? text : decimalText(number);
}
