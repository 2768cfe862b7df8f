import type { Engine, Hints } from "../engine/engine.js";
import type { TableFormat } from "../engine/storage.js";
import type { Address } from "./fetch/address.js";
import type { FetchedContent } from "./fetch/content.js";
import { ingest, type ReadOptions } from "./load.js";
import { type LoadReport, NO_ROWS, withEntries } from "./report.js";

/** A source that is to be read into a table. */
export interface TableLoad extends Omit<ReadOptions, "source"> {
  /** `null` writes nothing: what the source last wrote is gone then. */
  readonly source: Address | null;
  /** The version to build upon, `null` for none. Whoever asks holds it until the load has ended. */
  readonly previous: Engine | null;
  /** What versions before have learned; by default nothing. */
  readonly hints?: Hints | undefined;
  /** Id of the source: its rows replace those that it last wrote. */
  readonly sourceId: number;
  /** Load the good rows of a source that has bad ones. */
  readonly skipInvalid: boolean;
  /** The file that need not be loaded again. */
  readonly known?: FetchedContent | null | undefined;
}

export interface LoadedTable {
  /** The next version, which is the caller's. */
  readonly engine: Engine;
  readonly report: LoadReport;
  /** The file that was read; `null` where none was. */
  readonly content: FetchedContent | null;
}

/** Reads sources into tables, in this thread or another. */
export interface TableLoader {
  /**
   * Make the next version of a table. A load that fails leaves nothing behind.
   * @throws LoadFailed when rows are bad, unless they are to be skipped; BadSource when the source as a whole cannot be
   * read; Unchanged when it is the known one; OverCapacity when there is not enough memory; the signal's reason
   */
  load(load: TableLoad): Promise<LoadedTable>;

  /**
   * Refuse a load that cannot succeed before anything is done for it.
   * @param previous the version to build upon
   * @throws OverCapacity
   */
  checkMemory(previous: Engine | null): void;
}

/** Reads them in this thread, which does nothing else while a table is finished. */
export function loaderHere(format: TableFormat): TableLoader {
  return {
    async load({ previous, hints, sourceId, source, ...options }) {
      const makeBuilder = () => format.build(options.model, previous, sourceId, hints);
      if (source === null) {
        const { engine } = await makeBuilder().finish();
        return { engine, report: NO_ROWS, content: null };
      }
      const { builder, report, content } = await ingest({ ...options, source, makeBuilder });
      const written = await builder.finish();
      return { engine: written.engine, report: withEntries(report, written), content };
    },
    checkMemory() {
      // Whoever does nothing else meanwhile may take what there is.
    },
  };
}
