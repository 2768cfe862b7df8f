import { CURRENCY_PATTERN, codeOfCurrency } from "../../core/model/parse/currencies.js";
import { slug } from "../../core/model/values/slug.js";
import { scaleInHeading } from "./heading-scale.js";

const IN_BRACKETS = new RegExp(`[([]\\s*(?:in\\s+)?(${CURRENCY_PATTERN})\\s*[)\\]]`, "u");
const AFTER_IN = new RegExp(`(?:^|\\s|,)(?:in|en|em|v|u|w)\\s+(${CURRENCY_PATTERN})\\s*$`, "u");
const AT_END = new RegExp(`[\\s_,-](\\p{L}{3}|${CURRENCY_PATTERN})\\s*$`, "u");

/** Find the currency that the heading of a column names: in brackets, after "in", or at its end. */
export function currencyInHeading(given: string): string | null {
  const heading = scaleInHeading(given)?.plain ?? given;
  for (const pattern of [IN_BRACKETS, AFTER_IN, AT_END]) {
    const [, name] = pattern.exec(heading) ?? [];
    if (name !== undefined) return codeOfText(name);
  }
  return null;
}

/** Return the code of a currency that a text names, in capitals or not; `null` if it names none, or several. */
export function codeOfText(text: string): string | null {
  return codeOfCurrency(text) ?? (/^[a-z]{3}$/i.test(text) ? codeOfCurrency(text.toUpperCase()) : null);
}

/** Words for currency in headings, as slugs. */
const HEADING =
  /(^|-)(currency|currencies|wahrung|waehrung|devise|monnaie|moneda|divisa|moeda|valuta|valuuta|waluta|mena|valuta|penznem|para-birimi|doviz|nomisma|ccy|curr|iso-4217)(-|$)/;
const UNSLUGGED = /валюта|νόμισμα|通貨|币种|货币|통화|عملة|מטבע/iu;

/** Codes that are also words or names, so that a column of them alone is not a column of currencies. */
const WORDS: ReadonlySet<string> = new Set([
  "ALL",
  "TOP",
  "MAD",
  "SOS",
  "CUP",
  "PEN",
  "TRY",
  "MOP",
  "BAM",
  "GEL",
  "KIP",
  "BOB",
  "COP",
  "LAK",
  "SAR",
  "RON",
]);

/** True if the values of a column are currencies: by their heading, or because they can be nothing else. */
export function areCurrencies(heading: string, values: readonly string[]): boolean {
  if (values.length === 0 || values.length > MAX_CURRENCIES) return false;
  if (!values.every((value) => codeOfText(value) !== null)) return false;
  const isNamed = HEADING.test(slug(heading)) || UNSLUGGED.test(heading);
  return (
    isNamed ||
    values.every((value) => /^(?:[A-Z]{3}|\p{Sc}|R\$|US\$)$/iu.test(value) && !WORDS.has(value.toUpperCase()))
  );
}

/** More values than this are no currencies. */
const MAX_CURRENCIES = 200;
