import Negotiator from "negotiator";

/** Numbers and dates for who does not say how they write them. */
const DEFAULT = "en-GB";

/** The language of an `Accept-Language` header in which numbers and dates can be written, the most wanted one. */
export function negotiateLanguage(acceptLanguage: string | undefined): string {
  if (acceptLanguage === undefined) return DEFAULT;
  const wanted = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages();
  for (const language of wanted) {
    const [known] = supported(language);
    if (known !== undefined) return known;
  }
  return DEFAULT;
}

/** A tag in its one spelling; nothing where it is none, or of a language that nobody here knows. */
function supported(language: string): readonly string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language);
  } catch {
    return [];
  }
}
