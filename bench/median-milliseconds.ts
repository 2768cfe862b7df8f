import { Bench } from "tinybench";

/** About a second of runs, or as much as is told, at least five, after a fifth of that to warm up; three of what takes seconds. */
export async function medianMilliseconds(run: () => unknown, milliseconds = 1000): Promise<number> {
  await run();
  const start = performance.now();
  await run();
  const once = performance.now() - start;
  const isSlow = once > 2 * milliseconds;
  const bench = new Bench({
    time: 0,
    iterations: isSlow ? 3 : clamp(milliseconds / once, 5, 20_000),
    warmup: !isSlow,
    warmupTime: 0,
    warmupIterations: clamp(milliseconds / 5 / once, 1, 4_000),
    throws: true,
  });
  bench.add("query", async () => void (await run()));
  const [task] = await bench.run();
  const result = task!.result;
  if (!("latency" in result)) throw new Error(`Not timed: ${result.state}`);
  return result.latency.p50;
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}
