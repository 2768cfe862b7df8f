import type { Engine } from "../../core/engine/engine.js";
import type { RepeatRules, TableFormat } from "../../core/engine/storage.js";
import type { Address } from "./fetch/address.js";
import type { FetchedContent } from "./fetch/content.js";
import { copyEntries, correctingBuilder } from "./correcting-builder.js";
import { ingest, type ReadOptions } from "./load.js";
import { type LoadReport, NO_ROWS, withEntries } from "./report.js";

/** A request to read a source into a table. */
export interface TableLoad extends Omit<ReadOptions, "source" | "makeBuilder"> {
  /** Address of the source; `null` reads nothing and so removes the rows that the source wrote last. */
  readonly source: Address | null;
  /** The version to build upon, `null` for none. The caller keeps it open until the load has ended. */
  readonly previous: Engine | null;
  /** Id of the source; its rows replace those that it wrote last. */
  readonly sourceId: number;
  /** True to load the good rows of a source that has bad ones. */
  readonly skipInvalid: boolean;
  /** The file loaded last, which is not loaded again if it is unchanged. */
  readonly known?: FetchedContent | null | undefined;
  /** Path of a new file for a compressed copy of the source, in a directory that exists; absent for none. */
  readonly copyTo?: string | undefined;
  /** True to write the previous version anew, with the corrections of the model; no source is read then. */
  readonly corrects?: boolean | undefined;
}

export interface LoadedTable {
  /** The next version, owned by the caller. */
  readonly engine: Engine;
  readonly report: LoadReport;
  /** The file that was read; `null` if none was. */
  readonly content: FetchedContent | null;
}

/** Reads sources into tables, in this thread or another. */
export interface TableLoader {
  /**
   * Build the next version of a table. A load that fails leaves nothing behind.
   * @throws LoadFailed if rows are bad and `skipInvalid` is false; BadSource if the source as a whole cannot be read;
   * Unchanged if it is the known file; OverCapacity if there is not enough memory; the signal's reason
   */
  load(load: TableLoad): Promise<LoadedTable>;

  /**
   * Refuse a load for which there is not enough memory, before any work is done for it.
   * @param previous the version to build upon
   * @throws OverCapacity
   */
  checkMemory(previous: Engine | null): void;
}

/** Return a loader that works in this thread. Finishing a table blocks the thread. */
export function loaderHere(format: TableFormat): TableLoader {
  return {
    async load({ previous, sourceId, source, ...options }) {
      const { model } = options;
      if (options.corrects && previous) {
        const builder = correctingBuilder(format.build(model, null, sourceId), model);
        await copyEntries(previous, model, builder, options.signal);
        const { engine } = await builder.finish();
        return { engine, report: NO_ROWS, content: null };
      }
      const makeBuilder = (repeats?: RepeatRules) =>
        correctingBuilder(format.build(model, previous, sourceId, repeats), model);
      if (source === null) {
        const { engine } = await makeBuilder().finish();
        return { engine, report: NO_ROWS, content: null };
      }
      const { builder, report, content } = await ingest({ ...options, source, makeBuilder });
      const written = await builder.finish();
      return { engine: written.engine, report: withEntries(report, written), content };
    },
    checkMemory() {
      // This process does nothing but the load, so it may use all memory.
    },
  };
}
