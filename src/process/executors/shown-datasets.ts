import { nameView, viewName } from "../../store/collection-views.js";
import { type Dataset, isSeries, nameModel } from "../../store/dataset.js";
import { findShown, listNewestFirst } from "../../store/open-tables.js";
import type { CollectionRecord } from "../../store/disk/manifest.js";
import type { DatasetCatalog } from "../../store/dataset-catalog.js";
import type { Engine } from "../../core/engine/engine.js";
import type { DatasetMetadata, Model } from "../../core/model/cube.js";
import type { CarriedModel } from "../../core/model/parse/carried-model.js";
import { type Crosswalk, listThrough, withCrosswalks } from "../../core/model/with-crosswalks.js";
import type { ParsedModels } from "./parsed-models.js";
import type { ExecutorRequest, ShownDataset, Translations } from "./messages.js";

/** A model that is read when it is first needed, with the number of datasets that have it. */
interface SharedModel {
  readonly key: string;
  readonly open: () => Model;
  uses: number;
}

/** Tables by their number, opened when they are first read. */
type LentTables = ReadonlyMap<number, { readonly engine: Engine }>;

/** Datasets as the server's thread last showed them to an executor. */
export class ShownDatasets implements DatasetCatalog {
  collections: readonly CollectionRecord[] = [];
  readonly #parsed: ParsedModels;
  readonly #datasets = new Map<string, Dataset>();
  /** Datasets as collections see them, by `viewName`. */
  readonly #views = new Map<string, Dataset>();
  /** The model of each dataset, by the name of the dataset. */
  readonly #modelOf = new Map<string, SharedModel>();
  /** Models by their model files and crosswalks: what was computed for a model is found again by the same object. */
  readonly #models = new Map<string, SharedModel>();
  readonly #translations = new Map<number, Translations>();
  /** The datasets in order; `null` until somebody asks. */
  #listed: readonly Dataset[] | null = null;
  #series: readonly Dataset[] | null = null;

  constructor(parsed: ParsedModels) {
    this.#parsed = parsed;
  }

  viewIn(collection: string, dataset: string): Dataset | undefined {
    const view = this.#views.get(viewName(collection, dataset));
    return view && nameView(view);
  }

  get(name: string): Dataset | undefined {
    return findShown(this.#datasets, name);
  }

  list(): readonly Dataset[] {
    this.#listed ??= listNewestFirst([...this.#datasets.values()].filter(({ isFixed }) => !isFixed));
    return this.#listed;
  }

  listSeries(): readonly Dataset[] {
    this.#series ??= this.list().filter(isSeries);
    return this.#series;
  }

  /** Return the beginning of time: the headers that depend on it are written by the server's thread. */
  lastRemoval(): Date {
    return new Date(0);
  }

  /** Show datasets that changed, and hide others. */
  show(
    { show, hidden, translations, forgotten }: Extract<ExecutorRequest, { show: unknown }>,
    tables: LentTables,
  ): void {
    for (const [number, texts] of translations) this.#translations.set(number, texts);
    for (const shown of show) this.#show(shown, tables);
    for (const name of hidden) {
      this.#datasets.delete(name);
      this.#views.delete(name);
      this.#release(name);
    }
    for (const number of forgotten) this.#translations.delete(number);
    this.#listed = null;
    this.#series = null;
  }

  #show({ name, model: carried, crosswalks, table, ...facts }: ShownDataset, tables: LentTables): void {
    const shared = this.#modelFor(carried, facts.summary?.metadata, crosswalks);
    // The same model is kept from one version to the next.
    shared.uses++;
    this.#release(name);
    this.#modelOf.set(name, shared);
    const lent = tables.get(table)!;
    const modelOf = (): Model => {
      const model = shared.open();
      return name === model.dataset.name ? model : nameModel(model, name);
    };
    const dataset: Dataset = {
      ...facts,
      get model() {
        return modelOf();
      },
      get asLoaded() {
        return modelOf();
      },
      get engine() {
        return lent.engine;
      },
    };
    (facts.viewOf ? this.#views : this.#datasets).set(name, dataset);
  }

  #modelFor(
    carried: CarriedModel,
    metadata: DatasetMetadata | undefined,
    crosswalks: ShownDataset["crosswalks"],
  ): SharedModel {
    const own = this.#parsed.find(carried, metadata);
    const key = crosswalks.length === 0 ? own.key : JSON.stringify([own.key, crosswalks]);
    const known = this.#models.get(key);
    if (known) return known;
    const parse = (): Model => this.#parsed.open(own);
    if (crosswalks.length === 0) return this.#share(key, parse);
    const textsOf = (number: number): ReadonlyMap<string, string> =>
      this.#translations.get(number) as ReadonlyMap<string, string>;
    const found = crosswalks.map(({ values, labels, spoken }) => ({
      values: this.#translations.get(values)!,
      labels: labels === null ? null : textsOf(labels),
      spoken: new Map(spoken.map(([language, texts]) => [language, textsOf(texts)])),
    }));
    let model: Model | null = null;
    return this.#share(key, () => (model ??= fillModel(parse(), found)));
  }

  #share(key: string, open: () => Model): SharedModel {
    const shared = { key, uses: 0, open };
    this.#models.set(key, shared);
    return shared;
  }

  #release(name: string): void {
    const shared = this.#modelOf.get(name);
    if (!shared) return;
    this.#modelOf.delete(name);
    if (--shared.uses === 0) this.#models.delete(shared.key);
  }
}

/** @param crosswalks in the order of `listThrough` */
function fillModel(model: Model, crosswalks: readonly Crosswalk[]): Model {
  const found = new Map(listThrough(model).map(({ dimension }, at) => [dimension, crosswalks[at]!]));
  return withCrosswalks(model, ({ dimension }) => found.get(dimension)!);
}
