import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Engine } from "#src/core/engine/engine.js";
import { VersionFacts } from "#src/core/engine/version-facts.js";
import type { Model } from "#src/core/model/cube.js";

const version = (): { engine: Engine; model: Model } => ({ engine: {} as Engine, model: {} as Model });

describe("facts about versions", () => {
  it("are computed once for each version and name, also for callers at the same time", async () => {
    const facts = new VersionFacts();
    const [older, newer] = [version(), version()];
    let computed = 0;
    const compute = async (): Promise<number> => ++computed;
    assert.deepEqual(await Promise.all([facts.find(older, "a", compute), facts.find(older, "a", compute)]), [1, 1]);
    assert.equal(await facts.find(newer, "a", compute), 2);
    assert.equal(await facts.find({ ...older, model: {} as Model }, "a", compute), 3);
    assert.equal(await facts.find(older, "b", compute), 4);
    assert.equal(await facts.find(older, "a", compute), 1);
  });

  it("are computed again after an error", async () => {
    const facts = new VersionFacts();
    const town = version();
    await assert.rejects(
      facts.find(town, "a", () => Promise.reject(new Error("too slow"))),
      /too slow/,
    );
    assert.equal(await facts.find(town, "a", async () => 1), 1);
  });
});
