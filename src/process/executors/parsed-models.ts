import type { DatasetMetadata, Dimension, Model } from "../../core/model/cube.js";
import { AlikeModels, describedBy } from "../../core/model/parse/alike-models.js";
import { type CarriedModel, parseCarriedModel, readCarriedFile } from "../../core/model/parse/carried-model.js";
import { parseLoadedModel } from "../../core/model/parse/parse-stored.js";

/** A file that models are like, and the first of them that was parsed. */
interface SharedFile {
  readonly number: number;
  readonly like: string;
  first: Model | null;
}

/** A model that is parsed when it is first needed. */
export interface LazyModel {
  /** Short text that is equal for equal models. */
  readonly key: string;
  readonly carried: CarriedModel;
  /** Facts about its dataset, as the other thread read them from the file; absent if they are not known here. */
  readonly metadata?: DatasetMetadata | undefined;
  parsed: Model | null;
}

/** Models that are carried from another thread: a table and its dataset have one, mostly. */
export class ParsedModels {
  /** Models that are parsed, by their keys, the least recently used first. */
  readonly #models = new Map<string, LazyModel>();
  /** Files by their text, the least recently used first. */
  readonly #files = new Map<string, SharedFile>();
  readonly #alike = new AlikeModels();
  #lastNumber = 0;

  /**
   * Find a model, to be read by `open`. It keeps the text of others that are alike.
   * @param metadata facts about its dataset, if they are at hand
   */
  find({ like: text, dataset }: CarriedModel, metadata?: DatasetMetadata): LazyModel {
    const { number, like } = this.#fileOf(text);
    const key = `${number} ${JSON.stringify(dataset)}`;
    return this.#models.get(key) ?? { key, carried: { like, dataset }, metadata, parsed: null };
  }

  /** Return a model, parsed. Datasets are asked for theirs often. */
  open(model: LazyModel): Model {
    this.#models.delete(model.key);
    this.#models.set(model.key, model);
    return (model.parsed ??= this.#parse(model));
  }

  /** Forget the least recently used. Call it when nobody reads: what was computed for a model is found by its object. */
  trim(most: number): void {
    for (const [key, model] of this.#models) {
      if (this.#models.size <= most) break;
      this.#models.delete(key);
      model.parsed = null;
    }
    for (const text of this.#files.keys()) {
      if (this.#files.size <= most) return;
      this.#files.delete(text);
    }
  }

  #parse({ carried, metadata }: LazyModel): Model {
    const file = this.#fileOf(carried.like);
    const { first } = file;
    // Most models of a search are read for the first time: to check again what the other thread has checked takes longest.
    if (first && metadata && metadata.name === carried.dataset["name"] && !first.dimensions.some(isDerived)) {
      return { ...first, dataset: metadata, document: { ...first.document, dataset: carried.dataset } };
    }
    if (file.first) return describedBy(file.first, carried.dataset) ?? parseCarriedModel(carried);
    return (file.first = this.#alike.parse(readCarriedFile(carried), (each) => parseLoadedModel(each).model));
  }

  #fileOf(like: string): SharedFile {
    const file = this.#files.get(like) ?? { number: ++this.#lastNumber, like, first: null };
    this.#files.delete(like);
    this.#files.set(like, file);
    return file;
  }
}

/** True for a dimension whose errors name the dataset. */
function isDerived({ derivation }: Dimension): boolean {
  return derivation !== undefined;
}
