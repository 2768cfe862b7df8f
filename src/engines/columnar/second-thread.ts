import type { Model } from "../../core/model/cube.js";
import type { Kernel } from "../kernel/kernel.js";
import { KeysAhead, keyTextsOf, makeTextKeys } from "./keys-ahead.js";
import { haveTerms, indexTerms, type BuiltTerms } from "./search/build-term-index.js";
import { type IdReader, openIds } from "./table/read-ids.js";
import { orderByKeys, orderRowsById, viewRowsById } from "./table/rows-by-id.js";
import { areWritten, makeSharedKeys, writeSharedKeys } from "./table/shared-keys.js";
import { openShared, shareColumnarTable } from "./table/shared-table.js";
import type { GivenStep, IndexedTerms, SecondThread, TableStep } from "./table-step.js";
import type { ColumnarTable } from "./table/table.js";
import type { ValueColumn } from "./table/values.js";
import type { DictionaryBuilder } from "./writing/dictionary-builder.js";
import type { Meanwhile } from "./writing/meanwhile.js";

/** Do a step in this thread. @param tick called at intervals */
export function doStep(kernel: Kernel, step: TableStep, tick: () => void): IndexedTerms | null {
  if ("keys" in step) {
    makeTextKeys(step, tick);
    return null;
  }
  if ("shared" in step) {
    const table = openShared(kernel, step.table);
    writeSharedKeys(openIds(table, table.rows), viewRowsById(table), step.shared, tick);
    return null;
  }
  const memories = step.memories.map((each) => kernel.adoptMemory(each, 0));
  const { memory, words } = indexTerms(kernel, memories, step.columns, tick);
  return { memory: memory.shared, bytes: memory.tableBytes, words };
}

/** Steps of writing a table that a second thread takes while this one goes on. */
export class StepsElsewhere implements Meanwhile {
  readonly #second: SecondThread;
  /** Dimension whose members are those of the rows, and its keys; `null` for other tables. */
  readonly #ahead: { readonly dimension: number; readonly keys: KeysAhead } | null;
  /** Its members, numbered by row in load order. */
  #members: Uint32Array | null = null;
  /** Indexes of terms that are being built, by dimension. */
  readonly #terms = new Map<number, GivenStep>();

  constructor(second: SecondThread, model: Model, dimensions: readonly DictionaryBuilder[]) {
    this.#second = second;
    const texts = keyTextsOf(model, dimensions);
    const keys = texts && new KeysAhead(second, model.dataset.name, texts);
    this.#ahead = keys && { dimension: model.key[0]!.index, keys };
  }

  /** Note that rows were written. @param isAll true if no others follow */
  advance(isAll: boolean): void {
    this.#ahead?.keys.advance(isAll);
  }

  begin(
    at: number,
    columns: readonly ValueColumn[],
    members: Uint32Array,
    plan: Pick<ColumnarTable, "memories">,
  ): void {
    if (at === this.#ahead?.dimension) this.#members = members;
    if (!haveTerms(columns)) return;
    this.#terms.set(at, this.#second.give({ columns, memories: plan.memories.map(({ shared }) => shared) }));
  }

  order(table: ColumnarTable): void {
    const rows = viewRowsById(table);
    const ids = openIds(table, rows.length);
    const members = this.#members;
    this.#members = null;
    if (this.#ahead && !table.ids && members?.length === table.rows) {
      orderByKeys(ids, rows, this.#ahead.keys.take(members, rows, ids));
    } else {
      this.#orderTogether(table, ids, rows);
    }
  }

  /** Order rows by keys that both threads make. */
  #orderTogether(table: ColumnarTable, ids: IdReader, rows: Uint32Array): void {
    const shared = makeSharedKeys(rows.length);
    const given = this.#second.give({ table: shareColumnarTable(table), shared });
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
