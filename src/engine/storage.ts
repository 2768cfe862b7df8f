import type { Model } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import type { Decimal } from "../model/values/decimal.js";
import type { Engine, Hints } from "./engine.js";
import type { SerializedVersion } from "./serialized.js";

/** One row of a source, cast into values. */
export interface EntryInput {
  /** 40 hexadecimal digits. */
  readonly id: string;
  /**
   * For each of `model.dimensions` a value for each of its attributes; all of them `null` where there is no value.
   * Texts are Unicode, without half characters. Equal tuples are often the same object.
   */
  readonly members: readonly (readonly Value[])[];
  /** One for each of `model.measures`: a cell without an amount is an error, so none is missing. */
  readonly amounts: readonly Decimal[];
}

/** What became of the rows that were written. */
export interface WriteCounts {
  /** Entries whose ids are new, and those that stood in the version before. */
  readonly created: number;
  readonly updated: number;
  /** Rows with the id of an earlier row of the same builder, which they replace. */
  readonly repeated: number;
}

export interface WrittenVersion extends WriteCounts {
  readonly engine: Engine;
}

/**
 * Makes the next version of a table beside the one that is being read. Nothing of a builder is visible before
 * `finish`; one that is not finished is abandoned.
 */
export interface TableBuilder {
  /**
   * Write entries: what has the id of one is replaced, whoever wrote it. A member's attributes are those of the last row.
   * @param source the source that wrote them, by default the builder's
   * @returns a promise to be waited for before anything else is written, or nothing
   */
  write(entries: readonly EntryInput[], source?: number): void | Promise<void>;

  /** The new version; entries that `source` last wrote and did not write again are gone from it. */
  finish(): WrittenVersion | Promise<WrittenVersion>;

  /** Leave nothing behind. @returns what would have become of the rows */
  abandon(): WriteCounts | Promise<WriteCounts>;
}

/**
 * Builds versions, and keeps them: as bytes, which are written as they lie, or by reference, with a header that names
 * what is kept elsewhere and no parts.
 */
export interface TableFormat {
  /** List what cannot be reached now, in sentences for operators that name no dataset; absent where all is here. */
  health?(): readonly string[];

  /**
   * @param previous the version to build upon, `null` for none
   * @param source id of the source whose rows follow
   * @param hints of the versions before, by which this one may be laid out; by default none
   */
  build(model: Model, previous: Engine | null, source: number, hints?: Hints): TableBuilder;

  /** A version as it is kept. Parts are views on it: they stay valid as long as it is held, and cost nothing. */
  serialize(engine: Engine): SerializedVersion | Promise<SerializedVersion>;

  /**
   * Memory of the final size for the parts of a version that was serialized.
   * @param lengths bytes of each part
   * @throws DamagedStore where header and lengths are not those of a version of this model
   */
  open(model: Model, header: unknown, lengths: readonly number[]): VersionOpening;
}

/** A version that is being read: its parts are filled in place, then it is opened. */
export interface VersionOpening {
  readonly parts: readonly Uint8Array[];
  /**
   * The version, which owns the memory from now on. What the header says was checked; what the parts hold is believed.
   * @throws DamagedStore
   */
  open(): Engine | Promise<Engine>;
  /** Give the memory back instead. */
  dispose(): void;
}
