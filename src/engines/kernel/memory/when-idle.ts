import { performance } from "node:perf_hooks";

const INTERVAL_MS = 100;
/** Longest wait; after it the thread need not be idle. */
const MAX_WAIT_MS = 30_000;
/** Utilization up to which a thread counts as idle. */
const IDLE_UTILIZATION = 1 / 4;

/** Returns the busy share of this thread's time since the previous call, 0 … 1. */
export type Utilization = () => number;

/** Run a function once this thread is idle, or after `MAX_WAIT_MS`. Does not keep the process alive. */
export function whenIdle(act: () => void, utilization: Utilization = measureUtilization()): void {
  utilization();
  let waited = 0;
  const check = (): void => {
    waited += INTERVAL_MS;
    if (utilization() > IDLE_UTILIZATION && waited < MAX_WAIT_MS) setTimeout(check, INTERVAL_MS).unref();
    else act();
  };
  setTimeout(check, INTERVAL_MS).unref();
}

function measureUtilization(): Utilization {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
