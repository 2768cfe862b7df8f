import { setImmediate } from "node:timers/promises";
import { compareLists } from "../../core/engine/compare-lists.js";
import type { Engine } from "../../core/engine/engine.js";
import { labelsOf } from "../../core/model/member-labels.js";
import { carryModel } from "../../core/model/parse/carried-model.js";
import { listThrough } from "../../core/model/with-crosswalks.js";
import { type Dataset, summarizeVersion } from "../../store/dataset.js";
import { lendData, lendSums } from "./lent-data.js";
import type { ExecutorRequest, ShownDataset, Translations } from "./messages.js";

/** Datasets that are shown at once: more of them would hold others up. */
const AT_ONCE = 8;

interface Loan {
  readonly id: number;
  readonly takeBack: () => void;
}

/** A dataset as the executor knows it. */
interface Known {
  readonly dataset: Dataset;
  /** Contents of its crosswalks. */
  readonly texts: readonly Translations[];
}

export interface LoanOptions {
  /** Lets other work run between two parts of a long list. */
  readonly pause?: () => Promise<unknown>;
}

/** The tables and rollups that an executor reads. Their memory stays until the executor has returned them. */
export class Loans {
  readonly #post: (request: ExecutorRequest) => void;
  readonly #pause: () => Promise<unknown>;
  /** Tables of visible datasets. */
  readonly #visible = new Map<Engine, Loan>();
  readonly #engines = new Map<number, Engine>();
  /** Ends of all loans, by their numbers. */
  readonly #ends = new Map<number, () => void>();
  /** The datasets that the executor knows, by name. */
  readonly #known = new Map<string, Known>();
  /** Number of known datasets for each engine: versions and views share some. */
  readonly #uses = new Map<Engine, number>();
  /** Engines that no known dataset has any more, until they are taken back. */
  readonly #unused = new Set<Engine>();
  /** Contents of the crosswalks that it knows, with their numbers. */
  readonly #translations = new Map<Translations, number>();
  #wanted: readonly Dataset[] = [];
  #showing: Promise<void> | null = null;
  #lastId = 0;
  #hasEnded = false;

  /** @param post sends a message to the executor */
  constructor(post: (request: ExecutorRequest) => void, { pause = () => setImmediate() }: LoanOptions = {}) {
    this.#post = post;
    this.#pause = pause;
  }

  /** Settles when the executor knows all visible datasets; `null` if it does. */
  get showing(): Promise<void> | null {
    return this.#showing;
  }

