import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { PairIndex } from "#src/engines/columnar/base/pair-index.js";
import { PlaceSet } from "#src/engines/columnar/base/place-set.js";
import { sortPairs } from "#src/engines/columnar/base/sort-pairs.js";
import { randomRuns } from "../../../../full.js";
import { Random } from "../../kernel/random.js";

describe("a set of places", () => {
  it("visits what was added, within any range, whether few or many places of a chunk are in it", () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(1, 2, 9, 500), fc.nat(150_000), fc.nat(150_000), (seed, gap, a, b) => {
        const random = new Random(seed);
        const places: number[] = [];
        for (let place = random.int(gap); place < 140_000; place += 1 + random.int(gap)) places.push(place);
        const set = new PlaceSet(() => {});
        for (const place of places) set.add(place);
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const visited: number[] = [];
        set.forEach((place) => visited.push(place), from, to);
        assert.equal(set.count, places.length);
        assert.deepEqual([...set.list()], places);
        assert.deepEqual(
          visited,
          places.filter((place) => place >= from && place < to),
        );
      }),
      { numRuns: randomRuns(20, 60) },
    );
  });

  it("takes at most a bit for each possible place, and less for few", () => {
    const bytesOf = (step: number): number => {
      let bytes = 0;
      const set = new PlaceSet((more) => (bytes += more));
      for (let place = 0; place < 2 ** 18; place += step) set.add(place);
      set.list();
      return bytes;
    };
    assert.equal(bytesOf(1), 2 ** 18 / 8);
    assert.equal(bytesOf(1024), 2 ** 9);
  });
});

describe("an index of pairs", () => {
  it("numbers pairs in the order in which they are first given", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(40), fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1)), { maxLength: 400 }),
        (pairs) => {
          const index = new PairIndex(() => {});
          const known = new Map<string, number>();
          for (const [first, second] of pairs) {
            const key = `${first} ${second}`;
            if (!known.has(key)) known.set(key, known.size + 1);
            const number = index.numberOf(first, second);
            assert.equal(number, known.get(key));
            assert.deepEqual([index.firstOf(number), index.secondOf(number)], [first, second]);
          }
          assert.equal(index.size, known.size);
        },
      ),
    );
  });
});

describe("sorting pairs", () => {
  it("orders many by their high halves, also if nearly all are equal, and checks meanwhile", () => {
    for (const most of [2, 2 ** 12, 2 ** 32]) {
      const random = new Random(most);
      const halves = Uint32Array.from({ length: 400_000 }, (_, at) => (at % 2 === 0 ? at / 2 : random.int(most)));
      const expected = halves.filter((_, at) => at % 2 === 1).toSorted();
      const before = new Map(halves.filter((_, at) => at % 2 === 1).entries());
      let checks = 0;
      sortPairs(new BigUint64Array(halves.buffer), () => void checks++);
      assert.deepEqual(
        halves.filter((_, at) => at % 2 === 1),
        expected,
      );
      const low = halves.filter((_, at) => at % 2 === 0);
      assert.equal(new Set(low).size, 200_000);
      low.forEach((number, at) => assert.equal(before.get(number), expected[at]));
      assert.ok(checks > 1);
    }
  });
});
