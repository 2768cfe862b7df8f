import type { Audit, AuditEvent } from "../../access/audit-log.js";
import type { TableAnalyser } from "../../sources/analysis/table-analyser.js";
import type { ClusterSettings } from "../../engines/clickhouse/client/settings.js";
import type { NoteQuery } from "../../engines/clickhouse/client/node.js";
import type { DatasetLock } from "../../calls/publishing/loads/dataset-lock.js";
import type { Run } from "../../calls/publishing/loads/run.js";
import type { Runs } from "../../calls/publishing/loads/runs.js";
import type { RecordReader } from "../../sources/ingest/read-record.js";
import type { ShapeDrawer } from "../../sources/shapes/shape-drawer.js";
import type { FactsFiles } from "../../store/disk/facts-file.js";
import type { TableLoader } from "../../sources/ingest/table-loader.js";
import type { ExecutorPool, ExecutorPoolOptions } from "../../process/executors/executor-pool.js";
import type { LoaderOptions } from "../../process/jobs/load-in-thread.js";
import type { KernelOptions } from "../../engines/kernel/kernel.js";
import type { Catalog } from "../../store/catalog.js";
import type { Keeping } from "../../store/versions.js";

export interface WorkplaceOptions extends KernelOptions, LoaderOptions {
  /** The cluster that holds the entries; absent or `null`: this process's memory. */
  readonly cluster?: ClusterSettings | null;
  /** True if executors will be created: this thread then computes little itself. */
  readonly delegates?: boolean;
  /** Maximum bytes of a table's rollups, as a share of its codes and measures; by default 0: none are built. */
  readonly rollupShare?: number;
  /** Maximum bytes of a version's rollups if a cluster holds the entries; by default 0: none are kept. */
  readonly rollupBytes?: number;
  /** How many earlier versions of datasets keep their data. */
  readonly keeping?: Keeping;
  /** Called with every run that has ended. */
  readonly onRunEnd?: (run: Run) => void;
  /** Called with every audited event. */
  readonly onAudit?: (event: AuditEvent) => void;
  /** Called with each query of the cluster that has ended. */
  readonly onClusterQuery?: NoteQuery;
  /** Called with errors of background work. */
  readonly onError?: (error: unknown) => void;
}

/** The datasets of a data directory, with the services that load and change them. */
export interface Opened {
  readonly catalog: Catalog;
  readonly loader: TableLoader;
  readonly analyser: TableAnalyser;
  readonly records: RecordReader;
  readonly shapeDrawer: ShapeDrawer;
  readonly lock: DatasetLock;
  readonly runs: Runs;
  readonly audit: Audit;
  readonly fileFacts: FactsFiles;
  /** Create threads that make bodies from the datasets; they end with the process's use of the directory. */
  createExecutors(options: Omit<ExecutorPoolOptions, "module" | "catalog" | "onWork">): Promise<ExecutorPool>;
}
