import assert from "node:assert/strict";
import { Agent } from "node:http";
import { it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { inDirectory, startServing } from "../cli/run.js";
import { request, type Response } from "../http/client.js";

/** `npm run test:overload` sets it to ten: then times are reported, too. */
const SECONDS = Number(process.env["SPENDCUBE_OVERLOAD_SECONDS"] ?? 0);
/** Without times so many are asked at once. */
const AT_ONCE = 200;
const FACTOR = 3;
const HEAVY =
  "/api/2/search?dataset=uk-spending&order=amount:asc&pagesize=1&stats=true&facet_field=region|subfunction|kind&q=";

/** Heavy, and unlike any other. */
let asked = 0;
const nextTarget = (): string => `${HEAVY}health+OR+NOT+x${asked++}`;

async function ask(url: string, agent: Agent): Promise<Response & { readonly ms: number }> {
  const begun = performance.now();
  const response = await request(url + nextTarget(), { agent });
  return { ...response, ms: performance.now() - begun };
}

/** What is answered is right, and what is refused says when to come again. */
function check(responses: readonly Response[], whole: Response): void {
  const truth = JSON.parse(whole.text) as { stats: object };
  for (const { status, headers, text } of responses) {
    if (status === 503) assert.equal(headers["retry-after"], "1", text);
    else assert.deepEqual([status, JSON.parse(text).stats], [200, truth.stats], text);
  }
}

const accepted = (responses: readonly (Response & { readonly ms: number })[]): number[] =>
  responses.filter(({ status }) => status === 200).map(({ ms }) => ms);

it("more than can be done is refused, the rest is answered right, and then all is well", () =>
  inDirectory(async (data) => {
    const limits = ["--max-cache-bytes", "0", ...(SECONDS > 0 ? ["--max-wait-ms", "5"] : ["--max-waiting", "8"])];
    const server = await startServing(["--data", data, "--demo", ...limits]);
    const agent = new Agent({ keepAlive: true });
    try {
      const whole = await ask(server.url, agent);
      assert.equal(whole.status, 200, whole.text);
      const responses = await (SECONDS > 0 ? measure(server.url, agent) : askAtOnce(server.url, agent));
      check(responses, whole);
      for (const status of [200, 503])
        assert.ok(
          responses.some((each) => each.status === status),
          `none was ${status}`,
        );
      // Nothing that was refused or given up is still done.
      assert.equal((await ask(server.url, agent)).status, 200);
      assert.equal((await request(`${server.url}/healthz`)).status, 200);
    } finally {
      agent.destroy();
      await server.stop();
    }
  }));

function askAtOnce(url: string, agent: Agent): Promise<(Response & { readonly ms: number })[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, () => ask(url, agent)));
}

/** Ask as often as can be answered, and then three times as often, whatever is answered; and say how long it took. */
async function measure(url: string, agent: Agent): Promise<(Response & { readonly ms: number })[]> {
  for (let i = 0; i < 200; i++) await ask(url, agent);
  const begun = performance.now();
  let done = 0;
  const full = async (): Promise<void> => {
    for (; performance.now() - begun < SECONDS * 1000; done++) await ask(url, agent);
  };
  await Promise.all([full(), full(), full(), full()]);
  const capacity = (done / (performance.now() - begun)) * 1000;
  const calm = accepted(await askAtRate(url, agent, capacity / 4));
  const responses = await askAtRate(url, agent, capacity * FACTOR);
  const ended = performance.now();
  while ((await ask(url, agent)).status !== 200);
  const recovered = Math.round(performance.now() - ended);
  const after = accepted(await askAtRate(url, agent, capacity / 4));
  const loaded = accepted(responses);
  console.log(
    `# capacity ${Math.round(capacity)} a second; asked for ${FACTOR} times as often: ${loaded.length} of ${responses.length} answered`,
  );
  console.log(
    `# milliseconds, median and 99th percentile: unloaded ${figures(calm)}, overloaded ${figures(loaded)}, after ${figures(after)}`,
  );
  console.log(`# answered again ${recovered} ms after the overload`);
  return responses;
}

async function askAtRate(url: string, agent: Agent, rate: number): Promise<(Response & { readonly ms: number })[]> {
  const asked: Promise<Response & { readonly ms: number }>[] = [];
  const begun = performance.now();
  while (performance.now() - begun < SECONDS * 1000) {
    const due = Math.floor(((performance.now() - begun) / 1000) * rate);
    while (asked.length < due) asked.push(ask(url, agent));
    await setTimeout(1);
  }
  return Promise.all(asked);
}

function figures(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
  return `${at(0.5)} and ${at(0.99)}`;
}
