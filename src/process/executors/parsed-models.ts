import type { Model } from "../../core/model/cube.js";
import { AlikeModels } from "../../core/model/parse/alike-models.js";
import { parseLoadedModel } from "../../core/model/parse/parse-stored.js";

/** Models by their files as JSON text, parsed when they are first needed: a table and its dataset have one, mostly. */
export class ParsedModels {
  /** The least recently used first. */
  readonly #models = new Map<string, Model>();
  readonly #alike = new AlikeModels();

  of(document: string): Model {
    const parse = (file: unknown): Model => parseLoadedModel(file).model;
    const model = this.#models.get(document) ?? this.#alike.parse(JSON.parse(document), parse);
    this.#models.delete(document);
    this.#models.set(document, model);
    return model;
  }

  /** Forget the least recently used. Call it when nobody reads: what was computed for a model is found by its object. */
  trim(most: number): void {
    for (const document of this.#models.keys()) {
      if (this.#models.size <= most) return;
      this.#models.delete(document);
    }
  }
}
