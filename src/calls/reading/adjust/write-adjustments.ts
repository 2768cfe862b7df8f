import { decimalText } from "../../../core/model/values/decimal.js";
import { type Fraction, fractionText } from "../../../core/model/values/fraction.js";
import { nameVersion, withoutVersion } from "../../../store/version-name.js";
import { numberedUrl } from "../describe/links.js";
import type { UsedSeries } from "./adjust.js";
import type { AdjustedRemarks } from "./adjustment.js";

/** Maximum numbers of amounts that are listed as missing, and of values of a series. */
const MAX_MISSING = 100;
const MAX_VALUES = 100;

/** Describe a series that was used, so that anybody can redo it. */
export function describeUsed(
  { kind, dataset, base, values }: UsedSeries,
  origin: string,
): Readonly<Record<string, unknown>> {
  const { name, label, licence } = dataset.model.dataset;
  const own = withoutVersion(name);
  const key = { prices: "base", in: "currency", per: "unit" }[kind];
  const listed =
    values && values.size > 0 && values.size <= MAX_VALUES
      ? Object.fromEntries(sortValues(values).map(([at, value]) => [at, fractionText(value)]))
      : null;
  return {
    kind,
    [key]: base,
    series: nameVersion(own, dataset.number),
    label,
    licence,
    cite: numberedUrl(origin, own, dataset.number),
    ...(listed && { values: listed }),
  };
}

/** List in what amounts are that were adjusted, and by which values, as rows of names and facts. */
export function listAdjusted({
  currency,
  used,
}: Pick<AdjustedRemarks, "currency" | "used">): readonly (readonly string[])[] {
  const unit = currency === null ? [] : [["Amounts in", currency]];
  return [
    ...unit,
    ...used.map(({ kind, dataset, base, values }) => {
      const name = nameVersion(withoutVersion(dataset.model.dataset.name), dataset.number);
      const listed = values && values.size <= MAX_VALUES ? sortValues(values) : [];
      const used = listed.map(([period, value]) => `${period}: ${fractionText(value)}`).join("; ");
      return ["Adjusted by", `${kind} ${base}, ${name}${used === "" ? "" : `; ${used}`}`];
    }),
  ];
}

function sortValues(values: ReadonlyMap<string, Fraction>): readonly (readonly [period: string, value: Fraction])[] {
  return [...values].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Write what was adjusted by which series, and which amounts have no value in one, as the end of a JSON object. */
export function writeAdjustments({ used, missing }: Pick<AdjustedRemarks, "used" | "missing">, origin: string): string {
  const described = used.map((each) => describeUsed(each, origin));
  const adjustments = `,"adjustments":${JSON.stringify(described)}`;
  if (missing.length === 0) return adjustments;
  const listed = missing.slice(0, MAX_MISSING).map(({ series, of, amounts }) => {
    const facts = JSON.stringify(Object.fromEntries([["series", series], ...of])).slice(0, -1);
    return `${facts}${amounts.map(([name, amount]) => `,${JSON.stringify(name)}:${decimalText(amount)}`).join("")}}`;
  });
  return `${adjustments},"missing":[${listed.join(",")}],"num_missing":${missing.length}`;
}
