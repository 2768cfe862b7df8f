import { errorText } from "../../core/errors/error-text.js";
import { memberAt, type RowBatch } from "../../core/engine/row-batch.js";
import type { Dimension, Model } from "../../core/model/cube.js";
import { type Direction, readDirections } from "../../core/model/words/directions.js";
import { namesPhase, PHASES, readPhases } from "../../core/model/words/phases.js";

/** Rows of a batch that are looked at. */
const SAMPLE = 512;
/** Directions and phases are few: a column with more texts has others. */
const MAX_TEXTS = 24;

interface Watched {
  readonly dimension: Dimension;
  /** Position of its attribute. */
  readonly at: number;
  readonly name: string;
  readonly column: string;
  readonly texts: Set<string>;
}

/** Finds columns that tell revenue from expenditure, or phases of a budget, of which the model says nothing. */
export class MeaningTally {
  readonly #model: Model;
  #watched: readonly Watched[];

  constructor(model: Model) {
    this.#model = model;
    const areKnown = ["direction", "phase"].every((role) => hasRole(model, role));
    this.#watched = areKnown ? [] : watchedIn(model);
  }

  /** Look at some rows of a batch. Cost: per batch, not per row. */
  take(batch: RowBatch): void {
    if (this.#watched.length === 0) return;
    const rows = Math.min(batch.length, SAMPLE);
    for (const { dimension, at, texts } of this.#watched) {
      const members = batch.members[dimension.index]!;
      for (let row = 0; row < rows && texts.size <= MAX_TEXTS; row++) {
        const value = memberAt(members, row)[at];
        if (typeof value === "string") texts.add(value);
      }
    }
    this.#watched = this.#watched.filter(({ texts }) => texts.size <= MAX_TEXTS);
  }

  /** Write a warning for each column. */
  describe(): readonly string[] {
    return this.#watched.flatMap(({ name, column, texts }) => {
      const all = [...texts];
      return [...this.#describeDirections(name, column, all), ...this.#describePhases(name, column, all)];
    });
  }

  #describeDirections(name: string, column: string, texts: readonly string[]): readonly string[] {
    const read = hasRole(this.#model, "direction") ? null : readDirections(column, texts);
    if (!read?.isSure) return [];
    const shown = [...read.directions].filter((each): each is [string, Direction] => each[1] !== null);
    return [errorText("directions_untold", { name, values: listed(shown) })];
  }

  #describePhases(name: string, column: string, texts: readonly string[]): readonly string[] {
    // In most columns the first text ends it: to look for words of phases takes longer than to load a small file.
    if (hasRole(this.#model, "phase") || texts.length < 2 || !texts.every(namesPhase)) return [];
    const phases = [...readPhases(texts)];
    const found = PHASES.filter((phase) => phases.some(([, each]) => each === phase));
    if (found.length < 2 || phases.some(([, phase]) => phase === null)) return [];
    return [errorText("phases_untold", { name, column, values: listed(phases as [string, string][]) })];
  }
}

function hasRole({ dimensions }: Model, role: string): boolean {
  return dimensions.some(({ meaning }) => meaning?.role === role);
}

/** List the texts that may be directions or phases: of dimensions that are no dates and have no role. */
function watchedIn({ dimensions }: Model): readonly Watched[] {
  return dimensions.flatMap((dimension) => {
    if (dimension.kind === "date" || (dimension.meaning?.role ?? null) !== null) return [];
    return dimension.attributes.flatMap(({ name, source }, at) => {
      const column = source?.datatype === "date" || source?.datatype === "float" ? null : (source?.column ?? null);
      if (column === null) return [];
      const full = dimension.kind === "compound" ? `${dimension.name}.${name}` : dimension.name;
      return [{ dimension, at, name: full, column, texts: new Set<string>() }];
    });
  });
}

const SHOWN = 4;

function listed(pairs: readonly (readonly [text: string, meaning: string])[]): string {
  const shown = pairs.slice(0, SHOWN).map(([text, meaning]) => `${text} → ${meaning}`);
  return `${shown.join(", ")}${pairs.length > SHOWN ? " …" : ""}`;
}
