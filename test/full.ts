import assert from "node:assert/strict";

/** True in `npm run test:full`, where tests named `*.random.test.ts` try more cases than by themselves. */
const IS_FULL = process.env["SPENDCUBE_FULL"] !== undefined;
/** Number of cases of every such test; `RANDOM_RUNS=1000000 npm run test:full` runs long. */
const RUNS = process.env["RANDOM_RUNS"];

/** Number of random cases to try. */
export function randomRuns(quick: number, full: number): number {
  if (RUNS !== undefined) return Number(RUNS);
  return IS_FULL ? full : quick;
}

/** Require that random cases were of all kinds, each at least so many times: of many cases only, few may lack some. */
export function assertVaried(seen: Readonly<Record<string, number>>, atLeast = 1): void {
  if (!IS_FULL && RUNS === undefined) return;
  for (const [name, count] of Object.entries(seen)) assert.ok(count >= atLeast, `${name}: ${count}`);
}
