import type { Calendar, Dimension } from "../../../core/model/cube.js";
import { computeDates, viewAttribute } from "./compute-dates.js";
import { openMembers } from "./members.js";
import { RankCache } from "./ranks.js";
import type { DimensionColumn } from "./table.js";

/** View a column of dates by the rules of a calendar. Cost: a step for each date, once an attribute is read. */
export function viewDates(dimension: Dimension, calendar: Calendar, stored: DimensionColumn): DimensionColumn {
  const names = stored.attributes[dimension.identity.index]!;
  const all = [...dimension.attributes, ...(dimension.unlisted ?? [])];
  const computed = computeDates(all, calendar, names);
  const attributes = all.map(({ index }) => {
    const own = computed.get(index);
    return own ? viewAttribute(own, names.length) : stored.attributes[index]!;
  });
  const pickMembers = openMembers(attributes.slice(0, dimension.attributes.length), stored.missing, true);
  return { ...stored, dimension, attributes, ranks: new RankCache(attributes), pickMembers, base: stored, computed };
}
