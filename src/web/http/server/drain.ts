import { setImmediate, setTimeout } from "node:timers/promises";
import type { Traffic } from "./traffic.js";

/** Milliseconds: a turn of the event loop that took less than this was idle. */
const QUIET_MS = 0.2;
/** Turns of the event loop after which waiting for an idle one ends: a constant load may have none. */
const MAX_ROUNDS = 1000;

/** The two steps in which a listener shuts down, in this order. */
export interface Ending {
  /** Refuse new connections; replies say `Connection: close` from now on. */
  readonly refuse: () => void;
  /** Close every connection. */
  readonly close: () => void;
}

/**
 * Shut down without losing a request. First the server goes on as before, so that load balancers notice `/readyz` and
 * send no more requests. Then it refuses new connections, and for the same time at most answers requests on the open
 * connections that were in use with `Connection: close`; it waits for no idle ones. Running requests are finished,
 * however long they take.
 * @param ms milliseconds of the first phase, and the most of the second; 0: none
 * @param wait waits for some milliseconds, unless a signal ends that; as the timer of Node
 */
export async function drain(
  traffic: Traffic,
  ms: number,
  { refuse, close }: Ending,
  wait: (ms: number, signal?: AbortSignal) => Promise<unknown> = waitFor,
): Promise<void> {
  const { received } = traffic;
  if (ms > 0) {
    await wait(ms);
    await untilQuiet();
  }
  refuse();
  if (ms > 0) {
    // A connection in use sent at least one request. Adapters cannot say which connection a request came by.
    const idle = Math.max(0, traffic.connections - (traffic.received - received));
    const left = new AbortController();
    const isLeft = traffic.until(({ connections }) => connections <= idle).then(() => left.abort());
    await Promise.race([isLeft, wait(ms, left.signal).catch(() => {})]);
  }
  do {
    await traffic.until(({ running }) => running === 0);
    await untilQuiet();
  } while (traffic.running > 0);
  close();
}

function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return setTimeout(ms, undefined, { signal });
}

/**
 * Wait until the process has read all that the operating system has received for it. Closing a socket loses the bytes
 * that were not read and the connections that were not accepted.
 */
async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < MAX_ROUNDS; turn++) {
    const begun = performance.now();
    await setImmediate();
    if (performance.now() - begun < QUIET_MS) return;
  }
}
