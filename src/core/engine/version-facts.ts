import type { Model } from "../model/cube.js";
import type { Engine } from "./engine.js";

/** Facts about versions of datasets that take a pass over them, each computed once. */
export class VersionFacts {
  readonly #kept = new WeakMap<Engine, WeakMap<Model, Map<string, Promise<unknown>>>>();

  /**
   * Return a fact about a version of a dataset.
   * @param name of the fact; one name always has the same type
   * @param compute is called for the first caller, and again after an error
   */
  find<Fact>(
    { engine, model }: { readonly engine: Engine; readonly model: Model },
    name: string,
    compute: () => Promise<Fact>,
  ): Promise<Fact> {
    let models = this.#kept.get(engine);
    if (!models) this.#kept.set(engine, (models = new WeakMap()));
    let facts = models.get(model);
    if (!facts) models.set(model, (facts = new Map()));
    const kept = facts.get(name) as Promise<Fact> | undefined;
    if (kept) return kept;
    const computed = compute();
    facts.set(name, computed);
    // The next caller may have more time.
    computed.catch(() => facts.delete(name));
    return computed;
  }
}
