import { FactsFiles } from "../../store/disk/facts-file.js";
import { VERSION } from "../terminal/version.js";
import { Runs } from "../../calls/publishing/loads/runs.js";
import type { TableFormat } from "../../core/engine/storage.js";
import { Unwritable } from "../../core/errors/errors.js";
import type { ExecutorPool } from "../../process/executors/executor-pool.js";
import { analyserInThread } from "../../process/jobs/analyse-in-thread.js";
import { shapeDrawerInThread } from "../../process/jobs/draw-shapes-in-thread.js";
import { recordReaderInThread } from "../../process/jobs/read-record-in-thread.js";
import { createThreads } from "../../process/jobs/threads.js";
import type { DerivedWriter } from "../../store/derived-writer.js";
import type { LateChecks } from "../../store/late-checks.js";
import { type OpenedEngine, openInMemory } from "./open-engine.js";
import type { Opened, WorkplaceOptions } from "./opened.js";

/** Maximum number of threads that read records of kept files. */
const RECORDS_AT_ONCE = 2;

/** The tables of a data directory, with the engine and the threads that work for them. */
export class OpenedTables {
  readonly #options: WorkplaceOptions;
  readonly #directory: string;
  #engine: OpenedEngine | null = null;
  #derived: DerivedWriter | null = null;
  #later: LateChecks | null = null;
  #executors: ExecutorPool | null = null;

  constructor(directory: string, options: WorkplaceOptions) {
    this.#directory = directory;
    this.#options = options;
  }

  /** Open the tables, and settle the runs of earlier processes. @param openCatalog reads tables of a format */
  async open(
    openCatalog: (format: TableFormat) => Promise<Pick<Opened, "catalog" | "lock">>,
  ): Promise<Omit<Opened, "audit">> {
    const options = this.#options;
    const { onError = () => {}, cluster = null } = options;
    const threads = createThreads(options);
    const engine = cluster
      ? await openCluster(cluster, this.#directory, options, threads)
      : openInMemory(options, threads);
    this.#engine = engine;
    const services = await openCatalog(engine.format);
    await engine.start();
    this.#derived = services.catalog.keepDerived(onError);
    this.#later = services.catalog.later;
    this.#later.start();
    const runs = new Runs(services.catalog, options.onRunEnd);
    await runs.settle().catch((error: unknown) => {
      // The ended runs are reported even if they cannot be stored now.
      if (!(error instanceof Unwritable)) throw error;
    });
    return {
      ...services,
      runs,
      loader: engine.loader,
      fileFacts: new FactsFiles(this.#directory, VERSION),
      analyser: analyserInThread(threads),
      // Readers do not wait for loads.
      records: recordReaderInThread(createThreads({ ...options, atOnce: RECORDS_AT_ONCE })),
      shapeDrawer: shapeDrawerInThread(createThreads({ ...options, atOnce: 1 })),
      createExecutors: async (settings) => {
        const { onWork } = options;
        return (this.#executors = await engine.createExecutors({ ...settings, catalog: services.catalog, onWork }));
      },
    };
  }

  async close(): Promise<void> {
    await this.#executors?.close();
    await this.#later?.close();
    await this.#derived?.close();
    await this.#engine?.close();
  }
}

/** Open the engine of a cluster. Its modules are imported only then: to find all of them takes a moment. */
async function openCluster(...of: Parameters<typeof import("./open-cluster.js").openCluster>): Promise<OpenedEngine> {
  const { openCluster: open } = await import("./open-cluster.js");
  return open(...of);
}
