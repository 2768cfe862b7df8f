import type { LoadServices } from "./load-services.js";
import type { RunQueue } from "./run-queue.js";
import type { Task } from "./task.js";

/** How loads are taken over HTTP. */
export interface Loads {
  readonly services: LoadServices;
  readonly queue: RunQueue;
  /** Where what is fetched or uploaded is kept while it is read, and what may be fetched. */
  readonly download: Task["download"];
  /** Size of a file that is sent. */
  readonly maxUploadBytes: number;
  /** Whether loads are also taken without HTTPS. */
  readonly allowHttp: boolean;
  /** How long somebody waits for a load of which nothing is heard. */
  readonly idleTimeoutMs: number;
  /** Told of bugs. */
  readonly onError: (error: unknown) => void;
}
