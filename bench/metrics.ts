import { type DemoServer, startDemo } from "./demo-server.js";
import { CONNECTIONS, hasWrk, runWrk } from "./http/wrk.js";
import { markdownTable, median, print } from "./tables.js";

const SECONDS = 3;
const ROUNDS = 9;
const CACHED = "/api/2/aggregate?dataset=uk-spending&drilldown=function";

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  "with --metrics-listen": ["--metrics-listen", "127.0.0.1:0"],
  "with --log-requests": ["--log-requests"],
  "with both": ["--metrics-listen", "127.0.0.1:0", "--log-requests"],
};

/** Measure the cost of metrics and request logs: cached answers, compared in turn with a server without them. */
export async function benchMetrics(): Promise<void> {
  if (!hasWrk("the bench of metrics")) return;
  const lines: (readonly (string | number)[])[] = [];
  const plain = await startDemo();
  for (const [title, options] of Object.entries(OPTIONS)) {
    const watched = await startDemo(...options);
    const pairs = await measurePairs(plain, watched);
    const ratios = pairs.map(([without, withIt]) => withIt / without).toSorted((a, b) => a - b);
    const perSecond = [0, 1].map((at) => median(pairs.map((pair) => pair[at]!)));
    lines.push([title, ...perSecond, median(ratios), `${ratios[0]!.toFixed(2)} – ${ratios.at(-1)!.toFixed(2)}`]);
    await watched.stop();
  }
  await plain.stop();
  print(`\ncached aggregates, requests per second; wrk, ${CONNECTIONS} connections; medians of ${ROUNDS} pairs\n`);
  print(markdownTable(["", "without", "with", "ratio of a pair", "from – to"], lines));
}

/** Measure two servers in alternating order. @returns pairs of requests per second */
async function measurePairs(one: DemoServer, other: DemoServer): Promise<(readonly [number, number])[]> {
  const pairs: (readonly [number, number])[] = [];
  const run = async ({ url }: DemoServer): Promise<number> => (await runWrk(url + CACHED, SECONDS)).perSecond;
  await Promise.all([run(one), run(other)]);
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) pairs.push([await run(one), await run(other)]);
    else {
      const second = await run(other);
      pairs.push([await run(one), second]);
    }
  }
  return pairs;
}
