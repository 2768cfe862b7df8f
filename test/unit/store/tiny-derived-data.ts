import { setImmediate } from "node:timers/promises";
import type { TableFormat } from "#src/core/engine/storage.js";
import type { DerivedData } from "#src/core/engine/derived-data.js";
import { DamagedStore } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import type { DerivedWriter } from "#src/store/derived-writer.js";
import { DATA } from "./scenario.js";
import type { MemoryDisk } from "./disk/memory-disk.js";
import { loadText, tinyEngine, type TinyEngine, tinyFormat } from "./tiny.js";

/** Derived data that consists of one text. */
class TinyDerivedData implements DerivedData {
  text = "";
  /** The text of the previous version. */
  before = "";
  isNew = false;
  #onNews = (): void => {};

  start(): void {}

  watch(onNews: () => void): void {
    this.#onNews = onNews;
  }

  make(text: string): void {
    this.text = text;
    this.isNew = true;
    this.#onNews();
  }

  async keep(use: Parameters<DerivedData["keep"]>[0]): Promise<void> {
    const bytes = Buffer.from(this.text);
    await use({ header: { letters: bytes.length }, parts: [bytes.subarray(0, 2), bytes.subarray(2)] });
    this.isNew = false;
  }

  open(header: unknown, lengths: readonly number[]): ReturnType<DerivedData["open"]> {
    const { letters } = header as { readonly letters: number };
    if (letters !== lengths.reduce((sum, each) => sum + each, 0)) throw new DamagedStore("not that header");
    const parts = lengths.map((length) => new Uint8Array(length));
    return { parts, open: () => void (this.text = Buffer.concat(parts).toString()), dispose: () => {} };
  }

  resume({ text }: TinyDerivedData): void {
    this.before = text;
  }
}

/** A format of tiny tables with derived data. */
function formatWithExtras(): TableFormat {
  const format = tinyFormat();
  return {
    ...format,
    open(...args) {
      const opening = format.open(...args);
      return { ...opening, open: () => withDerived(opening.open() as TinyEngine) };
    },
  };
}

function withDerived(engine: TinyEngine): TinyEngine {
  return Object.assign(engine, { derived: new TinyDerivedData() });
}

/** A catalog that writes derived data, with a clock that the test controls. */
export interface Served {
  readonly catalog: Catalog;
  readonly writer: DerivedWriter;
  readonly errors: unknown[];
  /** Let all pending timers fire once, and wait until their work is done. */
  pass(): Promise<void>;
  /** Delays of the pending timers, in milliseconds. */
  readonly waiting: readonly number[];
}

export async function serveTiny(disk: MemoryDisk): Promise<Served> {
  const catalog = await Catalog.open(DATA, formatWithExtras(), disk);
  const errors: unknown[] = [];
  const waits = new Set<{ readonly ms: number; readonly act: () => void }>();
  const writer = catalog.keepDerived(
    (error) => errors.push(error),
    (ms, act) => {
      const wait = { ms, act };
      waits.add(wait);
      return () => void waits.delete(wait);
    },
  );
  return {
    catalog,
    writer,
    errors,
    get waiting() {
      return Array.from(waits, ({ ms }) => ms);
    },
    async pass() {
      const due = [...waits];
      waits.clear();
      for (const { act } of due) act();
      // A disk in memory needs no more time.
      await setImmediate();
    },
  };
}

/** Load a table with new derived data. */
export async function loadWithDerived(catalog: Catalog, name: string, text: string, derived: string): Promise<void> {
  const engine = withDerived(tinyEngine(text));
  derivedOf(engine).make(derived);
  await loadText(catalog, name, text, { engine });
}

export function derivedText(catalog: Catalog, name: string): string {
  return derivedOf(catalog.get(name)!.engine).text;
}

export function derivedOf(engine: unknown): TinyDerivedData {
  return (engine as { readonly derived: TinyDerivedData }).derived;
}
