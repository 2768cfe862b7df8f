import {
  BadSource,
  Conflict,
  DamagedStore,
  EngineUnreachable,
  InvalidModel,
  OverCapacity,
  RefusedAddress,
  UserError,
} from "../errors/errors.js";
import { type FetchedContent, Unchanged } from "../ingest/fetch/content.js";
import { LoadFailed, type LoadReport } from "../ingest/report.js";
import type { OverMemoryLimit } from "../kernel/memory/errors.js";
import { isOutOfMemory } from "./out-of-memory.js";

/** An error in a form that can pass between threads: messages lose an error's class. */
export type Failure =
  | { readonly report: LoadReport }
  | { readonly unchanged: FetchedContent }
  | { readonly family: string; readonly errors: readonly string[] }
  | { readonly message: string; readonly stack: string | undefined; readonly code: unknown };

/** Error families that a load or an analysis may throw. */
const FAMILIES = [
  BadSource,
  Conflict,
  DamagedStore,
  EngineUnreachable,
  InvalidModel,
  OverCapacity,
  RefusedAddress,
] as const;

export function describeFailure(error: unknown): Failure {
  if (error instanceof LoadFailed) return { report: error.report };
  if (error instanceof Unchanged) return { unchanged: error.content };
  if (error instanceof UserError) return { family: error.name, errors: error.errors };
  if (isOutOfMemory(error)) return { family: OverCapacity.name, errors: [NO_MEMORY] };
  const { message, stack, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  return { message, stack, code };
}

/** Build the described error again, with its class. An error of an unknown family becomes a plain, internal `Error`. */
export function reviveFailure(failure: Failure): Error {
  if ("report" in failure) return new LoadFailed(failure.report);
  if ("unchanged" in failure) return new Unchanged(failure.unchanged);
  if ("family" in failure) {
    const Family = FAMILIES.find(({ name }) => name === failure.family);
    if (Family) return new Family(failure.errors);
    return new Error(failure.errors.join("\n"));
  }
  const { message, stack, code } = failure;
  return Object.assign(new Error(message), { stack, ...(code === undefined ? {} : { code }) });
}

export function describeLimit(error: OverMemoryLimit): OverCapacity {
  const remedy = "load a smaller source, drop a dataset that is not needed, or raise --max-memory-bytes";
  return new OverCapacity(`${NO_MEMORY}: ${error.figures}; ${remedy}`, { cause: error });
}

export const NO_MEMORY = "There is not enough memory for the load; nothing was loaded";
