import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { startDemo } from "./demo-server.js";
import { type Exchange, OpenClient, type Reply } from "./overload/open-client.js";
import { markdownTable, print } from "./tables.js";

const FACTOR = 3;
const CALM = 1 / 4;
/** Seconds per measurement; calm and overloaded ones alternate. */
const SECONDS = 4;
/** Connections to measure the capacity with: so few that even an overloaded server refuses none. */
const IN_TURN = 3;
/** Requests sent at once: a server that is not overloaded answers all of them. */
const BURST = 20;
const HEAVY =
  "/api/2/search?dataset=uk-spending&order=amount:asc&pagesize=1&stats=true&facet_field=region|subfunction|kind|time";

interface Case {
  readonly waitMs: number;
  /** Number of connections: more than the requests that wait for a reply at any time. */
  readonly connections: number;
  readonly rounds: number;
  /** Seconds of overload before the measurement, because the server works off its beginning as a burst. */
  readonly leadSeconds: number;
}

const CASES: readonly Case[] = [
  { waitMs: 5, connections: 128, rounds: 4, leadSeconds: 1 },
  { waitMs: 20, connections: 128, rounds: 4, leadSeconds: 1 },
  // The default setting takes 30 seconds and a thousand waiting requests for a burst.
  { waitMs: 5000, connections: 1200, rounds: 2, leadSeconds: 30 },
];

/** Send three times as many heavy requests as the server can answer; measure accepted ones, latency and recovery. */
export async function benchOverload(): Promise<void> {
  const lines: (readonly (string | number)[])[] = [];
  for (const each of CASES) lines.push(await measure(each));
  print(`\n${FACTOR} times the server's capacity, for ${SECONDS} s at a time; milliseconds\n`);
  const rates = ["--max-wait-ms", "capacity per second", "requested ÷ capacity", "answered ÷ capacity"];
  const calm = [`median at ${CALM} of it`, `p99 at ${CALM} of it`];
  const accepted = ["accepted median", "accepted p99", "p99 ÷ unloaded"];
  const others = ["refused median", "a burst accepted after", "client's own delays, p99"];
  print(markdownTable([...rates, ...calm, ...accepted, ...others], lines));
}

async function measure({ waitMs, connections, rounds, leadSeconds }: Case): Promise<readonly (string | number)[]> {
  const server = await startDemo("--max-cache-bytes", "0", "--max-wait-ms", String(waitMs));
  let requests = 0;
  // Every request is different, because concurrent equal requests are computed once.
  const client = await OpenClient.connect(server.url, connections, () => `${HEAVY}&q=health+OR+NOT+x${requests++}`);
  await client.askInTurn(IN_TURN, SECONDS);
  const { replies, seconds } = await client.askInTurn(IN_TURN, SECONDS);
  const capacity = accepted(replies).length / seconds;
  const calm: Exchange[] = [];
  const overload: Exchange[] = [];
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

/** Measure the milliseconds until a whole burst is answered. */
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
