import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Return a function that collects this thread's garbage at once. V8 does not count shared memories in its heap, so
 * dropping one does not trigger a collection; and a memory is freed only after every thread has collected it.
 */
export function makeCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
