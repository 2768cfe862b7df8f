import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { GrowingAmounts } from "#src/columnar/growing-amounts.js";
import { GrowingIds, ID_BYTES } from "#src/columnar/id-index.js";
import { joinLimbs, limbOf, planLimbs } from "#src/columnar/measure-limbs.js";

describe("growing amounts", () => {
  it("keep every amount whatever scales and sizes come after it", () => {
    const amount = fc.record({
      unscaled: fc.oneof(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })),
      scale: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 30 }), (amounts) => {
        const growing = new GrowingAmounts();
        amounts.forEach((each, row) => growing.set(row, each, row));
        amounts.forEach(({ unscaled, scale }, row) => {
          assert.equal(growing.get(row), unscaled * 10n ** BigInt(growing.scale - scale));
        });
      }),
    );
  });
});

describe("limbs", () => {
  it("put together are the amount, and 64 bits hold their sums", () => {
    const amounts = fc.array(fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(amounts, (all) => {
        const absolutes = all.map((each) => (each < 0n ? -each : each));
        const bounds = {
          min: all.reduce((least, each) => (each < least ? each : least), 0n),
          max: all.reduce((most, each) => (each > most ? each : most), 0n),
          sumOfAbsolutes: absolutes.reduce((sum, each) => sum + each, 0n),
          rows: all.length,
        };
        const plan = planLimbs(bounds);
        const sums = plan.limbs.map((_, limb) => all.reduce((sum, each) => sum + limbOf(each, limb, plan), 0n));
        for (const [limb] of plan.limbs.entries()) {
          const sum = all.reduce((total, each) => {
            const part = limbOf(each, limb, plan);
            return total + (part < 0n ? -part : part);
          }, 0n);
          assert.ok(sum < 2n ** 63n);
        }
        assert.equal(
          joinLimbs(sums, plan.limbBits),
          all.reduce((sum, each) => sum + each, 0n),
        );
      }),
    );
  });
});

describe("growing ids", () => {
  it("give each id one row, also when all of them begin alike", () => {
    const id = fc.uint8Array({ minLength: 2, maxLength: 2 }).map((tail) => {
      const bytes = new Uint8Array(ID_BYTES);
      bytes.set(tail, ID_BYTES - 2);
      return bytes;
    });
    fc.assert(
      fc.property(fc.array(id, { maxLength: 3000, size: "max" }), (ids) => {
        const growing = new GrowingIds();
        const rows = new Map<string, number>();
        for (const each of ids) {
          const name = Buffer.from(each).toString("hex");
          if (!rows.has(name)) rows.set(name, rows.size);
          assert.equal(growing.rowOf(each), rows.get(name));
        }
        assert.equal(growing.rows, rows.size);
      }),
      { numRuns: 20 },
    );
  });
});
