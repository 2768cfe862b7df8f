import { errorText } from "../core/errors/error-text.js";
import { createHash } from "node:crypto";
import type { Engine } from "../core/engine/engine.js";
import type { Model } from "../core/model/cube.js";
import { listThrough, type ThroughDimension, withCrosswalks } from "../core/model/with-crosswalks.js";
import { nextSecond } from "./change-time.js";
import type { Dataset } from "./dataset.js";
import { readCrosswalk, type ReadCrosswalk } from "./read-crosswalk.js";

/** The facts that decide who may read a dataset. */
type Readers = Pick<Dataset, "private" | "managers">;

/** A version of a dataset as it is stored. */
type Stored = Pick<Dataset, "model" | "engine" | "version" | "lastModified"> & Readers;

/** Maximum number of values that a warning lists. */
const MAX_LISTED = 5;

/**
 * The datasets that derived dimensions go through, as they were read last. A version of a crosswalk is read once for each
 * pair of its dimensions that is used.
 */
export class Crosswalks {
  /** Crosswalks by the model and the engine of the version that they were read from. */
  readonly #read = new WeakMap<Model, { readonly engine: Engine; readonly found: Map<string, ReadCrosswalk> }>();
  /** The versions that each dataset was shown with last, and since when. */
  readonly #shown = new Map<string, { readonly version: string; readonly at: Date }>();
  readonly #opened = new Date();

  /**
   * Read the crosswalks that datasets need and that were not read yet.
   * @param users those that go through any
   * @returns true if one was read, and datasets can be shown with it
   */
  async read(datasets: ReadonlyMap<string, Stored>, users: readonly Stored[]): Promise<boolean> {
    let isNew = false;
    for (const dataset of users) {
      for (const each of listThrough(dataset.model)) {
        const crosswalk = findReadable(datasets, dataset, each);
        if (!crosswalk || this.#find(crosswalk, each)) continue;
        this.#keep(crosswalk, each, await readCrosswalk(crosswalk, each));
        isNew = true;
      }
    }
    return isNew;
  }

  /**
   * Show a dataset with the contents of the crosswalks that it goes through: its version then depends on theirs. One that
   * is missing, or that not all readers of the dataset may read, has no contents.
   */
  show<T extends Stored>(datasets: ReadonlyMap<string, Stored>, dataset: T): T {
    const through = listThrough(dataset.model);
    if (through.length === 0) return dataset;
    const used = new Map<ThroughDimension["dimension"], Stored | null>();
    for (const each of through) {
      const crosswalk = findReadable(datasets, dataset, each);
      used.set(each.dimension, crosswalk && this.#find(crosswalk, each) ? crosswalk : null);
    }
    const model = withCrosswalks(dataset.model, (each) => {
      const crosswalk = used.get(each.dimension);
      return crosswalk ? this.#find(crosswalk, each) : null;
    });
    const { version, lastModified } = this.#date(dataset, [...used.values()]);
    return { ...dataset, model, version, lastModified };
  }

  /** Fill crosswalks into the model of a version that is about to be published. */
  async fill(datasets: ReadonlyMap<string, Stored>, model: Model, readers: Readers): Promise<Model> {
    const found = new Map<ThroughDimension["dimension"], ReadCrosswalk>();
    for (const each of listThrough(model)) {
      const crosswalk = findReadable(datasets, readers, each);
      if (crosswalk) found.set(each.dimension, this.#find(crosswalk, each) ?? (await readCrosswalk(crosswalk, each)));
    }
    return withCrosswalks(model, ({ dimension }) => found.get(dimension) ?? null);
  }

  /**
   * Write warnings about the crosswalks of a version that is about to be published, and about itself as a crosswalk of
   * public datasets: what is missing, and values with several targets.
   * @param users datasets that go through any
   */
  async warn(
    datasets: ReadonlyMap<string, Stored>,
    users: readonly Stored[],
    { model, engine, readers }: Pick<Stored, "model" | "engine"> & { readonly readers: Readers },
  ): Promise<readonly string[]> {
    const warnings: string[] = [];
    for (const each of listThrough(model)) {
      const { name } = each.dimension;
      const crosswalk = findReadable(datasets, readers, each);
      if (!crosswalk) {
        const { dataset } = each.through;
        warnings.push(errorText("crosswalk_not_loaded", { dimension: name, dataset }));
        continue;
      }
      warnings.push(...warnOf(await readCrosswalk(crosswalk, each), each));
    }
    const open = users.filter((user) => !user.private);
    for (const each of open.flatMap((user) => listThrough(user.model))) {
      if (each.through.dataset !== model.dataset.name) continue;
      warnings.push(...warnOf(await readCrosswalk({ model, engine }, each), each));
    }
    return [...new Set(warnings)];
  }

  #find({ model, engine }: Stored, each: ThroughDimension): ReadCrosswalk | null {
    const read = this.#read.get(model);
    return (read?.engine === engine && read.found.get(keyOf(each))) || null;
  }

  #keep({ model, engine }: Stored, each: ThroughDimension, crosswalk: ReadCrosswalk): void {
    let read = this.#read.get(model);
    if (read?.engine !== engine) this.#read.set(model, (read = { engine, found: new Map() }));
    read!.found.set(keyOf(each), crosswalk);
  }

  /** Return the version and the last change of a dataset together with its crosswalks. */
  #date(dataset: Stored, crosswalks: readonly (Stored | null)[]): Pick<Dataset, "version" | "lastModified"> {
    const { name } = dataset.model.dataset;
    const hash = createHash("sha1").update(dataset.version);
    for (const crosswalk of crosswalks) hash.update(`\n${crosswalk?.version ?? ""}`);
    const version = hash.digest("hex").slice(0, 16);
    // A crosswalk that went away leaves no date behind.
    let shown = this.#shown.get(name);
    if (shown?.version !== version) {
      const at = shown ? nextSecond() : this.#opened;
      this.#shown.set(name, (shown = { version, at }));
    }
    const dates = [dataset.lastModified, shown.at, ...crosswalks.flatMap((each) => each?.lastModified ?? [])];
    return { version, lastModified: dates.reduce((last, date) => (date > last ? date : last)) };
  }
}

/** Find the dataset that a dimension goes through; `null` if it is missing, or if some readers may not read it. */
function findReadable(
  datasets: ReadonlyMap<string, Stored>,
  readers: Readers,
  { through }: ThroughDimension,
): Stored | null {
  const found = datasets.get(through.dataset);
  if (!found) return null;
  const isReadable =
    !found.private || (readers.private && readers.managers.every((manager) => found.managers.includes(manager)));
  return isReadable ? found : null;
}

function keyOf({ from: { dimension, attribute }, through }: ThroughDimension): string {
  return JSON.stringify([dimension.name, dimension.taxonomy, attribute.name, attribute.type, through.to]);
}

function warnOf({ problem, ambiguous }: ReadCrosswalk, { dimension, through }: ThroughDimension): readonly string[] {
  if (problem !== null) return [errorText("crosswalk_unusable", { dimension: dimension.name, reason: problem })];
  if (ambiguous.length === 0) return [];
  const listed = ambiguous.slice(0, MAX_LISTED).map((value) => `"${value}"`);
  const more = ambiguous.length > MAX_LISTED ? ", …" : "";
  return [
    errorText("crosswalk_ambiguous", {
      dimension: dimension.name,
      dataset: through.dataset,
      count: ambiguous.length,
      values: listed.join(", ") + more,
    }),
  ];
}
