import assert from "node:assert/strict";
import { it } from "node:test";
import { availableMemory } from "#src/cli/serve/available-memory.js";

it("the available memory is nine tenths of the container's limit, or of the machine's memory without a limit", () => {
  assert.equal(availableMemory(1000, 8000), 900);
  assert.equal(availableMemory(0, 8000), 7200);
  assert.equal(availableMemory(2 ** 64, 8000), 7200);
});
