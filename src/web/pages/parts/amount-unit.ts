import type { AmountUnit } from "../../../calls/views/pages/page-adjusting.js";

/** Write what amounts are per person, a share of, or in prices of, as the end of a caption; empty for amounts as paid. */
export function describeUnit({ per, shareOf, prices }: Omit<AmountUnit, "currency">): string {
  const parts = [
    ...(shareOf === null ? [] : [`as a share of ${shareOf}`]),
    ...(per === null ? [] : [`per ${per}`]),
    ...(prices === null ? [] : [`in prices of ${prices}`]),
  ];
  return parts.join(", ");
}

/** Add the unit of amounts to a title, unless it has it. */
export function withUnit(title: string, unit: string): string {
  return unit === "" || title.endsWith(unit) ? title : `${title}, ${unit}`;
}
