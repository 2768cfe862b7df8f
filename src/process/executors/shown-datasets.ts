import { parseLoadedModel } from "../../core/model/parse/parse-stored.js";
import { type Dataset, nameModel } from "../../store/dataset.js";
import { findShown } from "../../store/open-tables.js";
import type { DatasetCatalog } from "../../store/dataset-catalog.js";
import type { Engine } from "../../core/engine/engine.js";
import type { Model } from "../../core/model/cube.js";
import { type Crosswalk, listThrough, withCrosswalks } from "../../core/model/with-crosswalks.js";
import type { ExecutorRequest, Translations } from "./messages.js";

/** Datasets as the server's thread last showed them to an executor. */
export class ShownDatasets implements DatasetCatalog {
  #datasets: ReadonlyMap<string, Dataset> = new Map();
  /** Models by their model files and crosswalks. */
  #models: ReadonlyMap<string, Model> = new Map();
  #translations: ReadonlyMap<number, Translations> = new Map();

  get(name: string): Dataset | undefined {
    return findShown(this.#datasets, name);
  }

  list(): readonly Dataset[] {
    const current = [...this.#datasets.values()].filter(({ isFixed }) => !isFixed);
    return current.toSorted((a, b) => b.lastModified.getTime() - a.lastModified.getTime());
  }

  /** Return the beginning of time: the headers that depend on it are written by the server's thread. */
  lastRemoval(): Date {
    return new Date(0);
  }

  /** @param tables engines by their number */
  show({ show, translations }: Extract<ExecutorRequest, { show: unknown }>, tables: ReadonlyMap<number, Engine>): void {
    const models = new Map<string, Model>();
    const used = new Map<number, Translations>();
    const textsOf = (number: number): Translations => {
      const texts = used.get(number) ?? this.#translations.get(number) ?? translations.get(number)!;
      used.set(number, texts);
      return texts;
    };
    const shown = show.map(({ name, document, crosswalks, table, ...facts }): [string, Dataset] => {
      const key = JSON.stringify([document, crosswalks]);
      const found = crosswalks.map(({ values, labels }) => ({
        values: textsOf(values),
        labels: labels === null ? null : (textsOf(labels) as ReadonlyMap<string, string>),
      }));
      const opened = models.get(key) ?? this.#models.get(key) ?? openModel(document, found);
      models.set(key, opened);
      const model = name === opened.dataset.name ? opened : nameModel(opened, name);
      return [name, { ...facts, model, asLoaded: model, engine: tables.get(table)! }];
    });
    this.#models = models;
    this.#translations = used;
    this.#datasets = new Map(shown);
  }
}

/** @param crosswalks in the order of `listThrough` */
function openModel(document: string, crosswalks: readonly Crosswalk[]): Model {
  const { model } = parseLoadedModel(JSON.parse(document));
  const found = new Map(listThrough(model).map(({ dimension }, at) => [dimension, crosswalks[at]!]));
  return withCrosswalks(model, ({ dimension }) => found.get(dimension)!);
}
