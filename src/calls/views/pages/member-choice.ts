import type { Dimension, Meaning, Model } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import { type Clause, parseList } from "../../../core/query/clauses.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { isPlainCut, parseCuts } from "../../../core/query/syntax/cut-clause.js";
import { referenceKey } from "./reference-key.js";

/** A dimension that is not additive, and the member that the figures of a page are cut to. */
export interface MemberChoice {
  readonly dimension: string;
  /** Name of the member that figures are cut to if the address says nothing; `null` for none. */
  readonly preset: string | null;
  /** Name of the member; `null` for all. */
  readonly chosen: string | null;
}

/**
 * Read which members figures are cut to: of each dimension that is not additive the one that `cut` names, else the
 * model's default, unless `all` names the dimension. The year of a date is chosen otherwise.
 * @param own dimension of which the page shows one member
 */
export function readChoices(model: Model, parameters: Parameters, own?: Dimension): readonly MemberChoice[] {
  const cuts = parseCuts(parameters.get("cut") ?? "", () => {}).filter(isPlainCut);
  const all = parseList(parameters.get("all") ?? "");
  const isOwn = (dimension: Dimension): boolean => own !== undefined && follows(dimension, own);
  return listNotAdditive(model)
    .filter((dimension) => !isOwn(dimension))
    .map(({ name, meaning }) => {
      const preset = meaning!.default;
      const key = referenceKey(model, name);
      const cut = cuts.find(({ field }) => referenceKey(model, field) === key);
      return { dimension: name, preset, chosen: cut?.value ?? (all.includes(name) ? null : preset) };
    });
}

/** List the dimensions whose members a page chooses from: those that are not additive, but for dates. */
export function listNotAdditive({ dimensions }: Pick<Model, "dimensions">): readonly Dimension[] {
  return dimensions.filter(({ kind, meaning }) => meaning?.additive === false && kind !== "date");
}

/**
 * Return the cuts of choices that apply to a figure: not those of dimensions that it cuts or is grouped by, nor of
 * dimensions derived from these.
 * @param fields references of its cuts and drilldowns
 */
export function cutsOfChoices(
  choices: readonly MemberChoice[],
  model: Model,
  fields: readonly string[],
): readonly Clause[] {
  const named = fields.flatMap((field) => findReference(model, field)?.dimension ?? []);
  return choices.flatMap(({ dimension: name, chosen }) => {
    const dimension = model.dimensions.find((each) => each.name === name)!;
    const isNamed = named.some((each) => follows(dimension, each));
    return chosen === null || isNamed ? [] : [{ field: name, value: chosen }];
  });
}

/** True if a dimension is another one or derived from it. */
function follows({ name, derivation }: Dimension, other: Dimension): boolean {
  return name === other.name || (derivation !== undefined && follows(derivation.from.dimension, other));
}

/** The directions of which pages show the balance. */
export const REVENUE_AND_EXPENDITURE = ["revenue", "expenditure"] as const;

/** Sort members as the model orders them, else revenue before expenditure; others come last. */
export function sortMembers<Member extends { readonly value: string | null }>(
  members: readonly Member[],
  { order, role }: Meaning,
): readonly Member[] {
  const names: readonly string[] = order.length === 0 && role === "direction" ? REVENUE_AND_EXPENDITURE : order;
  const rank = ({ value }: Member): number => (names.includes(value!) ? names.indexOf(value!) : names.length);
  return members.toSorted((a, b) => rank(a) - rank(b));
}
