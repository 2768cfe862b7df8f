import type { ResourceLimits, Worker } from "node:worker_threads";

/** Time that a thread waits for another order. */
const IDLE_MS = 5000;

/**
 * Threads that ended a small order and wait for the next one, at most one for each kind of limits: a form gives several
 * orders in a row, and a new thread loads the program for longer than it works on a small file.
 */
const idle = new Map<string, { readonly thread: Worker; readonly timer: NodeJS.Timeout }>();

/** Limits of threads, which tell themselves the defaults of limits that were not set. */
const limitsOf = new WeakMap<Worker, string>();

/** Note under which limits a thread was started. */
export function noteLimits(thread: Worker, limits: ResourceLimits): void {
  limitsOf.set(thread, keyOf(limits));
}

/** Return the thread that waits under these limits; `undefined` if there is none. */
export function takeThread(limits: ResourceLimits): Worker | undefined {
  const key = keyOf(limits);
  const found = idle.get(key);
  if (found === undefined) return undefined;
  idle.delete(key);
  clearTimeout(found.timer);
  removeListeners(found.thread);
  found.thread.ref();
  return found.thread;
}

/** Let a thread wait for another order; end it if one waits under its limits. */
export function keepThread(thread: Worker): void {
  const key = limitsOf.get(thread);
  removeListeners(thread);
  const end = (): void => {
    if (key !== undefined && idle.get(key)?.thread === thread) idle.delete(key);
    void thread.terminate();
  };
  if (key === undefined || idle.has(key)) {
    end();
    return;
  }
  // Without a listener, an error of a thread that nobody waits for would end the process.
  thread.on("error", end);
  thread.on("exit", end);
  thread.unref();
  idle.set(key, { thread, timer: setTimeout(end, IDLE_MS).unref() });
}

function removeListeners(thread: Worker): void {
  for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
}

function keyOf({ maxOldGenerationSizeMb, maxYoungGenerationSizeMb }: ResourceLimits): string {
  return `${maxOldGenerationSizeMb} ${maxYoungGenerationSizeMb}`;
}
