import type { RecordReader } from "../../../sources/ingest/read-record.js";
import type { LoadServices } from "./load-services.js";
import type { RunQueue } from "./run-queue.js";
import type { Task } from "./task.js";

/** The services and settings of loads over HTTP. */
export interface Loads {
  readonly services: LoadServices;
  readonly queue: RunQueue;
  /** Reads records of kept files. */
  readonly records: RecordReader;
  /** Directory of temporary files, and the limits of downloads. */
  readonly download: Task["download"];
  /** Maximum size of an uploaded file in bytes. */
  readonly maxUploadBytes: number;
  /** True to accept loads without HTTPS, too. */
  readonly allowHttp: boolean;
  /** Milliseconds that a load may run; `Infinity` for any time. */
  readonly maxLoadMs: number;
  /** Milliseconds that a client waits for a load without progress. */
  readonly idleTimeoutMs: number;
  /** Logs an error of the program. */
  readonly onError: (error: unknown) => void;
}
