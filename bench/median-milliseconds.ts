import { Bench } from "tinybench";

/**
 * Measure the median time of a run. It runs for about `milliseconds` and at least five times, after a fifth of that to
 * warm up; a run that takes more than twice `milliseconds` is repeated three times, without warming up.
 */
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

function clamp(value: number, min: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, value)));
}
