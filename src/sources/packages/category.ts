import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import { currencyCode } from "../../core/model/parse/codes.js";
import { error, given, quoted, type Section } from "../../core/model/parse/section.js";

/** Read the direction of a resource or a package, `expenditure` or `revenue`; `null` if it is not given. */
export function directionOf(section: Section): string | null {
  for (const key of ["type", "financialStatement", "direction"]) {
    const direction = given(section, key);
    if (typeof direction === "string" && /^(expenditure|revenue)$/i.test(direction.trim())) {
      return direction.trim().toLowerCase();
    }
  }
  return null;
}

/** Read the granularity of a resource or a package, `aggregated` or `transactional`; `null` if it is not given. */
export function granularityOf(section: Section): string | null {
  const granularity = given(section, "granularity");
  if (typeof granularity !== "string") return null;
  if (/^aggregated?$/i.test(granularity.trim())) return "aggregated";
  return /^transaction(al)?$/i.test(granularity.trim()) ? "transactional" : null;
}

/** Derive the category of a dataset: aggregated expenditure is a budget; `null` if the package says too little. */
export function categoryOf(direction: string | null, granularity: string | null): string | null {
  if (direction === "revenue") return "other";
  if (granularity === "transactional") return "spending";
  return direction === "expenditure" && granularity === "aggregated" ? "budget" : null;
}

/** Read the currency; `null` if it is not given, or is unknown, which is an error. */
export function readCurrency(section: Section): string | null {
  const value = given(section, "currency");
  if (value === undefined || value === "") return null;
  const found = typeof value === "string" ? currencyCode(value) : { remedy: phraseText("write_code_of_currency") };
  if ("code" in found) return found.code;
  error(section, "currency", errorText("not_a_known_code", { value: quoted(value), remedy: found.remedy }));
  return null;
}

/** Return the common currency of several tables; differing ones are errors, since their amounts have no total. */
export function oneCurrency(
  currencies: readonly { readonly section: Section; readonly currency: string | null }[],
): string | null {
  const known = currencies.filter(({ currency }) => currency !== null);
  const [first] = known;
  for (const { section, currency } of known) {
    if (currency === first!.currency) continue;
    error(
      section,
      "currency",
      errorText("currency_differs", { currency: quoted(currency), currency_b: quoted(first!.currency) }),
    );
  }
  return first?.currency ?? null;
}
