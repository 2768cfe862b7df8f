import { setImmediate, setTimeout } from "node:timers/promises";
import type { Traffic } from "./traffic.js";

/** A turn of the event loop that took no longer than this found nothing to do. */
const QUIET_MS = 0.2;
/** Under a load that never pauses the quietest moment is not waited for for ever. */
const TURNS = 1000;

/** What a listener does while it ends, in this order. */
export interface Ending {
  /** From now on nobody else may connect, and replies say that their connection ends. */
  readonly refuse: () => void;
  /** Let go of every connection. */
  readonly close: () => void;
}

/**
 * End without losing a request. For a while everything goes on, so that whoever looks at `/readyz` sends nobody any
 * more. Then nobody else may connect, and for as long again requests that arrive on open connections are answered with
 * `Connection: close`. What runs is finished, however long it takes.
 * @param ms each of the two whiles; 0: none
 */
export async function drain(traffic: Traffic, ms: number, { refuse, close }: Ending): Promise<void> {
  if (ms > 0) {
    await setTimeout(ms);
    await untilQuiet();
  }
  refuse();
  if (ms > 0) {
    const left = new AbortController();
    const isLeft = traffic.until(({ connections }) => connections === 0).then(() => left.abort());
    await Promise.race([isLeft, setTimeout(ms, undefined, { signal: left.signal }).catch(() => {})]);
  }
  do {
    await traffic.until(({ running }) => running === 0);
    await untilQuiet();
  } while (traffic.running > 0);
  close();
}

/**
 * Until everything has been read that the system holds for this process: what it still holds for a socket when that is
 * closed is lost, connections that nobody has accepted too.
 */
async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    const begun = performance.now();
    await setImmediate();
    if (performance.now() - begun < QUIET_MS) return;
  }
}
