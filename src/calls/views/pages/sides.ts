import { findReference } from "../../../core/model/references.js";
import type { Model } from "../../../core/model/cube.js";
import type { ParsedAgainst } from "../../../core/query/aggregate/figure-request.js";
import { type CutClause, isPlainCut } from "../../../core/query/syntax/cut-clause.js";
import type { Dataset } from "../../../store/dataset.js";
import { withoutVersion } from "../../../store/version-name.js";
import type { YearPart } from "./months.js";
import { findLabel, labelCut } from "./label-cut.js";
import type { PageScope } from "./page-scope.js";
import { joinPhrases, type SaidPhrase, phrase } from "./phrase.js";
import { isPeriod, referenceKey } from "./reference-key.js";

/**
 * Kinds of two sides of a comparison: between times amounts rise and fall, a plan is reached, and a whole has parts;
 * otherwise one side has more or less than the other.
 */
export type SidesKind = "time" | "plan" | "whole" | "member" | "dataset" | "version";

/** The two sides of a comparison. */
export interface Sides {
  readonly kind: SidesKind;
  /** True if the first side is the later of two times, so that amounts rose or fell to it. */
  readonly isLater: boolean;
  readonly own: SaidPhrase;
  readonly other: SaidPhrase;
  /** The year of each side, if these have not the same months; absent: amounts can be compared. */
  readonly uneven?: { readonly own: SideYear; readonly other: SideYear };
}

/** The year of one side of a comparison. */
export interface SideYear {
  readonly year: string;
  /** The months that are there; `null` if it is whole. */
  readonly part: YearPart | null;
}

/** Name the two sides of a comparison, and say what they are. @param other name of the other side */
export async function nameSides(
  scope: PageScope,
  cuts: readonly CutClause[],
  against: ParsedAgainst,
  other: SaidPhrase,
): Promise<Sides> {
  const { dataset } = scope;
  const { model } = dataset;
  const { name, label } = model.dataset;
  if (against.dataset !== null && against.clauses.length === 0) {
    const isVersion = withoutVersion(against.dataset) === withoutVersion(name);
    return isVersion
      ? { kind: "version", isLater: false, own: phrase("version", { number: String(dataset.number) }), other }
      : { kind: "dataset", isLater: false, own: label, other };
  }
  const keys = new Set(against.clauses.map(({ field }) => referenceKey(model, field)));
  const own = cuts.filter(({ field }) => keys.has(referenceKey(model, field)));
  const labels = await Promise.all(own.map((cut) => nameCut(scope, cut)));
  const kind = kindOf(scope.dataset, against);
  return {
    kind,
    isLater: kind === "time" && followsTimes(model, own, against),
    own: labels.length === 0 ? phrase("all") : joinPhrases(labels),
    other,
  };
}

/** The phases of public money in their order. */
export const ORDER_OF_PHASES: readonly string[] = ["proposed", "approved", "adjusted", "executed"];

/** Name two measures as sides of a comparison; `null` unless a state shows the sums of two in the same unit. */
export function nameMeasureSides(model: Model, shown: readonly string[]): Sides | null {
  const [own, other] = shown.map((each) => model.measures.find(({ name }) => name === each));
  if (shown.length !== 2 || !own || !other || own.unit !== other.unit) return null;
  const [after, before] = [own, other].map(({ phase = "" }) => ORDER_OF_PHASES.indexOf(phase)) as [number, number];
  const kind = before >= 0 && after > before ? "plan" : "member";
  return { kind, isLater: false, own: own.label, other: other.label };
}

/** Name what a cut leaves: a member by its label. */
export function nameCut(scope: PageScope, cut: CutClause): Promise<SaidPhrase> {
  return isPlainCut(cut) ? findLabel(scope, cut) : labelCut(scope, cut);
}

function kindOf({ model }: Dataset, { clauses }: ParsedAgainst): SidesKind {
  if (clauses.some(({ value, excluded }) => value === "*" && !excluded)) return "whole";
  const dimensions = clauses.flatMap(({ field }) => findReference(model, field)?.dimension ?? []);
  if (dimensions.length > 0 && dimensions.every(({ kind }) => kind === "date")) return "time";
  return dimensions.length > 0 && dimensions.every(({ meaning }) => meaning?.role === "phase") ? "plan" : "member";
}

/** True if cuts are certainly to later periods than the other side; not of ranges, or if one of several is earlier. */
function followsTimes(model: Model, cuts: readonly CutClause[], { clauses }: ParsedAgainst): boolean {
  const keyOf = ({ field }: Pick<CutClause, "field">): string => referenceKey(model, field);
  return clauses.every((other) => {
    const [own, ...more] = cuts.filter((cut) => keyOf(cut) === keyOf(other));
    const arePlain = own !== undefined && more.length === 0 && isPlainCut(own) && isPlainCut(other);
    return arePlain && isPeriod(model, other.field) && own.value > other.value;
  });
}
