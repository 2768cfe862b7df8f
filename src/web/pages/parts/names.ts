import { listTexts } from "./enumerate.js";

/** Names that a language has for what codes stand for, and how it lists several things. */
export interface Names {
  /** Name a country or territory. @param code ISO 3166-1 alpha-2 */
  readonly territory: (code: string) => string;
  /** Name a language. @param code ISO 639-1 */
  readonly language: (code: string) => string;
  /** Name a currency. @param code ISO 4217 */
  readonly currency: (code: string) => string;
  /** Write several things in a row, as `a, b and c`. */
  readonly list: (parts: readonly string[], joined?: "and" | "or") => string;
}

export function createNames(language: string): Names {
  // Made when they are first used: it takes longer than to use them.
  const formats = new Map<Intl.DisplayNamesType, Intl.DisplayNames>();
  const nameOf = (type: Intl.DisplayNamesType, code: string): string => {
    let format = formats.get(type);
    if (!format) formats.set(type, (format = new Intl.DisplayNames(language, { type })));
    try {
      return format.of(code) ?? code;
    } catch {
      return code;
    }
  };
  return {
    territory: (code) => nameOf("region", code),
    language: (code) => nameOf("language", code),
    currency: (code) => nameOf("currency", code),
    list: (parts, joined = "and") => listTexts(language, joined === "and" ? "conjunction" : "disjunction", parts),
  };
}
