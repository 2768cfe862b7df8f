import type { SerializedVersion } from "./serialized.js";

/**
 * Data that an engine keeps beside a version to answer sooner. Only the engine understands it, and every answer is the
 * same without it.
 */
export interface DerivedData {
  /** True if something was built since the last read or `keep`. */
  readonly isNew: boolean;

  /** Begin to build, in the background, what the first queries are likely to need. */
  start(): void;

  /** Watch for new data. @param onNews called when there may be some */
  watch(onNews: () => void): void;

  /**
   * Store all data, so that it can be read again.
   * @param use stores the data; the parts stay valid until it ends
   */
  keep(use: (serialized: SerializedVersion) => Promise<void>): Promise<void>;

  /**
   * Allocate memory for the stored data of this version.
   * @param lengths bytes of each part
   * @throws DamagedStore if header and lengths do not fit this version
   */
  open(header: unknown, lengths: readonly number[]): DerivedOpening;

  /** Continue with the query statistics of the previous version. */
  resume(before: DerivedData): void;
}

/** Derived data that is being read: fill its parts in place, then open it. */
export interface DerivedOpening {
  /** `null` for a part that does not fit into memory. */
  readonly parts: readonly (Uint8Array | null)[];
  /** Use the data from now on. */
  open(): void;
  /** Release the memory, unless the data was opened. */
  dispose(): void;
}
