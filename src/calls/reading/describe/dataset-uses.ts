import type { Dataset } from "../../../store/dataset.js";

/** A use of a dataset by another one: as a series, or as the crosswalk of a dimension. */
export interface DatasetUse {
  /** Name of the dataset that uses the other one. */
  readonly by: string;
  readonly as: "prices" | "in" | "per" | "crosswalk";
}

/** A dataset that another one names, and what for. */
interface NamedDataset {
  readonly name: string;
  readonly as: DatasetUse["as"];
}

/** List the datasets that a dataset names as its series and crosswalks. */
function listNamed({ model }: Dataset): readonly NamedDataset[] {
  const { references, dimensions } = model;
  const named = [
    ...(references.prices === null ? [] : [{ name: references.prices, as: "prices" as const }]),
    ...(references.in === null ? [] : [{ name: references.in, as: "in" as const }]),
    ...references.per.map((name) => ({ name, as: "per" as const })),
    ...dimensions.flatMap(({ derivation }) =>
      derivation?.rule.by === "through" ? [{ name: derivation.rule.dataset, as: "crosswalk" as const }] : [],
    ),
  ];
  return [...new Map(named.map((each) => [`${each.as} ${each.name}`, each])).values()];
}

/** Find which of some datasets name each dataset as a series or as a crosswalk. @returns the uses of each by its name */
export function findUses(datasets: readonly Dataset[]): ReadonlyMap<string, readonly DatasetUse[]> {
  const uses = new Map<string, DatasetUse[]>();
  for (const dataset of datasets) {
    const by = dataset.model.dataset.name;
    for (const { name, as } of listNamed(dataset)) {
      const own = name.replace(/@.*$/, "").replace(/\..*$/, "");
      uses.set(own, [...(uses.get(own) ?? []), { by, as }]);
    }
  }
  return uses;
}

/** Write what a dataset is used for, as `town (prices), village (crosswalk)`. */
export function writeUses(uses: readonly DatasetUse[]): string {
  return uses.map(({ by, as }) => `${by} (${as})`).join(", ");
}
