import Negotiator from "negotiator";

/** Language of numbers and dates without `Accept-Language`. */
const DEFAULT = "en-GB";

/** Return the preferred language of an `Accept-Language` header that numbers and dates can be formatted in. */
export function negotiateLanguage(acceptLanguage: string | undefined): string {
  if (acceptLanguage === undefined) return DEFAULT;
  const wanted = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages();
  for (const language of wanted) {
    const [known] = supported(language);
    if (known !== undefined) return known;
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
