import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * A function that collects this thread's garbage at once. V8 does not count shared memories as its own, so dropping
 * one makes no collection come sooner; and a memory is given back only when every thread has collected it.
 */
export function makeCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
