import type { Dimension, Model } from "./cube.js";
import type { MemberCorrections } from "./member-corrections.js";
import { rowModel } from "./row-model.js";

/** A difference between the corrections of two models. */
export type CorrectionChange =
  | { readonly kind: "label"; readonly dimension: string; readonly name: string; readonly label: string | null }
  | { readonly kind: "same"; readonly dimension: string; readonly name: string; readonly to: string | null };

/** True if the members of a dimension can be corrected: they are read from rows, and texts. */
export function mayCorrect({ kind, derivation, sources, identity }: Dimension): boolean {
  return kind !== "date" && !derivation && !sources && identity.type === "text";
}

/** True if a model corrects members. */
export function correctsMembers(model: Model): boolean {
  return rowModel(model).dimensions.some(({ corrections }) => corrections);
}

/** List what the corrections of a model change against those of an earlier one. */
export function compareCorrections(
  before: ReadonlyMap<string, MemberCorrections>,
  after: ReadonlyMap<string, MemberCorrections>,
): readonly CorrectionChange[] {
  const dimensions = new Set([...before.keys(), ...after.keys()]);
  return [...dimensions].flatMap((dimension) => {
    const [was, is] = [before.get(dimension), after.get(dimension)];
    const labels = differing(was?.labels, is?.labels);
    const values = differing(was?.values, is?.values);
    return [
      ...labels.map(([name, label]): CorrectionChange => ({ kind: "label", dimension, name, label })),
      ...values.map(([name, to]): CorrectionChange => ({ kind: "same", dimension, name, to })),
    ];
  });
}

/** List the corrections of a model by dimension. */
export function correctionsOf(model: Model): ReadonlyMap<string, MemberCorrections> {
  return new Map(
    model.dimensions.flatMap(({ name, corrections }) => (corrections ? [[name, corrections] as const] : [])),
  );
}

/** Say what a difference of corrections is. */
export function explainCorrection(change: CorrectionChange): string {
  const quote = (text: string): string => JSON.stringify(text);
  const name = `${quote(change.name)} of "${change.dimension}"`;
  if (change.kind === "label") {
    return change.label === null
      ? `the label of ${name} is no longer corrected`
      : `label of ${name} corrected to ${quote(change.label)}`;
  }
  return change.to === null ? `${name} is a member of its own` : `${name} is the same as ${quote(change.to)}`;
}

function differing(
  before: ReadonlyMap<string, string> = new Map(),
  after: ReadonlyMap<string, string> = new Map(),
): readonly (readonly [string, string | null])[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const text = after.get(name) ?? null;
    return text === (before.get(name) ?? null) ? [] : [[name, text] as const];
  });
}
