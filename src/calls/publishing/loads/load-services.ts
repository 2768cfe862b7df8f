import type { Audit } from "../../../access/audit-log.js";
import type { TableLoader } from "../../../sources/ingest/table-loader.js";
import type { Catalog } from "../../../store/catalog.js";
import type { FactsFiles } from "../../../store/disk/facts-file.js";
import type { DatasetLock } from "./dataset-lock.js";
import type { Runs } from "./runs.js";

/** The services that a load needs. */
export interface LoadServices {
  readonly catalog: Catalog;
  readonly loader: TableLoader;
  readonly lock: DatasetLock;
  readonly runs: Runs;
  readonly audit: Audit;
  /** Lengths and digests of the files of versions, on disk; absent where none are written. */
  readonly fileFacts?: Pick<FactsFiles, "read" | "write"> | undefined;
}
