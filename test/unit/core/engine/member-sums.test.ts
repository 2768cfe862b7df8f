import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  areSumsOf,
  DimensionSums,
  hasMemberSums,
  joinMemberSums,
  readMemberSums,
} from "#src/core/engine/member-sums.js";

describe("sums of members", () => {
  const region = new DimensionSums();
  region.add(["Málaga"], [{ year: 2020, numEntries: 2, sums: [-(10n ** 30n), 5n] }]);
  region.add(
    [null],
    [
      { year: null, numEntries: 1, sums: [0n, 1n] },
      { year: 2020, numEntries: 300, sums: [7n, 2n] },
    ],
  );
  const code = new DimensionSums();
  code.add(["1", 2.5], [{ year: null, numEntries: 1, sums: [1n, 1n] }]);
  const none = new DimensionSums();
  const sums = joinMemberSums([null, region, none, code], [2, 0]);

  it("are read member by member", () => {
    assert.deepEqual(readMemberSums(sums, 1, 0), {
      values: ["Málaga"],
      years: [
        {
          year: 2020,
          numEntries: 2,
          sums: [
            { unscaled: -(10n ** 30n), scale: 2 },
            { unscaled: 5n, scale: 0 },
          ],
        },
      ],
    });
    assert.deepEqual(
      readMemberSums(sums, 1, 1).years.map(({ year, numEntries }) => [year, numEntries]),
      [
        [null, 1],
        [2020, 300],
      ],
    );
    assert.deepEqual(readMemberSums(sums, 3, 0).values, ["1", 2.5]);
    assert.ok(sums.buffer instanceof SharedArrayBuffer);
  });

  it("say which dimensions they have", () => {
    assert.deepEqual(
      [0, 1, 2, 3].map((at) => hasMemberSums(sums, at)),
      [false, true, true, true],
    );
  });

  it("notice that they are of other members, or cut off", () => {
    assert.equal(areSumsOf(sums, [99, 2, 0, 1]), true);
    for (const numbers of [
      [0, 2, 0],
      [0, 2, 0, 2],
      [0, 1, 1, 1],
      [0, 2, 0, 1, 0],
      [0, 9, 0, 1],
      [0, 1, 0, 1],
    ])
      assert.equal(areSumsOf(sums, numbers), false, numbers.join());
    for (let length = 0; length < sums.length; length++)
      assert.equal(areSumsOf(sums.slice(0, length), [0, 2, 0, 1]), false, String(length));
  });
});