  /**
   * Show all visible datasets to the executor, and take back the tables of others. Only what changed is sent: a few
   * datasets at once, many in parts between which other work runs.
   */
  show(datasets: readonly Dataset[]): void {
    const before = this.#wanted;
    this.#wanted = datasets;
    if (this.#showing) return;
    // To look each dataset up by its name takes longer than a load, where there are thousands.
    const { gone, fresh } = compareLists(before, datasets);
    if (fresh.length > AT_ONCE) this.#showing = this.#showInParts();
    else this.#showLast(fresh, withoutNames(gone, fresh));
  }

  /** Return the engine of a table that is visible; `undefined` if it no longer is. */
  engineOf(table: number): Engine | undefined {
    return this.#engines.get(table);
  }

  /** Note that the executor reads a table or a rollup no more. */
  noteReturned(id: number): void {
    this.#ends.get(id)?.();
    this.#ends.delete(id);
  }

  /** Note that the executor has ended. */
  noteEnded(): void {
    this.#hasEnded = true;
    for (const { takeBack } of this.#visible.values()) takeBack();
    this.#visible.clear();
    this.#engines.clear();
    for (const id of this.#ends.keys()) this.noteReturned(id);
  }

  async #showInParts(): Promise<void> {
    // The caller first notes that this has begun.
    await Promise.resolve();
    let wanted = this.#wanted;
    let changed = this.#findChanged();
    for (let at = 0; changed.length - at > AT_ONCE;) {
      this.#showSome(changed.slice(at, (at += AT_ONCE)));
      await this.#pause();
      if (this.#hasEnded) return;
      // Some may change, and the tables of others be freed, between two parts.
      if (this.#wanted === wanted) continue;
      wanted = this.#wanted;
      changed = this.#findChanged();
      at = 0;
    }
    this.#showing = null;
    const names = new Set(this.#wanted.map(({ model }) => model.dataset.name));
    this.#showLast(
      this.#findChanged(),
      [...this.#known.keys()].filter((name) => !names.has(name)),
    );
  }

  #findChanged(): readonly Dataset[] {
    return this.#wanted.filter((dataset) => this.#known.get(dataset.model.dataset.name)?.dataset !== dataset);
  }

  /** Show some datasets and hide others: then all that are wanted are known. */
  #showLast(changed: readonly Dataset[], hidden: readonly string[]): void {
    for (const name of hidden) {
      this.#use(this.#known.get(name)!.dataset.engine, -1);
      this.#known.delete(name);
    }
    this.#showSome(changed, hidden);
    for (const engine of this.#unused) {
      const { id, takeBack } = this.#visible.get(engine)!;
      this.#uses.delete(engine);
      this.#visible.delete(engine);
      this.#engines.delete(id);
      takeBack();
    }
    this.#unused.clear();
  }

  /** Count the known datasets of an engine. */
  #use(engine: Engine, change: 1 | -1): void {
    const uses = (this.#uses.get(engine) ?? 0) + change;
    this.#uses.set(engine, uses);
    if (uses === 0) this.#unused.add(engine);
    else this.#unused.delete(engine);
  }

  #showSome(datasets: readonly Dataset[], hidden: readonly string[] = []): void {
    const translations = new Map<number, Translations>();
    const show = datasets.map((dataset) => {
      const texts: Translations[] = [];
      const numberOf = (each: Translations): number => {
        texts.push(each);
        let number = this.#translations.get(each);
        if (number === undefined) {
          number = ++this.#lastId;
          this.#translations.set(each, number);
          translations.set(number, each);
        }
        return number;
      };
      const shown = describe(dataset, this.#loanOf(dataset.engine).id, numberOf);
      this.#use(dataset.engine, 1);
      const before = this.#known.get(shown.name);
      if (before) this.#use(before.dataset.engine, -1);
      this.#known.set(shown.name, { dataset, texts });
      return shown;
    });
    this.#post({ show, hidden, translations, forgotten: this.#forget() });
  }

  /** Forget the contents of crosswalks that no dataset goes through. @returns their numbers */
  #forget(): readonly number[] {
    if (this.#translations.size === 0) return [];
    const used = new Set([...this.#known.values()].flatMap(({ texts }) => texts));
    const unused = [...this.#translations].filter(([texts]) => !used.has(texts));
    for (const [texts] of unused) this.#translations.delete(texts);
    return unused.map(([, number]) => number);
  }

  #loanOf(engine: Engine): Loan {
    const known = this.#visible.get(engine);
    if (known) return known;
    const id = ++this.#lastId;
    const { table, end } = lendData(engine);
    this.#post({ lend: id, table });
    const rollups = new Map<object, number>();
    const endWatch = lendSums(engine, {
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
    this.#engines.set(id, engine);
    return loan;
  }
}

/** List the names of datasets that others do not have. */
function withoutNames(datasets: readonly Dataset[], others: readonly Dataset[]): readonly string[] {
  const names = new Set(others.map(({ model }) => model.dataset.name));
  return datasets.map(({ model }) => model.dataset.name).filter((name) => !names.has(name));
}

function describe(dataset: Dataset, table: number, numberOf: (texts: Translations) => number): ShownDataset {
  const { model, asLoaded: _asLoaded, engine: _engine, ...facts } = dataset;
  const crosswalks = listThrough(model).map(({ dimension, through }) => {
    const { labels } = dimension.derivation!;
    const spoken = [...labelsOf(dimension)].map(([language, texts]) => [language, numberOf(texts)] as const);
    return { values: numberOf(through.values), labels: labels && numberOf(labels), spoken };
  });
  const { name } = model.dataset;
  return { ...facts, summary: summarizeVersion(dataset), name, model: carryModel(model), crosswalks, table };
}
