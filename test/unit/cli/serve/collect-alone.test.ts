import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { collectAlone } from "#src/cli/serve/collect-alone.js";

/** List the options of V8 that are set with some processors. */
function flagsWith(processors: number): readonly string[] {
  const flags: string[] = [];
  collectAlone(processors, (flag) => void flags.push(flag));
  return flags;
}

describe("collection of new objects", () => {
  it("has no helpers where these would wait for a processor", () => {
    assert.deepEqual([2, 4, 5, 64].map(flagsWith), [["--no-parallel-scavenge"], ["--no-parallel-scavenge"], [], []]);
  });
});
