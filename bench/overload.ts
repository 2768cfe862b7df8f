import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { startDemo } from "./demo-server.js";
import { type Asked, OpenClient, type Reply } from "./overload/open-client.js";
import { markdownTable, print } from "./tables.js";

const FACTOR = 3;
const CALM = 1 / 4;
/** Of each measurement; the calm ones and those with too much take turns. */
const SECONDS = 4;
/** Fewer than may be asked for at once under overload without a refusal. */
const IN_TURN = 3;
/** All at once: they are answered where all is well. */
const BURST = 20;
const HEAVY =
  "/api/2/search?dataset=uk-spending&order=amount:asc&pagesize=1&stats=true&facet_field=region|subfunction|kind|time";

interface Case {
  readonly waitMs: number;
  /** More than wait for a reply while it lasts, unless the server lets so many wait. */
  readonly connections: number;
  readonly rounds: number;
  /** For which there is too much before anything is measured: what comes first is worked off as a burst. */
  readonly leadSeconds: number;
}

const CASES: readonly Case[] = [
  { waitMs: 5, connections: 128, rounds: 4, leadSeconds: 1 },
  { waitMs: 20, connections: 128, rounds: 4, leadSeconds: 1 },
  // What is set by default takes all this time, and more than a thousand who wait, for a burst.
  { waitMs: 5000, connections: 1200, rounds: 2, leadSeconds: 30 },
];

/** Three times as many heavy requests as can be answered: who is answered, how soon, and how soon all is well again. */
export async function benchOverload(): Promise<void> {
  const lines: (readonly (string | number)[])[] = [];
  for (const each of CASES) lines.push(await measure(each));
  print(`\n${FACTOR} times as many requests as can be answered, for ${SECONDS} s at a time; milliseconds\n`);
  const asked = ["--max-wait-ms", "capacity a second", "asked ÷ capacity", "answered ÷ capacity"];
  const calm = [`median at ${CALM} of it`, `p99 at ${CALM} of it`];
  const accepted = ["accepted median", "accepted p99", "p99 ÷ unloaded"];
  const others = ["refused median", "a burst accepted after", "client's own delays, p99"];
  print(markdownTable([...asked, ...calm, ...accepted, ...others], lines));
}

async function measure({ waitMs, connections, rounds, leadSeconds }: Case): Promise<readonly (string | number)[]> {
  const server = await startDemo("--max-cache-bytes", "0", "--max-wait-ms", String(waitMs));
  let asked = 0;
  // Unlike any other: the same request at the same time is answered once.
  const client = await OpenClient.connect(server.url, connections, () => `${HEAVY}&q=health+OR+NOT+x${asked++}`);
  await client.askInTurn(IN_TURN, SECONDS);
  const { replies, seconds } = await client.askInTurn(IN_TURN, SECONDS);
  const capacity = accepted(replies).length / seconds;
  const calm: Asked[] = [];
  const overload: Asked[] = [];
  const recoveries: number[] = [];
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  for (let round = 0; round < rounds; round++) {
    calm.push(await client.askAtRate(capacity * CALM, SECONDS));
    if (leadSeconds > 0) await client.askAtRate(capacity * FACTOR, leadSeconds);
    overload.push(await client.askAtRate(capacity * FACTOR, SECONDS));
    recoveries.push(await recover(client));
  }
  delays.disable();
  client.close();
  await server.stop();

  const sent = overload.flatMap((each) => each.replies);
  const spent = overload.reduce((sum, each) => sum + each.seconds, 0);
  const timesOf = (some: readonly Reply[]): readonly number[] => [percentile(some, 0.5), percentile(some, 0.99)];
  const ofCalm = timesOf(accepted(calm.flatMap((each) => each.replies)));
  const ofAccepted = timesOf(accepted(sent));
  const rates = [sent.length / spent / capacity, accepted(sent).length / spent / capacity];
  const refused = sent.filter(({ status }) => status !== 200);
  const others = [percentile(refused, 0.5), Math.max(...recoveries), delays.percentile(99) / 1e6];
  return [String(waitMs), capacity, ...rates, ...ofCalm, ...ofAccepted, ofAccepted[1]! / ofCalm[1]!, ...others];
}

/** Milliseconds until a burst is answered as a whole. */
async function recover(client: OpenClient): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const burst = await Promise.all(Array.from({ length: BURST }, () => client.ask()));
    if (accepted(burst).length === BURST) return performance.now() - begun;
    await setTimeout(BURST);
  }
}

function accepted(replies: readonly Reply[]): readonly Reply[] {
  return replies.filter(({ status }) => status === 200);
}

function percentile(replies: readonly Reply[], share: number): number {
  const times = replies.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * share)] ?? Number.NaN;
}
