import type { FormulaFormat, Model } from "../../../core/model/cube.js";
import { MEASURE_FUNCTIONS } from "../../../core/model/measure-functions.js";
import { normaliseTerm, parseTerm } from "../../../core/model/terms.js";
import type { SidesKind } from "./sides.js";
import { isCount, isMoney, type Term } from "../../../core/query/aggregate/term.js";

/** Ways to write a figure. `amount` is money of the dataset; `change` is a percentage with its sign. */
export type TermFormat = "amount" | "count" | "number" | "percent" | "change";

/** A column of figures beside the sums. */
export interface FigureTerm {
  /** The term as in a request. */
  readonly key: string;
  readonly label: string;
  readonly format: TermFormat;
  /** True if it compares with the other side of a comparison. */
  readonly isCompared: boolean;
}

/**
 * Describe a term for people.
 * @param other name of the other side of a comparison
 * @param kind what its sides are
 */
export function describeTerm(model: Model, term: Term, other: string | null, kind: SidesKind = "time"): FigureTerm {
  const { key, window } = term;
  const formula = model.formulas.find(({ name }) => name === key);
  const isCompared = window?.is === "side";
  const name = formula?.label ?? nameValue(model, term);
  const how = window === null ? null : nameWindow(window, other, kind);
  const isOnly = model.measures.length === 1 && (window !== null || name.includes(": "));
  const own = isOnly && !formula ? name.split(": ").slice(1).join(": ") : name;
  const label = [own, how].filter(Boolean).join(own && how ? ": " : "");
  return { key, label: capitalise(label), format: formatOf(term, formula?.format ?? null), isCompared };
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

function nameValue(model: Model, { key, value, divisor }: Term): string {
  const [text] = key.split("@");
  if (divisor !== null || value.is === "count") return text!;
  if (value.is === "entries") return "Entries";
  const name = text!.split(".")[0]!;
  const label = model.measures.find((measure) => measure.name === name)?.label ?? name;
  const how = MEASURE_FUNCTIONS[value.function].label;
  return how === null ? label : `${label}: ${how}`;
}

/** Names of the change from the other side, by what the sides are. */
const NAMES_OF_CHANGE: Readonly<Record<SidesKind, string>> = {
  time: "change",
  plan: "of the plan",
  whole: "of the whole",
  member: "more or less",
  dataset: "more or less",
  version: "more or less",
};

function nameWindow(window: NonNullable<Term["window"]>, other: string | null, kind: SidesKind): string {
  if (window.is === "side") {
    if (window.as === "against") return other ?? "other side";
    return window.as === "difference" ? "difference" : NAMES_OF_CHANGE[kind];
  }
  if (window.is === "share") return window.within.length === 0 ? "share" : "share of its group";
  if (window.is === "rank") return "rank";
  if (window.is === "running") return "running total";
  return window.is === "difference" ? "difference from the period before" : "change on the period before";
}

function formatOf(term: Term, format: FormulaFormat | null): TermFormat {
  const { window } = term;
  if (window?.is === "share") return "percent";
  if (window?.is === "change" || (window?.is === "side" && window.as === "change")) return "change";
  if (format !== null) return format;
  return isCount(term) ? "count" : isMoney(term) ? "amount" : "number";
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
