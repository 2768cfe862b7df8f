import { showsDate } from "./sheet-dates.js";

/** Display of a number by its number format. */
export interface DisplayFormat {
  readonly isDate: boolean;
  /** Sign, name or code of the currency that is shown; `null` for none. */
  readonly currency: string | null;
  /** Digits with the zeros before them, and signs between: `00-000`; `null` for other formats. */
  readonly digits: string | null;
}

export const PLAIN_FORMAT: DisplayFormat = { isDate: false, currency: null, digits: null };

/** Read a number format of a workbook. @param code of a format of the file; `undefined` for a built-in one */
export function readFormat(id: number, code: string | undefined): DisplayFormat {
  if (code !== undefined && code.length > MAX_CODE) return PLAIN_FORMAT;
  const isDate = showsDate(id, code);
  if (code === undefined || isDate) return { ...PLAIN_FORMAT, isDate };
  return { isDate, currency: currencyIn(code), digits: digitsIn(code) };
}

/** Longest code of a format, as of spreadsheet programs. */
const MAX_CODE = 255;

/** Find the currency in brackets ([$€-407]), in quotes, or as a sign. */
function currencyIn(code: string): string | null {
  const bracketed = /\[\$([^\]-]+)(?:-[0-9a-f]+)?\]/i.exec(code)?.[1]?.trim();
  if (bracketed) return bracketed;
  for (const [, text = ""] of code.matchAll(/"([^"]*)"/g)) {
    if (/^\s*(?:\p{Sc}|\p{L}{1,5}\.?\p{Sc}?)\s*$/u.test(text)) return text.trim();
  }
  const plain = code.replace(/"[^"]*"|\[[^\]]*\]/g, "");
  return /\p{Sc}/u.exec(plain)?.[0] ?? null;
}

/** Find the form of numbers that are codes: zeros, maybe with signs between them. */
function digitsIn(code: string): string | null {
  const form = code
    .split(";", 1)[0]!
    .replace(/\[[^\]]*\]/g, "")
    .replace(/\\(.)|"([^"]*)"/g, (_, one: string | undefined, more: string | undefined) => one ?? more ?? "");
  return /^0[-0/ ]*0$/.test(form) ? form : null;
}

/** Write a whole number with the zeros of its format. */
export function withZeros(number: string, digits: string): string {
  if (!/^\d+$/.test(number)) return number;
  const zeros = digits.replace(/[^0]/g, "").length;
  const padded = number.padStart(zeros, "0");
  let at = padded.length - zeros;
  const begin = padded.slice(0, at);
  return begin + digits.replace(/0/g, () => padded[at++]!);
}
