import * as families from "../../core/errors/errors.js";
import { type FetchedContent, Unchanged } from "../../sources/ingest/fetch/content.js";
import { LoadFailed, type LoadReport } from "../../sources/ingest/report.js";
import type { OverMemoryLimit } from "../../engines/kernel/memory/errors.js";
import { isOutOfMemory } from "./out-of-memory.js";

/** An error in a form that can pass between threads: messages lose an error's class. */
export type Failure =
  | { readonly report: LoadReport }
  | { readonly unchanged: FetchedContent }
  | { readonly clusterFailure: string }
  | { readonly family: string; readonly errors: readonly string[]; readonly fields: object; readonly cause?: string }
  | { readonly message: string; readonly stack: string | undefined; readonly system: SystemFields };

/** Fields that errors of the operating system have; they tell the user's side from errors of the program. */
type SystemFields = Partial<Pick<NodeJS.ErrnoException, (typeof SYSTEM_FIELDS)[number]>>;
const SYSTEM_FIELDS = ["code", "errno", "syscall", "path"] as const;

const FAMILIES: Readonly<Record<string, unknown>> = families;

/** Describe an error. @param noMemory sentence that says that memory was short */
export function describeFailure(error: unknown, noMemory = NO_MEMORY): Failure {
  if (error instanceof LoadFailed) return { report: error.report };
  if (error instanceof Unchanged) return { unchanged: error.content };
  if (error instanceof families.ClusterFailure) return { clusterFailure: error.message };
  if (error instanceof families.UserError) {
    const { name: _name, errors, message: _message, stack: _stack, cause, ...rest } = error;
    const fields = Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value !== "function"));
    return { family: familyOf(error), errors, fields, ...(cause instanceof Error && { cause: cause.message }) };
  }
  if (isOutOfMemory(error)) return { family: families.OverCapacity.name, errors: [noMemory], fields: {} };
  const failed: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const system = SYSTEM_FIELDS.filter((field) => failed[field] !== undefined).map((field) => [field, failed[field]]);
  return { message: failed.message, stack: failed.stack, system: Object.fromEntries(system) as SystemFields };
}

/** Return the name of the closest family that every thread knows. */
function familyOf(error: families.UserError): string {
  let of: object = error;
  do of = Object.getPrototypeOf(of) as object;
  while (FAMILIES[of.constructor.name] === undefined);
  return of.constructor.name;
}

/** Build the described error again, with its class. An error of an unknown family becomes a plain, internal `Error`. */
export function reviveFailure(failure: Failure): Error {
  if ("report" in failure) return new LoadFailed(failure.report);
  if ("unchanged" in failure) return new Unchanged(failure.unchanged);
  if ("clusterFailure" in failure) return new families.ClusterFailure(failure.clusterFailure);
  if ("family" in failure) {
    const family = FAMILIES[failure.family] as { readonly prototype: Error } | undefined;
    if (!family) return new Error(failure.errors.join("\n"));
    // Not every family is constructed from its sentences.
    const options = failure.cause === undefined ? {} : { cause: new Error(failure.cause) };
    const revived = Object.setPrototypeOf(new Revived(failure.errors, options), family.prototype) as Error;
    return Object.assign(revived, { name: failure.family }, failure.fields);
  }
  const { message, stack, system } = failure;
  return Object.assign(new Error(message), { stack, ...system });
}

class Revived extends families.UserError {}

export function describeLimit(error: OverMemoryLimit): families.OverCapacity {
  const remedy = "load a smaller source, drop a dataset that is not needed, or raise --max-memory-bytes";
  return new families.OverCapacity(`${NO_MEMORY}: ${error.figures}; ${remedy}`, { cause: error });
}

export const NO_MEMORY = "There is not enough memory for the load; nothing was loaded";
