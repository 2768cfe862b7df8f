import type { Model } from "../../../core/model/cube.js";

/** A dataset of which the model is known. */
interface Modelled {
  readonly model: Model;
}

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
function listNamed({ model }: Modelled): readonly NamedDataset[] {
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

/** Uses of datasets by the list that they were found in: a catalogue makes another one whenever a dataset changes. */
const found = new WeakMap<readonly Modelled[], ReadonlyMap<string, readonly DatasetUse[]>>();

/**
 * Find which of all datasets name each dataset as a series or as a crosswalk. Once for each list.
 * @returns the uses of each by its name
 */
export function findUses(datasets: readonly Modelled[]): ReadonlyMap<string, readonly DatasetUse[]> {
  let uses = found.get(datasets);
  if (!uses) found.set(datasets, (uses = indexUses(datasets)));
  return uses;
}

function indexUses(datasets: readonly Modelled[]): ReadonlyMap<string, readonly DatasetUse[]> {
  const uses = new Map<string, DatasetUse[]>();
  for (const dataset of datasets) {
    const by = dataset.model.dataset.name;
    for (const { name, as } of listNamed(dataset)) {
      const own = name.replace(/@.*$/, "").replace(/\..*$/, "");
      const known = uses.get(own);
      if (known) known.push({ by, as });
      else uses.set(own, [{ by, as }]);
    }
  }
  return uses;
}

/** Write what a dataset is used for, as `town (prices), village (crosswalk)`. */
export function writeUses(uses: readonly DatasetUse[]): string {
  return uses.map(({ by, as }) => `${by} (${as})`).join(", ");
}
