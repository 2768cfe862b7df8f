import countries from "iso-3166-1";
import languages from "iso-639-1";

/** A code in the form in which it is kept, or what to write instead (a part of a sentence). */
export type Code = { readonly code: string } | { readonly remedy: string };

const currencies = new Intl.DisplayNames("en", { type: "currency", fallback: "none" });

/** ISO 4217, codes that are out of use too: old budgets are in old currencies. */
export function currencyCode(text: string): Code {
  const code = text.trim().toUpperCase();
  if (/^[A-Z]{3}$/.test(code) && currencies.of(code) !== undefined) return { code };
  return { remedy: 'write an ISO 4217 code, for example "EUR"' };
}

/** ISO 639-1. */
export function languageCode(text: string): Code {
  const code = text.trim().toLowerCase();
  if (languages.validate(code)) return { code };
  const meant = languages.getCode(text.trim()) || code.split(/[-_]/, 1)[0] || "";
  return { remedy: `write an ISO 639-1 code, for example "${languages.validate(meant) ? meant : "en"}"` };
}

/** Codes that are often written for the one that ISO 3166-1 has. */
const MISWRITTEN: ReadonlyMap<string, string> = new Map([
  ["UK", "GB"],
  ["EL", "GR"],
]);

/** ISO 3166-1 alpha-2. */
export function territoryCode(text: string): Code {
  const code = text.trim().toUpperCase();
  if (countries.whereAlpha2(code)) return { code };
  const meant =
    MISWRITTEN.get(code) ?? countries.whereAlpha3(code)?.alpha2 ?? countries.whereCountry(text.trim())?.alpha2;
  return { remedy: meant ? `write "${meant}"` : 'write an ISO 3166-1 code of two letters, for example "GB"' };
}
