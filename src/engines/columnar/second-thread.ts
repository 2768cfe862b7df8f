import type { Kernel } from "../kernel/kernel.js";
import type { SharedMemory } from "../kernel/memory/cube-memory.js";
import { haveTerms, indexTerms, type BuiltTerms } from "./search/build-term-index.js";
import { openIds } from "./table/read-ids.js";
import { orderByKeys, orderRowsById, viewRowsById } from "./table/rows-by-id.js";
import { areWritten, makeSharedKeys, type SharedKeys, writeSharedKeys } from "./table/shared-keys.js";
import { openShared, shareColumnarTable, type SharedTable } from "./table/shared-table.js";
import type { ColumnarTable } from "./table/table.js";
import type { ValueColumn } from "./table/values.js";
import type { Meanwhile } from "./writing/meanwhile.js";

/** A step of writing a table that another thread can take: to index the terms of a dimension, or to make keys beside it. */
export type TableStep = TermsStep | KeysStep;

interface TermsStep {
  readonly columns: readonly ValueColumn[];
  /** Memories of the table so far. */
  readonly memories: readonly SharedMemory[];
}

interface KeysStep {
  /** The table without its terms. */
  readonly table: SharedTable;
  readonly keys: SharedKeys;
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

/** Do a step in this thread. @param tick called at intervals */
export function doStep(kernel: Kernel, step: TableStep, tick: () => void): IndexedTerms | null {
  if ("keys" in step) {
    const table = openShared(kernel, step.table);
    writeSharedKeys(openIds(table, table.rows), viewRowsById(table), step.keys, tick);
    return null;
  }
  const memories = step.memories.map((each) => kernel.adoptMemory(each, 0));
  const { memory, words } = indexTerms(kernel, memories, step.columns, tick);
  return { memory: memory.shared, bytes: memory.tableBytes, words };
}

/** Steps of writing a table that a second thread takes while this one goes on. */
export class StepsElsewhere implements Meanwhile {
  readonly #second: SecondThread;
  /** Indexes of terms that are being built, by dimension. */
  readonly #terms = new Map<number, GivenStep>();

  constructor(second: SecondThread) {
    this.#second = second;
  }

  begin(at: number, columns: readonly ValueColumn[], { memories }: Pick<ColumnarTable, "memories">): void {
    if (!haveTerms(columns)) return;
    this.#terms.set(at, this.#second.give({ columns, memories: memories.map(({ shared }) => shared) }));
  }

  order(table: ColumnarTable): void {
    const rows = viewRowsById(table);
    const shared = makeSharedKeys(rows.length);
    const given = this.#second.give({ table: shareColumnarTable(table), keys: shared });
    const ids = openIds(table, rows.length);
    writeSharedKeys(ids, rows, shared);
    given.take();
    if (areWritten(shared)) orderByKeys(ids, rows, shared.keys);
    // A thread that makes no progress may still write keys.
    else orderRowsById(ids, rows);
  }

  /** Return the index of a dimension's terms; `undefined` if it was not built. */
  takeTerms(kernel: Kernel, at: number): BuiltTerms | undefined {
    const built = this.#terms.get(at)?.take();
    return built ? { memory: kernel.adoptMemory(built.memory, built.bytes), words: built.words } : undefined;
  }

  end(): void {
    this.#second.end();
  }
}
