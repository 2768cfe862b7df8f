import type { Kernel } from "../kernel/kernel.js";
import type { SharedMemory } from "../kernel/memory/cube-memory.js";
import type { BuiltTerms } from "./search/build-term-index.js";
import type { SharedKeys } from "./table/shared-keys.js";
import type { SharedTable } from "./table/shared-table.js";
import type { ValueColumn } from "./table/values.js";

/**
 * A step of writing a table that another thread can take: to index the terms of a dimension, to make the keys of texts, or
 * those of rows, of which the first thread makes some.
 */
export type TableStep = TermsStep | TextKeysStep | KeysStep;

interface TermsStep {
  readonly columns: readonly ValueColumn[];
  /** Memories of the table so far. */
  readonly memories: readonly SharedMemory[];
}

/** Texts of which the ids of a dataset's rows are made. */
export interface TextKeysStep {
  readonly dataset: string;
  /** Text `t` is `bytes[offsets[t]]` to `bytes[offsets[t + 1]]`, exclusive. */
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  /** Gets the first four bytes of the id of each. */
  readonly keys: Uint32Array;
}

interface KeysStep {
  /** The table without its terms. */
  readonly table: SharedTable;
  readonly shared: SharedKeys;
}

/** A term index that another thread has built. */
export interface IndexedTerms {
  readonly words: BuiltTerms["words"];
  readonly bytes: number;
  readonly memory: SharedMemory;
}

/** A thread that takes steps of writing a table beside this one. */
export interface SecondThread {
  /** Give it a step, which it begins once it has done those before. */
  give(step: TableStep): GivenStep;
  /** Number of steps that were given and have not ended. */
  readonly waiting: number;
  /** End it. */
  end(): void;
}

/** When and how to start a second thread. */
export interface Second {
  /** Number of rows from which it pays. */
  readonly rows: number;
  readonly start: (kernel: Kernel) => SecondThread;
}

export interface GivenStep {
  /**
   * Wait for the step, if it has begun.
   * @returns its result; `undefined` if it was not begun, and never will be, or has failed: then this thread does it
   */
  take(): IndexedTerms | null | undefined;
}
