import type { Statistic } from "./query.js";

/** Print a statistic as the term of a measure that it is the value of. */
export function printStatistic(statistic: Statistic): string {
  if (statistic.is !== "count") return `${statistic.measure.name}.${statistic.is}`;
  const { dimension, attribute } = statistic.of;
  // A dimension of one attribute has its name.
  const isOwn = attribute === null || attribute.name === dimension.name;
  return isOwn ? `${dimension.name}.count` : `${dimension.name}.${attribute.name}.count`;
}
