import { errorText } from "../../../core/errors/error-text.js";
import { type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import { parseDecimal } from "../../../core/model/values/numbers.js";
import { isError, type NumberFormat, type ValueError } from "../../../core/model/values/value.js";
import { readDecimal } from "../../../core/query/condition/bind-value.js";
import type { Parameters } from "../../../core/query/parameters.js";

/** The parameter by which a form says in which language its amounts were typed. */
export const NUMBERS = "numbers";

/**
 * Return the language in which the amounts of an address were typed: that which its form names, so that the address is
 * read alike by everybody, else that of the page.
 * @param language of the page; `null` if programs ask, which write numbers as in programming
 */
export function languageOfAmounts(parameters: Parameters, language: string | null): string | null {
  const named = parameters.get(NUMBERS);
  return named !== undefined && isLanguage(named) ? named : language;
}

/**
 * Read an amount as pages write them in a language, with or without its separators, or as in programming.
 * @returns the amount, or what is wrong with it
 */
export function readTypedAmount(text: string, language: string | null): Decimal | ValueError {
  const plain = readDecimal(text);
  if (language === null) return plain ?? { error: errorText("not_an_amount", { value: text }) };
  const { formats, digits } = formatsOf(language);
  const typed = withAsciiDigits(text, digits);
  for (const format of formats) {
    const read = parseDecimal(typed, format);
    if (!isError(read)) return read;
  }
  const number = new Intl.NumberFormat(language, { useGrouping: false, minimumFractionDigits: 2 });
  if (plain === undefined)
    return { error: errorText("not_an_amount_of_the_language", { value: text, example: number.format(1234.5) }) };
  if (!formats.some(({ decimal }) => decimal === ".") && isLikeThousands(text)) {
    const fraction = text.trim().replace(".", formats[0]!.decimal);
    return { error: errorText("ambiguous_amount", { value: text, whole: text.trim().replace(".", ""), fraction }) };
  }
  return plain;
}

/** Write an amount for an address: as in programming, but never so that another language reads thousands in it. */
export function writeForAddress(amount: Decimal): string {
  const text = decimalText(amount);
  return isLikeThousands(text) ? `${text}0` : text;
}

function isLikeThousands(text: string): boolean {
  return /^\s*[+-]?[1-9]\d{0,2}\.\d{3}\s*$/.test(text);
}

/** Return the formats in which a language writes amounts, of money and plain ones, and its digits from 0 to 9. */
function formatsOf(language: string): { readonly formats: readonly NumberFormat[]; readonly digits: string } {
  const formats = [{ style: "currency", currency: "EUR" } as const, {}].map((style): NumberFormat => {
    const parts = new Intl.NumberFormat(language, style).formatToParts(1_234_567.5);
    const signOf = (type: string): string | undefined => parts.find((each) => each.type === type)?.value;
    const decimal = withPlainSigns(signOf("decimal") ?? ".") === "," ? "," : ".";
    return { decimal, thousands: withPlainSigns(signOf("group") ?? " ") };
  });
  const digits = new Intl.NumberFormat(language, { useGrouping: false }).format(9_876_543_210);
  return { formats, digits: [...digits].toReversed().join("") };
}

/** Write the separators of Arabic as those of English, all apostrophes alike, and leave out marks of direction. */
function withPlainSigns(text: string): string {
  const plain = text.replaceAll(/\p{Cf}/gu, "").replaceAll(/[\u2019\u02bc]/g, "'");
  return plain.replaceAll("\u066b", ".").replaceAll("\u066c", ",");
}

/** Write a number with the digits 0 to 9 and plain separators. */
function withAsciiDigits(text: string, digits: string): string {
  const own = [...digits];
  return Array.from(withPlainSigns(text), (each) => (own.includes(each) ? String(own.indexOf(each)) : each)).join("");
}

function isLanguage(text: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text).length > 0;
  } catch {
    return false;
  }
}
