import type { Statistic } from "./query.js";

/** Print a statistic as the term of a measure that it is the value of. */
export function printStatistic(statistic: Statistic): string {
  if (statistic.is !== "count") return `${statistic.measure.name}.${statistic.is}`;
  const { dimension, attribute } = statistic.of;
  return attribute ? `${dimension.name}.${attribute.name}.count` : `${dimension.name}.count`;
}
