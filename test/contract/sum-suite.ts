import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import { decimalAt } from "#src/core/model/values/decimal-column.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { entryInput, queryParameters, spendingModel } from "../fixtures.js";

const model = spendingModel();

/** Sums of two amounts, times 10^scale, largest first. */
const SIZES: Readonly<Record<string, readonly (readonly [bigint, bigint])[]>> = {
  "below 2^53": [
    [2n ** 52n, 2n ** 52n - 1n],
    [5n, -2n],
    [-(2n ** 52n), -7n],
  ],
  "beyond 2^53": [
    [2n ** 60n, 1n],
    [2n ** 53n, 1n],
    [3n, 0n],
    [-(2n ** 53n), -1n],
  ],
  "beyond 2^63": [
    [2n ** 63n - 1n, 2n ** 63n - 1n],
    [2n ** 63n, 0n],
    [1n, 0n],
    [-(2n ** 63n), -(2n ** 63n)],
  ],
  "beyond 2^128": [
    [10n ** 40n, 1n],
    [10n ** 40n, 0n],
    [-(10n ** 40n), 9n],
  ],
};

/** Test that an engine's sums are exact for all sizes and scales. */
export function describeSums(name: string, format: TableFormat): void {
  describe(`${name}: sums`, () => {
    for (const [size, groups] of Object.entries(SIZES)) {
      for (let scale = 0; scale <= 18; scale += 3) {
        it(`of amounts ${size} with ${scale} decimals are exact and ordered by size`, async () => {
          const builder = format.build(model, null, 1);
          const entries = groups.flatMap((amounts, group) =>
            amounts.map((unscaled, at) => {
              const entry = entryInput({ id: `${group}${at}`, paid: 0n, region: `Region ${group}` });
              return { ...entry, amounts: [{ unscaled, scale }, entry.amounts[1]!] };
            }),
          );
          await builder.write(entries.toReversed());
          const { engine } = await builder.finish();
          const { query } = bindAggregate(model, queryParameters("drilldown=region"), 1024);
          const { cells, totals } = await withReader(engine, UNBOUNDED, async (reader) =>
            gatherCells(await reader.aggregate(query)),
          );
          const sums = groups.map(([a, b]) => a + b);
          assert.deepEqual(
            sums.map((_, row) => [cells.keys[0]![row], decimalText(decimalAt(cells.sums[0]!, row))]),
            sums.map((unscaled, group) => [`Region ${group}`, decimalText({ unscaled, scale })]),
          );
          const total = sums.reduce((all, sum) => all + sum);
          assert.equal(decimalText(totals[0]!), decimalText({ unscaled: total, scale }));
          engine.dispose();
        });
      }
    }
  });
}
