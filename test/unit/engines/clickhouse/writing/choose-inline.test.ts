import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  INLINE_RULES,
  isBetterCoded,
  isBetterInline,
  isInlineEarly,
  type InlineRules,
} from "#src/engines/clickhouse/writing/choose-inline.js";

const RULES: InlineRules = { mostMembers: 1000, leastMembers: 10, share: 1 / 8 };

describe("a dimension", () => {
  it("is inline with more members than are ever in memory", () => {
    assert.deepEqual(
      [1000, 1001].map((members) => isBetterInline(members, 1e9, RULES)),
      [false, true],
    );
  });

  it("is inline with many members, if there are not eight entries for each", () => {
    assert.deepEqual(
      [10, 11, 20].map((members) => isBetterInline(members, 80, RULES)),
      [false, true, true],
    );
    assert.equal(isBetterInline(11, 88, RULES), false);
  });

  it("is inline before all rows are read if every second row has a member of its own", () => {
    assert.deepEqual(
      [40, 41].map((members) => isInlineEarly(members, 80, RULES)),
      [false, true],
    );
    assert.equal(isInlineEarly(1001, 1e9, RULES), true);
  });

  it("has codes again with half as many members, so that it does not change with each load", () => {
    for (const members of [5, 6, 10, 11, 500, 501, 1000]) {
      assert.equal(isBetterCoded(members, 88, RULES), members <= 5);
      if (isBetterInline(members, 1e9, RULES)) assert.equal(isBetterCoded(members, 1e9, RULES), false);
    }
    assert.equal(isBetterCoded(50, 800, RULES), true);
  });

  it("has codes with a hundred thousand members, and none with a million among as many entries", () => {
    assert.equal(isBetterInline(100_000, 100_000, INLINE_RULES), false);
    assert.equal(isBetterInline(1_000_000, 1_000_000, INLINE_RULES), true);
  });
});
