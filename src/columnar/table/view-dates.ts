import type { Calendar, Dimension } from "../../model/cube.js";
import { computedBy, type ComputeDate } from "../../model/calendar-rules.js";
import { listedValues } from "./listed-values.js";
import { mappedValues } from "./mapped-values.js";
import { openMembers } from "./members.js";
import { numberTargets, targetBytes, type Targets } from "./number-targets.js";
import { RankCache } from "./ranks.js";
import type { DerivedMembers, DimensionColumn } from "./table.js";
import type { Values } from "./values.js";

/** View a column of dates by the rules of a calendar. Cost: a step for each date, once an attribute is read. */
export function viewDates(dimension: Dimension, calendar: Calendar, stored: DimensionColumn): DimensionColumn {
  const names = stored.attributes[dimension.identity.index]!;
  const computed = new Map<number, DerivedMembers>();
  for (const { name, index } of dimension.attributes) {
    const compute = computedBy(calendar, name);
    if (compute) computed.set(index, computeMembers(names, compute));
  }
  const attributes = dimension.attributes.map(({ index }) => {
    const own = computed.get(index);
    return own ? mappedValues(names.length, own.targets, () => own.values()[0]!) : stored.attributes[index]!;
  });
  const pickMembers = openMembers(attributes, stored.missing, true);
  return { ...stored, dimension, attributes, ranks: new RankCache(attributes), pickMembers, base: stored, computed };
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
