import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { PaymentsServer } from "./payments-server.js";
import { Probe } from "./probe.js";
import { clearPeak, residentBytes, usedProcessor } from "./process-usage.js";
import { type Attack, send } from "./send.js";

/** Effect of one hostile request on a server. Times are in milliseconds. */
export interface Damage {
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** Time until all of the answer was there. */
  readonly ms: number;
  /** Longest time without an answer to each of the others, by name. */
  readonly silence: Readonly<Record<"health" | "ready" | "small", number>>;
  /** Times until each answer to the others. */
  readonly waits: Readonly<Record<"health" | "ready" | "small", readonly number[]>>;
  /** Time of the processor. */
  readonly processor: number;
  /** Time for which the server computed after the deadline or the answer, whichever was first. */
  readonly overrun: number;
  /** Resident bytes. */
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
}

/** Interval of the looks at the processor's time. */
const LOOK_MS = 50;
/** Share of a core above which the server counts as computing. */
const BUSY = 0.7;
/** Longest time for one request. */
const MAX_MS = 300_000;

export interface AssaultOptions {
  readonly dataset: string;
  /** Seconds that the server allows for a request. */
  readonly seconds: number;
  /** Milliseconds of rest after the request, in which memory may be given back. */
  readonly restMs: number;
}

/** A server with the probes that watch it. */
export class Assault {
  readonly #agent = new Agent({ keepAlive: false });
  readonly #probes: Readonly<Record<keyof Damage["silence"], Probe>>;
  #asked = 0;

  constructor(
    private readonly server: PaymentsServer,
    private readonly options: AssaultOptions,
  ) {
    const aggregate = `/api/2/aggregate?dataset=${options.dataset}&drilldown=`;
    this.#probes = {
      health: new Probe(server.url, () => "/healthz"),
      ready: new Probe(server.url, () => `${aggregate}year`),
      // Another number of cells each time, so that the answer is in no cache.
      small: new Probe(server.url, () => `${aggregate}from&pagesize=${++this.#asked}`),
    };
  }

  async measure(attack: Attack): Promise<Damage> {
    const { pid, url } = this.server;
    clearPeak(pid);
    const before = residentBytes(pid).now;
    const used = usedProcessor(pid);
    for (const probe of Object.values(this.#probes)) probe.clear();
    const begun = performance.now();
    let ms = Infinity;
    const answered = send(url, attack, this.#agent).then((reply) => {
      ms = performance.now() - begun;
      return reply;
    });
    const busyUntil = await this.#watchProcessor(begun, () => ms < Infinity);
    const reply = await Promise.race([answered, setTimeout(0, { status: 0, begun: Infinity })]);
    const { health, ready, small } = this.#probes;
    const silence = { health: health.silence, ready: ready.silence, small: small.silence };
    const waits = { health: health.times, ready: ready.times, small: small.times };
    const processor = this.server.isAlive ? usedProcessor(pid) - used : Number.NaN;
    await setTimeout(this.options.restMs);
    const { now: after, peak } = this.server.isAlive ? residentBytes(pid) : { now: Number.NaN, peak: Number.NaN };
    // An answer that began in time may take as long as its client.
    const limit = this.options.seconds * 1000;
    const overrun = Math.max(0, busyUntil - (reply.begun <= limit ? ms : limit));
    return {
      status: reply.status,
      ms: Math.min(ms, MAX_MS),
      silence,
      waits,
      processor,
      overrun,
      memory: { before, peak, after },
    };
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#probes).map((probe) => probe.stop()));
  }

  /** Wait until the answer is there and the server rests. @returns the milliseconds until it computed last */
  async #watchProcessor(begun: number, isAnswered: () => boolean): Promise<number> {
    let busyUntil = 0;
    let looked = performance.now();
    let used = usedProcessor(this.server.pid);
    for (let resting = 0; resting < 4 && this.server.isAlive;) {
      await setTimeout(LOOK_MS);
      if (!this.server.isAlive) break;
      const now = performance.now();
      const usedNow = usedProcessor(this.server.pid);
      const isBusy = usedNow - used > BUSY * (now - looked);
      if (isBusy) busyUntil = now - begun;
      resting = isBusy || !isAnswered() ? 0 : resting + 1;
      if (now - begun > MAX_MS) break;
      [looked, used] = [now, usedNow];
    }
    return busyUntil;
  }
}
