import type { Dimension, Model } from "./cube.js";

/** A place of a dimension in a hierarchy: one of its references is a level. */
export interface LevelPlace {
  /** Name of the hierarchy. */
  readonly name: string;
  /** Reference of the level. */
  readonly level: string;
  /** Reference of the level above; `null` at the top. */
  readonly parent: string | null;
  /** Reference of the level below; `null` at the bottom. */
  readonly child: string | null;
}

/** List the places of a dimension in the hierarchies of a model, from the top in each. */
export function listLevelPlaces({ hierarchies }: Model, { name: own }: Pick<Dimension, "name">): readonly LevelPlace[] {
  return hierarchies.flatMap(({ name, levels }) =>
    levels.flatMap(({ dimension, reference }, at) => {
      if (dimension !== own) return [];
      const [parent, child] = [levels[at - 1], levels[at + 1]].map((level) => level?.reference ?? null);
      return [{ name, level: reference, parent: parent!, child: child! }];
    }),
  );
}
