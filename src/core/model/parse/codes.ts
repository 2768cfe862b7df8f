import countries from "iso-3166-1";
import languages from "iso-639-1";
import { phraseText } from "../../errors/phrase-text.js";

/** A code in its stored form, or a remedy (the end of a sentence). */
export type Code = { readonly code: string } | { readonly remedy: string };

/**
 * Codes that are known to be of currencies: at first those in use. To look one up takes longer than to read the rest of a
 * dataset's description.
 */
let known: Set<string> | null = null;
/** Names of all currencies, which take long to find: asked for only for others. */
let currencies: Intl.DisplayNames | null = null;

/** Check an ISO 4217 code. Codes out of use are valid, too, because old budgets are in old currencies. */
export function currencyCode(text: string): Code {
  const code = text.trim().toUpperCase();
  known ??= new Set(Intl.supportedValuesOf("currency"));
  if (known.has(code)) return { code };
  if (/^[A-Z]{3}$/.test(code)) {
    currencies ??= new Intl.DisplayNames("en", { type: "currency", fallback: "none" });
    if (currencies.of(code) !== undefined) {
      known.add(code);
      return { code };
    }
  }
  return { remedy: phraseText("write_code_of_currency") };
}

/** Check an ISO 639-1 code. */
export function languageCode(text: string): Code {
  const code = text.trim().toLowerCase();
  if (languages.validate(code)) return { code };
  const meant = languages.getCode(text.trim()) || code.split(/[-_]/, 1)[0] || "";
  return { remedy: phraseText("write_code_of_language", { code: languages.validate(meant) ? meant : "en" }) };
}

/** Codes that are often written instead of the one of ISO 3166-1. */
const MISWRITTEN: ReadonlyMap<string, string> = new Map([
  ["UK", "GB"],
  ["EL", "GR"],
]);

/** Check an ISO 3166-1 alpha-2 code. */
export function territoryCode(text: string): Code {
  const code = text.trim().toUpperCase();
  if (countries.whereAlpha2(code)) return { code };
  const meant =
    MISWRITTEN.get(code) ?? countries.whereAlpha3(code)?.alpha2 ?? countries.whereCountry(text.trim())?.alpha2;
  return { remedy: meant ? phraseText("write_value", { value: `"${meant}"` }) : phraseText("write_code_of_territory") };
}
