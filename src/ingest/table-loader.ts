import type { TableFormat } from "../engine/builder.js";
import type { Engine } from "../engine/engine.js";
import { ingest, type ReadOptions } from "./load.js";
import type { LoadReport } from "./report.js";

/** A source that is to be read into a table. */
export interface TableLoad extends ReadOptions {
  /** The version to build upon, `null` for none. Whoever asks holds it until the load has ended. */
  readonly previous: Engine | null;
  /** Id of the source: its rows replace those that it last wrote. */
  readonly sourceId: number;
  /** Load the good rows of a source that has bad ones. */
  readonly skipInvalid: boolean;
}

export interface LoadedTable {
  /** The next version, which is the caller's. */
  readonly engine: Engine;
  readonly report: LoadReport;
}

/** Reads sources into tables, in this thread or another. */
export interface TableLoader {
  /**
   * Make the next version of a table. A load that fails leaves nothing behind.
   * @throws LoadFailed when rows are bad, unless they are to be skipped; BadSource when the source as a whole cannot be
   * read; OverCapacity when there is not enough memory; the signal's reason
   */
  load(load: TableLoad): Promise<LoadedTable>;
}

/** Reads them in this thread, which does nothing else while a table is finished. */
export function loaderHere(format: TableFormat): TableLoader {
  return {
    async load({ previous, sourceId, ...options }) {
      const makeBuilder = () => format.build(options.model, previous, sourceId);
      const { builder, report } = await ingest({ ...options, makeBuilder });
      return { engine: builder.finish(), report };
    },
  };
}
