import { computedBy, type ComputeDate } from "../../../core/model/calendar-rules.js";
import type { Attribute, Calendar } from "../../../core/model/cube.js";
import { listedValues } from "./listed-values.js";
import { mappedValues } from "./mapped-values.js";
import { numberTargets, targetBytes, type Targets } from "./number-targets.js";
import type { DerivedMembers } from "./table.js";
import type { Values } from "./values.js";

/**
 * Compute those of some attributes of dates that follow from their names, by position.
 * Cost: a step for each date, once an attribute is read.
 */
export function computeDates(
  attributes: readonly Attribute[],
  calendar: Calendar,
  names: Values,
): ReadonlyMap<number, DerivedMembers> {
  return new Map(
    attributes.flatMap(({ name, index }) => {
      const compute = computedBy(calendar, name);
      return compute ? [[index, computeMembers(names, compute)] as const] : [];
    }),
  );
}

/** Make computed attributes readable by the codes of dates. @param length number of dates */
export function viewComputed(computed: ReadonlyMap<number, DerivedMembers>, length: number): readonly Values[] {
  return [...computed.values()].map((own) => viewAttribute(own, length));
}

/** Make one computed attribute readable by the codes of dates. @param length number of dates */
export function viewAttribute({ targets, values }: DerivedMembers, length: number): Values {
  return mappedValues(length, targets, () => values()[0]!);
}

function computeMembers(dates: Values, compute: ComputeDate): DerivedMembers {
  let built: Targets | undefined;
  const build = (): Targets =>
    (built ??= numberTargets(dates.length, (code) => {
      const date = dates.at(code);
      return date === null ? undefined : (compute(String(date)) ?? undefined);
    }));
  let values: readonly Values[] | undefined;
  return {
    targets: () => build().targets,
    values: () => (values ??= [listedValues(build().names)]),
    bytes: () => targetBytes(built),
  };
}
