import type { Bounds } from "./bounds.js";
import type { Engine, Reader } from "./engine.js";
import { TooManyCells } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import type { ParentLevel } from "../query/aggregate/parent-levels.js";
import { type LevelPair, type Parents, readParents } from "./read-parents.js";

/** Maximum number of members of a level whose parents are kept. */
const MAX_KEPT = 2 ** 17;

/** A level above the level of some members, and the parents there. */
export interface FilledLevel extends ParentLevel {
  readonly parents: Parents;
}

/** A version of a dataset and a lease on it. */
export interface OpenVersion {
  readonly engine: Engine;
  readonly model: Model;
  readonly reader: Reader;
}

/** List the members of a level whose parents are needed. */
export type ListWanted = () => Promise<Iterable<string | number | null>>;

/** The parents of all members of a level, read once for each version of a dataset. */
export class ParentMaps {
  readonly #kept = new WeakMap<Engine, WeakMap<Model, Map<string, Parents>>>();

  /**
   * Return parents of the members of a level, of all entries of the dataset.
   * Cost: nothing if they are kept; else an aggregation by both levels, for large levels of the wanted members alone.
   */
  async find(
    { engine, model, reader }: OpenVersion,
    levels: LevelPair,
    bounds: Bounds,
    listWanted: ListWanted,
  ): Promise<Parents> {
    const key = nameOf(levels);
    const kept = this.#kept.get(engine)?.get(model)?.get(key);
    if (kept) return kept;
    if ((await reader.countMembers(levels.child.dimension)) <= MAX_KEPT) {
      try {
        const parents = await readParents(reader, levels, bounds);
        this.#keep(engine, model, key, parents);
        return parents;
      } catch (error) {
        // Many members have many parents each.
        if (!(error instanceof TooManyCells)) throw error;
      }
    }
    const wanted = [...new Set(await listWanted())].filter((value) => value !== null);
    return readParents(reader, levels, bounds, wanted);
  }

  #keep(engine: Engine, model: Model, key: string, parents: Parents): void {
    let models = this.#kept.get(engine);
    if (!models) this.#kept.set(engine, (models = new WeakMap()));
    const maps = models.get(model);
    if (maps) maps.set(key, parents);
    else models.set(model, new Map([[key, parents]]));
  }
}

function nameOf({ child, parent }: LevelPair): string {
  const names = [child.dimension.name, child.attribute.name, parent.dimension.name, parent.attribute?.name ?? null];
  return JSON.stringify(names);
}
