import type { Exploration } from "../../../calls/views/pages/exploration.js";
import type { SaidPhrase } from "../../../calls/views/pages/phrase.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { sayPhrase } from "../parts/say-phrase.js";
import type { PageLocale } from "../parts/page-locale.js";

/** Names of dimensions that say what their members are, as publishers and OpenSpending write them. */
const WAYS = [
  ["on", /^(?:sub)?(?:function|cofog)/i],
  ["to", /^(?:to|payee|supplier|recipient|beneficiary)$/i],
  ["from", /^(?:from|payer)$/i],
  ["in", /^(?:region|country|place|area|location|municipality|district|province|nuts)/i],
] as const;

/** Return how a sentence says a cut to a member; `null` if it names the dimension, too. */
export function wayOfCut(page: Exploration, cut: CutClause): (typeof WAYS)[number][0] | null {
  const name = nameOfCut(page, cut);
  const dimension = page.dimensions.find((each) => each.name === name);
  if (!dimension || typeof cut.value !== "string" || cut.excluded) return null;
  if (dimension.role === "geography") return "in";
  return WAYS.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/** Write the dimension and the member of a cut; `null` for a dimension that goes without saying. */
export function partsOfLabel(
  locale: PageLocale,
  said: SaidPhrase,
): { readonly name: string | null; readonly text: string } {
  if (typeof said === "string" || said.say !== "named") return { name: null, text: sayPhrase(locale, said) };
  return { name: sayPhrase(locale, said.values["name"]!), text: sayPhrase(locale, said.values["text"]!) };
}

/** Return the name of the dimension of a cut. */
export function nameOfCut({ dimensions }: Exploration, { field }: Pick<CutClause, "field">): string {
  return dimensions.find(({ name }) => field === name || field.startsWith(`${name}.`))?.name ?? field;
}
