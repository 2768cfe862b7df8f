import Negotiator from "negotiator";

/** Language of numbers and dates without `Accept-Language`. */
const DEFAULT = "en-GB";

/**
 * Return the preferred language of an `Accept-Language` header that numbers and dates of pages can be formatted in. Pages
 * are in English: numbers of languages that are written from right to left would turn the words around them, and digits
 * are those of the page.
 */
export function negotiateLanguage(acceptLanguage: string | undefined): string {
  if (acceptLanguage === undefined) return DEFAULT;
  const wanted = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages();
  for (const language of wanted) {
    const [known] = supported(language);
    if (known !== undefined && !isRightToLeft(known)) return withDigitsOfPages(known);
  }
  return DEFAULT;
}

/** Return a language tag in its canonical spelling, or nothing if it is malformed or the language unsupported. */
function supported(language: string): readonly string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language);
  } catch {
    return [];
  }
}

/** Letters and marks of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200e\u200f]/;

function isRightToLeft(language: string): boolean {
  const amount = new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(-1234.5);
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(0);
  return RIGHT_TO_LEFT.test(amount + date);
}

function withDigitsOfPages(language: string): string {
  const { numberingSystem } = new Intl.NumberFormat(language).resolvedOptions();
  return numberingSystem === "latn" ? language : new Intl.Locale(language, { numberingSystem: "latn" }).toString();
}
