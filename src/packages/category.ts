import { currencyCode } from "../model/parse/codes.js";
import { error, given, quoted, type Section } from "../model/parse/section.js";

/** `expenditure` or `revenue`, as a resource or a package says; `null` where it does not. */
export function directionOf(section: Section): string | null {
  for (const key of ["type", "financialStatement", "direction"]) {
    const direction = given(section, key);
    if (typeof direction === "string" && /^(expenditure|revenue)$/i.test(direction.trim())) {
      return direction.trim().toLowerCase();
    }
  }
  return null;
}

/** `aggregated` or `transactional`, likewise. */
export function granularityOf(section: Section): string | null {
  const granularity = given(section, "granularity");
  if (typeof granularity !== "string") return null;
  if (/^aggregated?$/i.test(granularity.trim())) return "aggregated";
  return /^transaction(al)?$/i.test(granularity.trim()) ? "transactional" : null;
}

/** The category of a dataset: aggregated expenditure is a budget; `null` where the package does not say enough. */
export function categoryOf(direction: string | null, granularity: string | null): string | null {
  if (direction === "revenue") return "other";
  if (granularity === "transactional") return "spending";
  return direction === "expenditure" && granularity === "aggregated" ? "budget" : null;
}

/** A currency that is given under a key; `null` for none. */
export function readCurrency(section: Section, key = "currency"): string | null {
  const value = given(section, key);
  if (value === undefined || value === "") return null;
  const found =
    typeof value === "string" ? currencyCode(value) : { remedy: 'write an ISO 4217 code, for example "EUR"' };
  if ("code" in found) return found.code;
  error(section, key, `${quoted(value)} is not known; ${found.remedy}`);
  return null;
}

/** The one currency of several tables: amounts of different ones have no total. */
export function oneCurrency(
  currencies: readonly { readonly section: Section; readonly currency: string | null }[],
): string | null {
  const said = currencies.filter(({ currency }) => currency !== null);
  const [first] = said;
  for (const { section, currency } of said) {
    if (currency === first!.currency) continue;
    error(
      section,
      "currency",
      `${quoted(currency)} is not ${quoted(first!.currency)} as before; a dataset has one currency`,
    );
  }
  return first?.currency ?? null;
}
