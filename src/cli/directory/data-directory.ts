import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Audit, createAuditLog } from "../../access/audit-log.js";
import type { Run } from "../../api/loads/run.js";
import { Runs } from "../../api/loads/runs.js";
import { DatasetLock } from "../../api/loads/dataset-lock.js";
import { columnarFormat } from "../../columnar/format.js";
import { ColumnarEngine } from "../../columnar/engine.js";
import type { TableFormat } from "../../engine/storage.js";
import type { TableLoader } from "../../ingest/table-loader.js";
import { Unwritable } from "../../errors/errors.js";
import { Kernel, type KernelOptions } from "../../kernel/kernel.js";
import type { TableAnalyser } from "../../analysis/table-analyser.js";
import { analyserInThread } from "../../jobs/analyse-in-thread.js";
import { type LoaderOptions, loaderInThread } from "../../jobs/load-in-thread.js";
import { createThreads } from "../../jobs/threads.js";
import { Catalog } from "../../store/catalog.js";
import type { DerivedWriter } from "../../store/derived-writer.js";
import { type RollupThreads, rollupThreads } from "../../jobs/rollups/rollup-thread.js";

export interface WorkplaceOptions extends KernelOptions, LoaderOptions {
  /** Told of every run that has ended. */
  readonly onRunEnd?: (run: Run) => void;
  /** Told of what went wrong where nobody waited for it. */
  readonly onError?: (error: unknown) => void;
}

/** A data directory that this process owns. */
export interface Workplace {
  readonly directory: string;
  /** Where sources are kept while they are read; what is in it does not outlive the process. */
  readonly downloads: string;
  /** Where tables are kept that people are about to publish. */
  readonly drafts: string;
  /** Where what is done to it is written down. */
  readonly audit: Audit;
  /** Its datasets, read when they are first asked for. */
  open(): Promise<Opened>;
  /** What is known of its datasets; their tables are not read for it. */
  openRecords(): Promise<Pick<Opened, "catalog" | "lock">>;
}

/** The datasets of a data directory, how sources become tables and whose turn it is to change a dataset. */
export interface Opened {
  readonly catalog: Catalog;
  readonly loader: TableLoader;
  readonly analyser: TableAnalyser;
  readonly lock: DatasetLock;
  readonly runs: Runs;
  readonly audit: Audit;
}

/**
 * Do something with a data directory that is this process's.
 * @param options one thread will do for commands that aggregate once
 * @param warn told what is wrong with the directory
 */
export async function withWorkplace<T>(
  directory: string,
  options: WorkplaceOptions,
  warn: (reason: string) => void,
  use: (place: Workplace) => Promise<T>,
): Promise<T> {
  const downloads = join(directory, "downloads");
  const audit = createAuditLog(resolve(directory), warn);
  let kernel: Kernel | null = null;
  let background: RollupThreads | null = null;
  let derived: DerivedWriter | null = null;
  let opened: Promise<Opened> | null = null;
  const openCatalog = async (format: TableFormat | null): Promise<Pick<Opened, "catalog" | "lock">> => {
    const catalog = await Catalog.open(directory, format);
    catalog.health.reasons.forEach(warn);
    return { catalog, lock: new DatasetLock() };
  };
  const open = async (): Promise<Opened> => {
    // Tables are made in other threads: here no memory would be used again.
    kernel = Kernel.start({ spareBytes: 0, collectsWhenIdle: true, ...options });
    const { rollupShare: share = 0, onError = () => {} } = options;
    background = rollupThreads(kernel, { share, onError, memory: options.memory });
    const services = await openCatalog(columnarFormat(kernel, undefined, undefined, background));
    derived = services.catalog.keepDerived(onError);
    for (const { engine } of services.catalog.list()) if (engine instanceof ColumnarEngine) engine.sumUp();
    const runs = new Runs(services.catalog, options.onRunEnd);
    await runs.settle().catch((error: unknown) => {
      // What cannot be written now is told all the same.
      if (!(error instanceof Unwritable)) throw error;
    });
    const threads = createThreads(options);
    const loader = loaderInThread(kernel, { ...options, background }, threads);
    return { ...services, runs, audit, loader, analyser: analyserInThread(threads) };
  };
  const tidy = (): Promise<void> => rm(downloads, { recursive: true, force: true });
  try {
    await tidy();
    return await use({
      directory,
      downloads,
      drafts: join(directory, "drafts"),
      audit,
      open: () => (opened ??= open()),
      openRecords: () => opened ?? openCatalog(null),
    });
  } finally {
    await (background as RollupThreads | null)?.close();
    await (derived as DerivedWriter | null)?.close();
    await (kernel as Kernel | null)?.close();
    await tidy();
  }
}
