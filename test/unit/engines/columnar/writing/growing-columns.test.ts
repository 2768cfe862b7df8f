import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { boundAmounts } from "#src/engines/columnar/writing/amount-bounds.js";
import { GrowingAmounts } from "#src/engines/columnar/writing/growing-amounts.js";
import { GrowingCodes } from "#src/engines/columnar/base/growing-codes.js";
import { GrowingIds } from "#src/engines/columnar/writing/growing-ids.js";
import { ID_BYTES } from "#src/engines/columnar/base/id-index.js";
import { joinLimbs, limbOf, planLimbs } from "#src/engines/columnar/table/measure-limbs.js";

describe("growing amounts", () => {
  it("keep every amount when later amounts have other scales and sizes", () => {
    const amount = fc.record({
      unscaled: fc.oneof(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })),
      scale: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 30 }), (amounts) => {
        const growing = new GrowingAmounts();
        amounts.forEach((each, row) => growing.set(row, each, row));
        amounts.forEach(({ unscaled, scale }, row) => {
          const wanted = unscaled * 10n ** BigInt(growing.scale - scale);
          assert.equal(growing.get(row), wanted);
          const number = growing.getNumber(row);
          if (BigInt.asIntN(53, wanted) === wanted) assert.equal(number, Number(wanted));
          else assert.ok(Number.isNaN(number) || BigInt(number) === wanted);
        });
      }),
    );
  });
});

describe("copies of growing amounts", () => {
  it("are the amounts of rows in any order; of big integers there is none", () => {
    const amount = fc.oneof(
      fc.bigInt({ min: -(2n ** 31n), max: 2n ** 31n - 1n }),
      fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
    );
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), fc.boolean(), (amounts, isOrdered) => {
        const growing = new GrowingAmounts();
        amounts.forEach((unscaled, row) => growing.set(row, { unscaled, scale: 0 }, row));
        const fits = (bits: number): boolean => amounts.every((each) => BigInt.asIntN(bits, each) === each);
        const ranks = isOrdered ? Uint32Array.from(amounts.keys()).toReversed() : null;
        const order = { rows: amounts.length, kept: null, ranks };
        const wanted = (isOrdered ? amounts.toReversed() : amounts).slice(1);
        const long = new BigInt64Array(wanted.length);
        const isNarrow = amounts.every((each) => each < 2n ** 63n && each > -(2n ** 63n));
        assert.equal(growing.copyTo(long, 1, order), isNarrow);
        if (isNarrow) assert.deepEqual([...long], wanted);
        const short = new Int32Array(wanted.length);
        if (fits(32) && growing.copyTo(short, 1, order)) assert.deepEqual([...short], wanted.map(Number));
      }),
    );
  });
});

describe("bounds of amounts", () => {
  it("are exact even if the sum of the amounts is large", () => {
    const amount = fc.oneof(
      fc.bigInt({ min: -(2n ** 53n) - 2n, max: 2n ** 53n + 2n }),
      fc.constantFrom(2n ** 53n - 1n, 2n ** 53n, -(2n ** 53n), 1n, 10n ** 30n),
    );
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 40 }), (amounts) => {
        const growing = new GrowingAmounts();
        amounts.forEach((unscaled, row) => growing.set(row, { unscaled, scale: 0 }, row));
        const bounds = boundAmounts(growing, amounts.length, (row) => row);
        const all = [0n, ...amounts];
        assert.deepEqual(bounds, {
          min: all.reduce((a, b) => (a < b ? a : b)),
          max: all.reduce((a, b) => (a > b ? a : b)),
          sumOfAbsolutes: all.reduce((sum, each) => sum + (each < 0n ? -each : each), 0n),
          rows: amounts.length,
        });
      }),
    );
  });
});

describe("growing codes", () => {
  it("keep every code when later codes are larger", () => {
    const size = fc.constantFrom(1, 256, 257, 65_536, 65_537, 2 ** 32);
    const code = size.chain((below) => fc.integer({ min: 0, max: below - 1 }));
    fc.assert(
      fc.property(fc.array(code, { maxLength: 300 }), fc.array(fc.tuple(fc.nat(), code)), (codes, changes) => {
        const growing = new GrowingCodes();
        const wanted = [...codes];
        codes.forEach((each, at) => growing.set(at, each));
        for (const [place, each] of codes.length > 0 ? changes : []) {
          wanted[place % codes.length] = each;
          growing.set(place % codes.length, each);
        }
        assert.deepEqual(
          wanted.map((_, at) => growing.get(at)),
          wanted,
        );
      }),
    );
  });

  it("copy codes in any order and with other numbers, and know if they are numbered by their first occurrence", () => {
    const code = fc.constantFrom(9, 300, 70_000).chain((below) => fc.nat(below));
    const input = fc.record({
      codes: fc.oneof(fc.array(fc.nat(3), { maxLength: 40 }), fc.array(code, { maxLength: 40 })),
      batch: fc.integer({ min: 1, max: 9 }),
      change: fc.option(fc.tuple(fc.nat(), fc.nat(3))),
      numbered: fc.boolean(),
      kept: fc.boolean(),
      ordered: fc.boolean(),
      width: fc.constantFrom(Uint8Array, Uint16Array, Uint32Array),
    });
    fc.assert(
      fc.property(input, ({ codes, batch, change, ...how }) => {
        const growing = new GrowingCodes();
        for (let first = 0; first < codes.length; first += batch) {
          const count = Math.min(batch, codes.length - first);
          if (batch % 3 > 0) growing.setAll(first, Uint32Array.from(codes), first, count);
          else for (let at = first; at < first + count; at++) growing.set(at, codes[at]!);
        }
        const wanted = [...codes];
        if (change && codes.length > 0) {
          const [place, other] = [change[0] % codes.length, change[1]];
          wanted[place] = other;
          growing.set(place, other);
        }
        const size = Math.max(-1, ...codes) + 1;
        const firsts = [...new Set(codes)];
        const isNumbered = firsts.every((each, at) => each === at) && !(change && codes.length > 0);
        assert.equal(growing.isNumbered(size), isNumbered);
        const kept = how.kept ? Uint32Array.from(codes.keys()).filter((place) => place % 3 > 0) : null;
        const left = kept ? Array.from(kept, (place) => wanted[place]!) : wanted;
        // From both ends to the middle.
        const rankOf = (_: number, at: number): number => (at % 2 === 0 ? at / 2 : left.length - (at + 1) / 2);
        const ranks = how.ordered ? Uint32Array.from(left, rankOf) : null;
        const table: number[] = [];
        left.forEach((each, at) => (table[ranks ? ranks[at]! : at] = each));
        const numbers = how.numbered ? Uint32Array.from({ length: 70_001 }, (_, each) => each * 7 + 1) : null;
        const first = Math.min(2, left.length);
        const to = new how.width(left.length - first);
        growing.copyTo(to, first, { rows: left.length, kept, ranks }, numbers);
        const expected = table.slice(first);
        assert.deepEqual(to, how.width.from(expected.map((each) => (numbers ? numbers[each]! : each))));
      }),
    );
  });

  it("keep codes when they grow from an array to a memory and beyond", () => {
    const growing = new GrowingCodes();
    const length = 200_000;
    for (let at = 0; at < length; at++) growing.set(at, at);
    for (let at = 0; at < length; at++) assert.equal(growing.get(at), at);
  });
});

describe("limbs", () => {
  it("join to the amount, and their sums fit into 64 bits", () => {
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
  it("give each id one row, even if all ids have the same prefix", () => {
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
