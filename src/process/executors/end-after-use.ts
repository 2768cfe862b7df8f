import type { Attempt } from "./attempt.js";

/** Least milliseconds between two looks at how much of the processor a thread has had. */
const LOOK_MS = 100;

/**
 * End an attempt once its thread has had this much of the processor since now: what keeps a thread from the processor is
 * no reason to begin its work anew.
 * @param used returns the milliseconds that the thread has had
 * @returns stops the watch
 */
export function endAfterUse(attempt: Pick<Attempt, "end">, milliseconds: number, used: () => number): () => void {
  const begun = used();
  let timer: NodeJS.Timeout;
  const wait = (left: number): void => {
    timer = setTimeout(look, Math.max(left, LOOK_MS)).unref();
  };
  const look = (): void => {
    const left = milliseconds - (used() - begun);
    if (left > 0) wait(left);
    else attempt.end();
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}
