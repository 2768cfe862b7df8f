import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout } from "node:timers/promises";
import { startDemo } from "./demo-server.js";
import { markdownTable, print } from "./tables.js";

const SECONDS = 8;
const FACTOR = 3;
const CALM = 1 / 4;
/** Milliseconds that a request may wait while there is too much to do. */
const WAITS = [5, 20, 1000];
const HEAVY =
  "/api/2/search?dataset=uk-spending&order=amount:asc&pagesize=1&stats=true&facet_field=region|subfunction|kind|time";

interface Reply {
  readonly status: number;
  readonly ms: number;
}

/** Three times as many heavy requests as can be answered: who is answered, how soon, and how soon all is well again. */
export async function benchOverload(): Promise<void> {
  const lines: (readonly (string | number)[])[] = [];
  for (const wait of WAITS) {
    const server = await startDemo("--max-cache-bytes", "0", "--max-wait-ms", String(wait));
    const asking = new Asking(server.url);
    for (let i = 0; i < 300; i++) await asking.ask();
    const capacity = await findCapacity(asking);
    const calm = await asking.askAtRate(capacity * CALM);
    const overload = await asking.askAtRate(capacity * FACTOR);
    const ended = performance.now();
    while ((await asking.ask()).status !== 200);
    const recovered = performance.now() - ended;
    const accepted = overload.filter(({ status }) => status === 200);
    const ofCalm = percentile(calm, 0.99);
    const ofAccepted = percentile(accepted, 0.99);
    const shares = [accepted.length / SECONDS / capacity, percentile(accepted, 0.5), ofAccepted];
    lines.push([String(wait), capacity, ofCalm, ...shares, ofAccepted / ofCalm, recovered]);
    asking.close();
    await server.stop();
  }
  print(`\n${FACTOR} times as many requests as can be answered, for ${SECONDS} s; milliseconds\n`);
  const headers = ["--max-wait-ms", "capacity a second", `p99 at ${CALM} of it`, "answered ÷ capacity"];
  print(markdownTable([...headers, "median", "p99", "p99 ÷ unloaded", "recovered after"], lines));
}

/** Requests a second with four at once. */
async function findCapacity(asking: Asking): Promise<number> {
  const begun = performance.now();
  let done = 0;
  const on = async (): Promise<void> => {
    for (; performance.now() - begun < SECONDS * 1000; done++) await asking.ask();
  };
  await Promise.all([on(), on(), on(), on()]);
  return (done / (performance.now() - begun)) * 1000;
}

/** Asks heavy questions, each unlike any other. */
class Asking {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true });
  #asked = 0;

  constructor(url: string) {
    this.#url = url;
  }

  async ask(): Promise<Reply> {
    const begun = performance.now();
    const url = `${this.#url}${HEAVY}&q=health+OR+NOT+x${this.#asked++}`;
    try {
      const [response] = (await once(get(url, { agent: this.#agent }), "response")) as [IncomingMessage];
      response.resume();
      await once(response, "end");
      return { status: response.statusCode!, ms: performance.now() - begun };
    } catch {
      // A connection that waited to be accepted, or that nobody had used for a while: it is not answered.
      return { status: 0, ms: performance.now() - begun };
    }
  }

  /** Ask whether or not what was asked before is answered. */
  async askAtRate(perSecond: number): Promise<readonly Reply[]> {
    const replies: Promise<Reply>[] = [];
    const begun = performance.now();
    for (let passed = 0; passed < SECONDS * 1000; passed = performance.now() - begun) {
      while (replies.length < (passed / 1000) * perSecond) replies.push(this.ask());
      await setTimeout(1);
    }
    return Promise.all(replies);
  }

  close(): void {
    this.#agent.destroy();
  }
}

function percentile(replies: readonly Reply[], share: number): number {
  const times = replies.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * share)] ?? Number.NaN;
}
