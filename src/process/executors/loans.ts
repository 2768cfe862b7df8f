import { lendRollups, lendTable } from "../../engines/columnar/share-table.js";
import type { Engine } from "../../core/engine/engine.js";
import type { Model } from "../../core/model/cube.js";
import { listThrough } from "../../core/model/with-crosswalks.js";
import type { Dataset } from "../../store/dataset.js";
import type { ExecutorRequest, ShownDataset, Translations } from "./messages.js";

interface Loan {
  readonly id: number;
  readonly takeBack: () => void;
}

/** Model files as JSON text: the same model is shown often. */
const documents = new WeakMap<Model, string>();

/** The tables and rollups that an executor reads. Their memory stays until the executor has returned them. */
export class Loans {
  readonly #post: (request: ExecutorRequest) => void;
  /** Tables of visible datasets. */
  readonly #visible = new Map<Engine, Loan>();
  /** Ends of all loans, by their numbers. */
  readonly #ends = new Map<number, () => void>();
  /** Contents of the crosswalks that were shown last, with their numbers. */
  #translations: ReadonlyMap<Translations, number> = new Map();
  #lastId = 0;

  /** @param post sends a message to the executor */
  constructor(post: (request: ExecutorRequest) => void) {
    this.#post = post;
  }

  /** Show all visible datasets to the executor, and take back the tables of others. */
  show(datasets: readonly Dataset[]): void {
    const translations = new Map<Translations, number>();
    const unknown = new Map<number, Translations>();
    const numberOf = (texts: Translations): number => {
      let number = translations.get(texts) ?? this.#translations.get(texts);
      if (number === undefined) unknown.set((number = ++this.#lastId), texts);
      translations.set(texts, number);
      return number;
    };
    const shown = datasets.map((dataset) => describe(dataset, this.#loanOf(dataset.engine).id, numberOf));
    this.#translations = translations;
    this.#post({ show: shown, translations: unknown });
    const engines = new Set(datasets.map(({ engine }) => engine));
    for (const [engine, { takeBack }] of this.#visible) {
      if (engines.has(engine)) continue;
      this.#visible.delete(engine);
      takeBack();
    }
  }

  /** Return the engine of a table that is visible; `undefined` if it no longer is. */
  engineOf(table: number): Engine | undefined {
    for (const [engine, { id }] of this.#visible) if (id === table) return engine;
    return undefined;
  }

  /** Note that the executor reads a table or a rollup no more. */
  noteReturned(id: number): void {
    this.#ends.get(id)?.();
    this.#ends.delete(id);
  }

  /** Note that the executor has ended. */
  noteEnded(): void {
    for (const { takeBack } of this.#visible.values()) takeBack();
    this.#visible.clear();
    for (const id of this.#ends.keys()) this.noteReturned(id);
  }

  #loanOf(engine: Engine): Loan {
    const known = this.#visible.get(engine);
    if (known) return known;
    const id = ++this.#lastId;
    const { table, end } = lendTable(engine);
    this.#post({ lend: id, table });
    const rollups = new Map<object, number>();
    const endWatch = lendRollups(engine, {
      onTaken: (key, lend) => {
        const { rollup, end: endRollup } = lend();
        const rollupId = ++this.#lastId;
        rollups.set(key, rollupId);
        this.#ends.set(rollupId, endRollup);
        this.#post({ lendRollup: rollupId, of: id, rollup });
      },
      onDropped: (key) => {
        this.#post({ takeBackRollup: rollups.get(key)! });
        rollups.delete(key);
      },
    });
    this.#ends.set(id, () => {
      end();
      for (const rollup of rollups.values()) this.noteReturned(rollup);
    });
    const takeBack = (): void => {
      endWatch();
      this.#post({ takeBack: id });
    };
    const loan = { id, takeBack };
    this.#visible.set(engine, loan);
    return loan;
  }
}

function describe(
  { model, asLoaded: _asLoaded, engine: _engine, ...facts }: Dataset,
  table: number,
  numberOf: (texts: Translations) => number,
): ShownDataset {
  const document = documents.get(model) ?? JSON.stringify(model.document);
  documents.set(model, document);
  const crosswalks = listThrough(model).map(({ dimension, through }) => {
    const { labels } = dimension.derivation!;
    return { values: numberOf(through.values), labels: labels && numberOf(labels) };
  });
  return { ...facts, name: model.dataset.name, document, crosswalks, table };
}
