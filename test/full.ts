/** True in `npm run test:full`, where tests named `*.random.test.ts` try more cases than in `npm test`. */
const IS_FULL = process.env["SPENDCUBE_FULL"] !== undefined;

/** Number of random cases to try. */
export function randomRuns(quick: number, full: number): number {
  return IS_FULL ? full : quick;
}
