import type { Model } from "../model/cube.js";
import type { Decimal } from "../model/values/decimal.js";
import type { Disagreement } from "./disagreement.js";
import type { Engine } from "./engine.js";
import type { RowBatch } from "./row-batch.js";
import type { SerializedVersion } from "./serialized.js";
import type { EntryInput, SourceRow } from "./source-row.js";

/** Counts of written rows by outcome. */
export interface WriteCounts {
  /** New entries. */
  readonly created: number;
  /** Entries that replace one of the previous version. */
  readonly updated: number;
  /** Rows that replaced an earlier row of the same builder. */
  readonly repeated: number;
}

export interface WrittenVersion extends WriteCounts {
  readonly engine: Engine;
}

/** A row with the id of an earlier row of the same builder. */
export interface RepeatedRow {
  readonly entry: SourceRow;
  readonly earlier: {
    /** `null` if it has no number. */
    readonly row: number | null;
    readonly amounts: readonly Decimal[];
  };
}

/** A row with the id of an entry that another source wrote. */
export interface TakenRow {
  readonly entry: SourceRow;
  /** Amounts of that entry. */
  readonly amounts: readonly Decimal[];
}

/** Rules for rows with the id of an earlier row of the same builder, or of an entry of another source. */
export interface RepeatRules {
  /** True to keep the first row of an id and count no others; by default the last row replaces those before. */
  readonly keepFirst?: boolean;
  /** Called for each repeated row, before `finish` is done. */
  readonly onRepeat?: (row: RepeatedRow) => void;
  /** True to keep the entries of other sources and count no rows with their ids; not known to a cluster: see `describeNext`. */
  readonly keepOthers?: boolean;
  /** Called for each row with the id of another source's entry, before `finish` is done; not by a cluster. */
  readonly onTaken?: (row: TakenRow) => void;
}

/** Builds the next version beside the current one. Readers see nothing before `finish`. Abandon a builder that fails. */
export interface TableBuilder {
  /**
   * Write entries. Each replaces the entry with its id, whatever its source. The last row decides a member's attributes.
   * @param source id of the source of the entries, by default the builder's
   * @returns a promise to await before the next call, or nothing
   */
  write(entries: readonly EntryInput[], source?: number): void | Promise<void>;

  /** Write the rows of the builder's source, as `write` does. */
  writeRows(rows: RowBatch): void | Promise<void>;

  /**
   * List the attributes about which rows disagree: those written so far, and those of the previous version that stay.
   * Call it after the last `write`.
   */
  disagreements(): readonly Disagreement[] | Promise<readonly Disagreement[]>;

  /**
   * Build the new version, without the earlier entries of the source that were not written again.
   * @param isKept false for a version of which only sums and members are read, once: neither words nor ids are indexed
   */
  finish(isKept?: boolean): WrittenVersion | Promise<WrittenVersion>;

  /** Release everything. @returns the counts so far */
  abandon(): WriteCounts | Promise<WriteCounts>;
}

/**
 * Builds versions, and serializes them: as bytes, or by reference, with no parts and a header that names data stored
 * elsewhere.
 */
export interface TableFormat {
  /** List what cannot be reached now, in sentences for operators that name no dataset. Absent for local data. */
  health?(): readonly string[];

  /**
   * Begin to build a version.
   * @param previous the version to build upon, or `null`
   * @param source id of the source whose rows will be written
   */
  build(model: Model, previous: Engine | null, source: number, repeats?: RepeatRules): TableBuilder;

  /** Serialize a version. Its parts are views, not copies: valid as long as the version is held. */
  serialize(engine: Engine): SerializedVersion | Promise<SerializedVersion>;

  /**
   * Allocate memory for the parts of a serialized version.
   * @param lengths bytes of each part
   * @throws DamagedStore if header and lengths do not fit a version of this model
   */
  open(model: Model, header: unknown, lengths: readonly number[]): VersionOpening;

  /**
   * Write what is known of a version before it is read, for `openLate`: a header and bytes; `null` for a version that had better be
   * read at once. Absent where none is opened late.
   */
  describeLate?(engine: Engine): SerializedVersion | null;

  /**
   * Open a version of which nothing is read yet but what `describeLate` wrote.
   * @param known its parts are at multiples of 8, in memory that threads share
   * @param parts where the parts of the serialized version are
   */
  openLate?(model: Model, known: SerializedVersion, parts: readonly LatePart[], read: ReadLatePart): Engine;
}

/** File of a version of which nothing is read yet. */
export interface LateFile {
  readonly path: string;
  /** Its name in errors. */
  readonly name: string;
  readonly bytes: number;
}

/** Where the bytes of a part of a version are until they are read: plain data, for other threads. */
export interface LatePart {
  readonly file: LateFile;
  /** Offset of the part in the file. */
  readonly start: number;
  readonly bytes: number;
  readonly checksum: number;
}

/** Read a part of a version into its memory, at once. @throws DamagedStore, Unreadable */
export type ReadLatePart = (part: LatePart, into: Uint8Array) => void;

/** A version that is being read: fill its parts in place, then open it. */
export interface VersionOpening {
  readonly parts: readonly Uint8Array[];
  /**
   * Open the version, which then owns the memory. The header was checked; the contents of the parts are trusted.
   * @throws DamagedStore
   */
  open(): Engine | Promise<Engine>;
  /** Release the memory instead. */
  dispose(): void;
}
