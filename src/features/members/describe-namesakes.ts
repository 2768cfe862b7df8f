import type { SharedName } from "../../calls/context.js";
import { addMembersUp, type NamedSums } from "../../calls/reading/members/sum-namesakes.js";
import { datasetUrl, memberUrl } from "../../calls/reading/describe/links.js";
import type { Decimal } from "../../core/model/values/decimal.js";
import { summarizeVersion } from "../../store/dataset.js";
import type { Value } from "../../core/model/values/value.js";
import { namesakesUrl } from "./namesakes-url.js";

/** A name under which a member appears. */
interface AppearingName {
  readonly name: string;
  readonly label: string;
  /** Names of the datasets that call it so. */
  readonly datasets: readonly string[];
}

/** A cell: sums of measures by their names, beside what they are of. */
type NamedCell = Readonly<Record<string, Value | Decimal | null>>;

/** A member in one dimension of a dataset. */
interface NamesakeDescription {
  readonly name: string;
  readonly label: string;
  readonly html_url: string;
  readonly currency: string | null;
  readonly dimension: { readonly name: string; readonly label: string };
  readonly members: readonly { readonly name: string; readonly label: string; readonly html_url: string | null }[];
  readonly summary: NamedCell;
  readonly years: readonly NamedCell[];
}

/** A member over datasets. */
export interface NamesakesDescription {
  readonly taxonomy: string;
  readonly name: string;
  readonly label: string;
  readonly html_url: string;
  readonly names: readonly AppearingName[];
  readonly num_entries: number;
  readonly datasets: readonly NamesakeDescription[];
}

/** Describe a member over datasets. @param sums at least one @param shown those that are described one by one */
export function describeNamesakes(
  shared: SharedName,
  sums: readonly NamedSums[],
  shown: readonly NamedSums[],
  origin: string,
): NamesakesDescription {
  const names = listNames(sums);
  const [first] = names as [AppearingName];
  const label = sums.flatMap(({ namesakes }) => namesakes).find((each) => each.label !== each.name)?.label;
  return {
    taxonomy: shared.taxonomy,
    name: shared.name,
    label: label ?? first.label,
    html_url: namesakesUrl(origin, shared),
    names,
    num_entries: sums.reduce((sum, { numEntries }) => sum + numEntries, 0),
    datasets: shown.map((each) => describeIn(each, origin)),
  };
}

/** List the names under which a member appears, those of most datasets first. */
function listNames(sums: readonly NamedSums[]): readonly AppearingName[] {
  const found = new Map<string, AppearingName & { datasets: string[] }>();
  for (const { namesakes, dataset } of sums) {
    for (const { name, label } of namesakes) {
      const key = JSON.stringify([name, label]);
      const known = found.get(key) ?? { name, label, datasets: [] };
      const own = summarizeVersion(dataset).metadata.name;
      // Sums are ordered by dataset.
      if (known.datasets.at(-1) !== own) known.datasets.push(own);
      found.set(key, known);
    }
  }
  return [...found.values()].toSorted((a, b) => b.datasets.length - a.datasets.length);
}

function describeIn(sums: NamedSums, origin: string): NamesakeDescription {
  const { dataset, dimension, namesakes, measures, apart, rows, numEntries, totals } = sums;
  const { name, label, currency } = summarizeVersion(dataset).metadata;
  const cellOf = (own: Record<string, Value | Decimal | null>, of: readonly Decimal[] | null, entries: number) => {
    for (const [at, measure] of measures.entries()) own[measure.name] = of?.[at] ?? null;
    own["num_entries"] = entries;
    return own;
  };
  return {
    name,
    label,
    html_url: datasetUrl(origin, name),
    currency,
    dimension: { name: dimension.name, label: dimension.label },
    members: namesakes.map((each) => ({
      name: each.name,
      label: each.label,
      html_url: memberUrl(origin, name, dimension, each.name),
    })),
    summary: cellOf({}, totals, numEntries),
    years: addMembersUp(rows).map((row) => {
      const own: Record<string, Value | Decimal | null> = { year: row.year };
      for (const [at, each] of apart.entries()) own[each.name] = row.apart[at]!;
      return cellOf(own, row.sums, row.numEntries);
    }),
  };
}
