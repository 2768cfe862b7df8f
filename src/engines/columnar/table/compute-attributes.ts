import { type ComputeAttribute, computeFromName } from "../../../core/model/calendar-rules.js";
import type { Dimension } from "../../../core/model/cube.js";
import { listedValues } from "./listed-values.js";
import { mappedValues } from "./mapped-values.js";
import { numberTargets, targetBytes, type Targets } from "./number-targets.js";
import type { DerivedMembers } from "./table.js";
import type { Values } from "./values.js";

/**
 * Compute those attributes of a dimension that follow from the names of its members, by position: parts of dates, and
 * labels that the model file gives.
 * Cost: a step for each member, once an attribute is read.
 */
export function computeAttributes(dimension: Dimension, names: Values): ReadonlyMap<number, DerivedMembers> {
  const { attributes, unlisted = [] } = dimension;
  const found = new Map<number, DerivedMembers>();
  for (const attribute of unlisted.length === 0 ? attributes : [...attributes, ...unlisted]) {
    const compute = computeFromName(dimension, attribute);
    if (compute) found.set(attribute.index, computeMembers(names, compute));
  }
  return found;
}

/** Make computed attributes readable by the codes of members. @param length number of members */
export function viewComputed(computed: ReadonlyMap<number, DerivedMembers>, length: number): readonly Values[] {
  return [...computed.values()].map((own) => viewAttribute(own, length));
}

/** Make one computed attribute readable by the codes of members. @param length number of members */
export function viewAttribute({ targets, values }: DerivedMembers, length: number): Values {
  return mappedValues(length, targets, () => values()[0]!);
}

function computeMembers(names: Values, compute: ComputeAttribute): DerivedMembers {
  let built: Targets | undefined;
  const build = (): Targets =>
    (built ??= numberTargets(names.length, (code) => {
      const name = names.at(code);
      return name === null ? undefined : (compute(String(name)) ?? undefined);
    }));
  let values: readonly Values[] | undefined;
  return {
    targets: () => build().targets,
    values: () => (values ??= [listedValues(build().names)]),
    bytes: () => targetBytes(built),
  };
}
