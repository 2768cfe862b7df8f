import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Audit, createAuditLog } from "../../access/audit-log.js";
import type { Run } from "../../api/loads/run.js";
import { Runs } from "../../api/loads/runs.js";
import { DatasetLock } from "../../api/loads/dataset-lock.js";
import { columnarFormat } from "../../columnar/format.js";
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
  /** Called with every run that has ended. */
  readonly onRunEnd?: (run: Run) => void;
  /** Called with errors of background work. */
  readonly onError?: (error: unknown) => void;
}

/** A data directory that this process owns. */
export interface Workplace {
  readonly directory: string;
  /** Directory of temporary downloads; it is deleted when the process ends. */
  readonly downloads: string;
  /** Directory of drafts, which are files that users are about to publish. */
  readonly drafts: string;
  /** Log of changes to the directory. */
  readonly audit: Audit;
  /** Open its datasets; they are read by the first call. */
  open(): Promise<Opened>;
  /** Open its datasets' records without reading their tables. */
  openRecords(): Promise<Pick<Opened, "catalog" | "lock">>;
}

/** The datasets of a data directory, with the services that load and change them. */
export interface Opened {
  readonly catalog: Catalog;
  readonly loader: TableLoader;
  readonly analyser: TableAnalyser;
  readonly lock: DatasetLock;
  readonly runs: Runs;
  readonly audit: Audit;
}

/**
 * Use a data directory that this process owns.
 * @param options one thread is enough for commands that aggregate once
 * @param warn called with each problem of the directory
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
    // Tables are built in other threads, so spare memory would not be reused in this one.
    kernel = Kernel.start({ spareBytes: 0, collectsWhenIdle: true, ...options });
    const { rollupShare: share = 0, onError = () => {} } = options;
    background = rollupThreads(kernel, { share, onError, memory: options.memory });
    const services = await openCatalog(columnarFormat(kernel, undefined, undefined, background));
    derived = services.catalog.keepDerived(onError);
    for (const { engine } of services.catalog.list()) engine.derived?.start();
    const runs = new Runs(services.catalog, options.onRunEnd);
    await runs.settle().catch((error: unknown) => {
      // The ended runs are reported even if they cannot be stored now.
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
