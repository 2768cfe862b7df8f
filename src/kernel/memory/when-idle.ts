import { performance } from "node:perf_hooks";

const EVERY_MS = 100;
/** What has waited for so long is done whatever else there is to do. */
const MOST_MS = 30_000;
/** The share of the time in which a thread that counts as idle does something. */
const LITTLE = 1 / 4;

/** The share of the time since it was last called in which this thread has done something. */
export type Utilization = () => number;

/** Do something once this thread has had little to do for a while. It keeps no process from ending. */
export function whenIdle(act: () => void, utilization: Utilization = measureUtilization()): void {
  utilization();
  let waited = 0;
  const look = (): void => {
    waited += EVERY_MS;
    if (utilization() > LITTLE && waited < MOST_MS) setTimeout(look, EVERY_MS).unref();
    else act();
  };
  setTimeout(look, EVERY_MS).unref();
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
