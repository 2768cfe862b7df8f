import { Runs } from "../../api/loads/runs.js";
import { columnarFormat } from "../../columnar/format.js";
import type { TableFormat } from "../../engine/storage.js";
import { Unwritable } from "../../errors/errors.js";
import { Executors, OWN_LANE } from "../../executors/executors.js";
import { analyserInThread } from "../../jobs/analyse-in-thread.js";
import { loaderInThread } from "../../jobs/load-in-thread.js";
import { type RollupThreads, rollupThreads } from "../../jobs/rollups/rollup-thread.js";
import { recordReaderInThread } from "../../jobs/read-record-in-thread.js";
import { createThreads } from "../../jobs/threads.js";
import { Kernel } from "../../kernel/kernel.js";
import type { DerivedWriter } from "../../store/derived-writer.js";
import type { Opened, WorkplaceOptions } from "./opened.js";

/** Maximum number of threads that read records of kept files. */
const RECORDS_AT_ONCE = 2;

/** The tables of a data directory, with the kernel and the threads that work for them. */
export class OpenedTables {
  readonly #options: WorkplaceOptions;
  #kernel: Kernel | null = null;
  #background: RollupThreads | null = null;
  #derived: DerivedWriter | null = null;
  #executors: Executors | null = null;

  constructor(options: WorkplaceOptions) {
    this.#options = options;
  }

  /** Open the tables, and settle the runs of earlier processes. @param openCatalog reads tables of a format */
  async open(
    openCatalog: (format: TableFormat) => Promise<Pick<Opened, "catalog" | "lock">>,
  ): Promise<Omit<Opened, "audit">> {
    const options = this.#options;
    // Tables are built in other threads, so spare memory would not be reused in this one.
    const own = options.delegates ? { threads: 1, lane: OWN_LANE } : {};
    const kernel = Kernel.start({ spareBytes: 0, collectsWhenIdle: true, ...options, ...own });
    this.#kernel = kernel;
    const { rollupShare: share = 0, onError = () => {} } = options;
    const background = rollupThreads(kernel, { share, onError, memory: options.memory });
    this.#background = background;
    const services = await openCatalog(columnarFormat(kernel, undefined, undefined, background));
    this.#derived = services.catalog.keepDerived(onError);
    const runs = new Runs(services.catalog, options.onRunEnd);
    await runs.settle().catch((error: unknown) => {
      // The ended runs are reported even if they cannot be stored now.
      if (!(error instanceof Unwritable)) throw error;
    });
    const threads = createThreads(options);
    const loader = loaderInThread(kernel, { ...options, background }, threads);
    return {
      ...services,
      runs,
      loader,
      analyser: analyserInThread(threads),
      // Readers do not wait for loads.
      records: recordReaderInThread(createThreads({ ...options, atOnce: RECORDS_AT_ONCE })),
      createExecutors: (settings) => {
        const { onWork } = options;
        return (this.#executors = new Executors({
          ...settings,
          module: kernel.module,
          catalog: services.catalog,
          onWork,
        }));
      },
    };
  }

  async close(): Promise<void> {
    await this.#executors?.close();
    await this.#background?.close();
    await this.#derived?.close();
    await this.#kernel?.close();
  }
}
