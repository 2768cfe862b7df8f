import type { MessagePort } from "node:worker_threads";
import type { IndexedTerms, TableStep } from "../../../engines/columnar/table-step.js";

/** Start data of the thread. */
export interface SecondThreadStart {
  /** The compiled kernel. */
  readonly module: WebAssembly.Module;
  readonly control: Int32Array<SharedArrayBuffer>;
  readonly port: MessagePort;
}

/** Message to the thread, sent before the step is counted. */
export interface StepMessage {
  readonly step: TableStep;
}

/** Message from the thread, sent before the step is done. */
export interface StepResult {
  readonly at: number;
  readonly built: IndexedTerms | null;
}

/**
 * Words that both threads read:
 *
 *     given   number of steps that were given
 *     ticks   counts on while the thread makes progress
 *     ended   number of steps that it has ended or left out
 *     states  one for each step
 */
export const [GIVEN, TICKS, ENDED, STATES] = [0, 1, 2, 3];

/** States of a step: the first to change `OPEN` does it. */
export const [OPEN, BEGUN, LEFT, DONE, FAILED] = [0, 1, 2, 3, 4];

/** Steps for which there is room; no others are given. */
export const MAX_STEPS = 2 ** 14;

export function makeControl(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer((STATES + MAX_STEPS) * 4));
}
