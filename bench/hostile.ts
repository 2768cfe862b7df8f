import { Assault, type Damage } from "./hostile/assault.js";
import { knownAttacks, signInWith } from "./hostile/attacks.js";
import { findWorst } from "./hostile/find-worst.js";
import { loadPaymentsDirectory, type PaymentsServer, servePayments } from "./hostile/payments-server.js";
import { benchTwoClients } from "./hostile/two-clients.js";
import type { Attack } from "./hostile/send.js";
import { describeTarget, openSignIn, type Target } from "./hostile/target.js";
import { markdownTable, print } from "./tables.js";

/** Longest time for which anything small may wait, in milliseconds. */
const MAX_SILENCE_MS = 20;
const MAX_MEMORY = 2 * 2 ** 30;
/** Seconds for a request in the search for the worst: fewer, so that more can be tried. */
const SEARCH_SECONDS = 2;
const SEARCH_REST_MS = 50;
const REST_MS = 3000;
/** Requests of the search that are measured again within the default limits. */
const MEASURED_AGAIN = 5;

export interface HostileOptions {
  /** Minutes of the search for the worst request. */
  readonly minutes: number;
  /** Data directory to serve; by default the payments are loaded into a new one. */
  readonly data: string | undefined;
}

/** Send hostile requests one at a time, and measure how long others wait for `/healthz` and for small answers. */
export async function benchHostile({ minutes, data }: HostileOptions): Promise<void> {
  const directory = data === undefined ? await loadPaymentsDirectory() : { path: data, remove: async () => {} };
  try {
    await benchTwoClients(directory.path);
    const known = await attackKnown(directory.path);
    print(`\n${table(known)}`);
    print(`\n99.9th percentile of all waits: ${describeWaits(known)}`);
    if (minutes === 0) return;
    const { worst, tried } = await searchWorst(directory.path, minutes);
    print(`\nThe worst of ${tried} requests in a search of ${minutes} minutes\n`);
    print(table(await measureAll(directory.path, () => worst.slice(0, MEASURED_AGAIN))));
  } finally {
    await directory.remove();
  }
}

type Measured = readonly (readonly [attack: Attack, damage: Damage])[];

function attackKnown(directory: string): Promise<Measured> {
  return measureAll(directory, async (target, server) => [
    ...knownAttacks(target),
    signInWith(await openSignIn(server.url), server.url),
  ]);
}

/** Measure each request at a server of its own, so that none pays for those before it. */
async function measureAll(
  directory: string,
  listAttacks: (target: Target, server: PaymentsServer) => readonly Attack[] | Promise<readonly Attack[]>,
): Promise<Measured> {
  const measured: [Attack, Damage][] = [];
  for (let at = 0, count = 1; at < count; at++) {
    const server = await serve(directory);
    try {
      const target = await describeTarget(server.url);
      const attacks = await listAttacks(target, server);
      count = attacks.length;
      const assault = new Assault(server, { dataset: target.dataset, seconds: 5, restMs: REST_MS });
      const damage = await assault.measure(attacks[at]!);
      await assault.stop();
      process.stderr.write(`${attacks[at]!.name}: ${damage.status}, ${Math.round(damage.silence.health)} ms\n`);
      measured.push([attacks[at]!, damage]);
    } finally {
      await server.stop();
    }
  }
  return measured;
}

function serve(directory: string, ...options: readonly string[]): Promise<PaymentsServer> {
  return servePayments(directory, ["--max-memory-bytes", String(MAX_MEMORY), ...options]);
}

async function searchWorst(directory: string, minutes: number): ReturnType<typeof findWorst> {
  const limits = ["--max-seconds", String(SEARCH_SECONDS)];
  let server = await serve(directory, ...limits);
  const target = await describeTarget(server.url);
  const options = { dataset: target.dataset, seconds: SEARCH_SECONDS, restMs: SEARCH_REST_MS };
  let assault = new Assault(server, options);
  try {
    return await findWorst(target, minutes, async (attack) => {
      const damage = await assault.measure(attack);
      // A server that has lost its memory, or its life, is replaced.
      if (!server.isAlive || damage.memory.after > MAX_MEMORY * 0.75) {
        await assault.stop();
        await server.stop();
        server = await serve(directory, ...limits);
        assault = new Assault(server, options);
      }
      return damage;
    });
  } finally {
    await assault.stop();
    await server.stop();
  }
}

function describeWaits(measured: Measured): string {
  const percentile = (of: keyof Damage["waits"]): string => {
    const waits = measured.flatMap(([, damage]) => damage.waits[of]).toSorted((a, b) => a - b);
    return `${waits[Math.floor(waits.length * 0.999)]?.toFixed(1)} ms of ${waits.length}`;
  };
  return `/healthz ${percentile("health")}, cached ${percentile("ready")}, small ${percentile("small")}`;
}

function table(measured: Measured): string {
  const times = ["answer", "seconds", "`/healthz` silent, ms", "÷ 20 ms", "cached answer", "small aggregate"];
  const costs = ["processor, s", "computed on, s", "MB before", "peak", "after", "peak ÷ limit"];
  const rows = measured.map(([{ name }, { status, ms, silence, processor, overrun, memory }]) => {
    const { before, peak, after } = memory;
    const held = [silence.health, silence.health / MAX_SILENCE_MS, silence.ready, silence.small];
    const answer = status === 0 ? "none" : String(status);
    const sizes = [before, peak, after].map((bytes) => Math.round(bytes / 1e6));
    return [name, answer, ms / 1000, ...held, processor / 1000, overrun / 1000, ...sizes, peak / MAX_MEMORY];
  });
  return markdownTable(["request", ...times, ...costs], rows);
}
