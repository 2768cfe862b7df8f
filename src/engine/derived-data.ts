import type { SerializedVersion } from "./serialized.js";

/**
 * What an engine keeps beside a version to answer sooner: bytes that nobody else understands. Nothing depends on it:
 * without it every answer is the same.
 */
export interface DerivedData {
  /** Whether anything was made that was neither read nor kept. */
  readonly isNew: boolean;

  /** Begin, in the background, to make what is likely to be of use before anybody asks. */
  start(): void;

  /** @param onNews called when there may be something new */
  watch(onNews: () => void): void;

  /**
   * Put what there is where it can be read again.
   * @param use is given all of it; the pieces stay valid until it is done
   */
  keep(use: (serialized: SerializedVersion) => Promise<void>): Promise<void>;

  /**
   * Memory for what was kept of the same version.
   * @param lengths bytes of each piece
   * @throws DamagedStore where header and lengths are not those of anything that this version may have
   */
  open(header: unknown, lengths: readonly number[]): DerivedOpening;

  /** Go on with what the version before has learned. */
  resume(before: DerivedData): void;
}

/** Extras that are being read: their pieces are filled in place, then they are opened. */
export interface DerivedOpening {
  /** `null` for one that there is no room for. */
  readonly parts: readonly (Uint8Array | null)[];
  /** Have them from now on. */
  open(): void;
  /** Give the memory back, unless they were opened. */
  dispose(): void;
}
