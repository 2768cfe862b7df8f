import type { FormulaFormat, Model } from "../../../core/model/cube.js";
import { MEASURE_FUNCTIONS } from "../../../core/model/measure-functions.js";
import { normaliseTerm, parseTerm } from "../../../core/model/terms.js";
import { type SaidPhrase, type PhraseName, phrase } from "./phrase.js";
import type { Sides, SidesKind } from "./sides.js";
import { isCount, isMoney, type Term } from "../../../core/query/aggregate/term.js";

/** Ways to write a figure. `amount` is money of the dataset; `change` is a percentage with its sign. */
export type TermFormat = "amount" | "count" | "number" | "percent" | "change";

/** A column of figures beside the sums. */
export interface FigureTerm {
  /** The term as in a request. */
  readonly key: string;
  readonly label: SaidPhrase;
  readonly format: TermFormat;
  /** True if it compares with the other side of a comparison. */
  readonly isCompared: boolean;
  /** Unit of what its measures count; absent for money, and for those of which one is money. */
  readonly unit?: string | undefined;
}

/**
 * Describe a term for people.
 * @param other name of the other side of a comparison
 * @param sides the sides, if they are known
 */
export function describeTerm(model: Model, term: Term, other: SaidPhrase | null, sides: Sides | null): FigureTerm {
  const { key, window } = term;
  const formula = model.formulas.find(({ name }) => name === key);
  const isCompared = window?.is === "side";
  const { name, how: ofFunction } = formula ? { name: formula.label, how: null } : nameValue(model, term);
  const ofWindow = window === null ? null : nameWindow(window, other, sides);
  // The name of the only measure says nothing.
  const isOnly = !formula && model.measures.length === 1 && (window !== null || ofFunction !== null);
  const parts = [...(isOnly ? [] : [name]), ...(ofFunction ?? []), ...(ofWindow === null ? [] : [ofWindow])];
  const label = parts.reduce((first, text) => phrase("named", { name: first, text }));
  const units = measuresOfTerm(model, key).map((own) => model.measures.find((each) => each.name === own)!.unit);
  const unit = units.includes(undefined) ? undefined : units[0];
  return {
    key,
    label,
    format: formatOf(term, formula?.format ?? null),
    isCompared,
    ...(unit !== undefined && { unit }),
  };
}

/** List the measures that a term is computed from, the sums that explain it; empty for numbers of entries or members. */
export function measuresOfTerm({ formulas, measures }: Model, text: string): readonly string[] {
  const formula = formulas.find(({ name }) => name === text);
  const { operands } = parseTerm(formula?.term ?? text, () => {});
  const names = operands.flatMap(([name]) => measures.find((measure) => measure.name === name)?.name ?? []);
  return [...new Set(names)];
}

/** True if a term is the plain sum of a measure. */
export function isSum({ measures }: Model, text: string): boolean {
  return measures.some(({ name }) => name === normaliseTerm(text));
}

/** Name what a term is of, and what is done with it. */
function nameValue(
  model: Model,
  { key, value, divisor }: Term,
): { readonly name: SaidPhrase; readonly how: readonly SaidPhrase[] | null } {
  const [text] = key.split("@");
  if (divisor !== null || value.is === "count") return { name: text!, how: null };
  if (value.is === "entries") return { name: phrase("entries"), how: null };
  const name = text!.split(".")[0]!;
  const label = model.measures.find((measure) => measure.name === name)?.label ?? name;
  const how = MEASURE_FUNCTIONS[value.function].label;
  return { name: label, how: how === null ? null : [phrase(how)] };
}

/** Names of the change from the other side, by what the sides are. */
const NAMES_OF_CHANGE: Readonly<Record<SidesKind, PhraseName>> = {
  time: "moreOrLess",
  plan: "ofPlan",
  whole: "ofWhole",
  member: "moreOrLess",
  dataset: "moreOrLess",
  version: "moreOrLess",
};

function nameWindow(window: NonNullable<Term["window"]>, other: SaidPhrase | null, sides: Sides | null): SaidPhrase {
  if (window.is === "side") {
    if (window.as === "against") return other ?? phrase("otherSide");
    if (window.as === "difference") return phrase("difference");
    return phrase(!sides || sides.isLater ? "change" : NAMES_OF_CHANGE[sides.kind]);
  }
  if (window.is === "share") return phrase(window.within.length === 0 ? "share" : "shareOfGroup");
  if (window.is === "rank") return phrase("rank");
  if (window.is === "running") return phrase("runningTotal");
  return phrase(window.is === "difference" ? "differenceFromPeriod" : "changeOnPeriod");
}

function formatOf(term: Term, format: FormulaFormat | null): TermFormat {
  const { window } = term;
  if (window?.is === "share") return "percent";
  if (window?.is === "change" || (window?.is === "side" && window.as === "change")) return "change";
  if (format !== null) return format;
  return isCount(term) ? "count" : isMoney(term) ? "amount" : "number";
}
