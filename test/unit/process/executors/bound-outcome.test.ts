import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Answer, FileFacts } from "#src/calls/answer.js";
import { beginEffort } from "#src/core/engine/query-cost.js";
import { describeOutcome, reviveOutcome } from "#src/process/executors/bound-outcome.js";
import type { Dataset } from "#src/store/dataset.js";

const FACTS: FileFacts = { bytes: 3, sha256: "abc" };

/** An answer that has everything that one can have, so that whatever is added has to pass. */
const ANSWER: Required<Answer> = {
  version: "v1",
  lastModified: null,
  canonical: "cut",
  canonicalOfJson: "cut",
  public: true,
  holds: () => true,
  once: false,
  lasts: false,
  withoutLinks: true,
  measure: async () => FACTS,
  measured: async () => FACTS,
  filename: "town.csv",
  location: "/town",
  estimate: () => 12,
  jsonSteps: 3,
  effort: beginEffort(["town"], "cut", 3),
  cited: undefined,
  hasCitation: false,
  framed: false,
  formats: { json: async () => ({ chunks: ["here"] }) },
};

/** Pass an answer through a message. */
async function passOn(
  answer: Answer,
  version = "v1",
): Promise<{ readonly passed: Answer; readonly datasets: Map<string, Dataset> }> {
  const town = { version, private: false, model: { dataset: { name: "town" } } } as Dataset;
  const datasets = new Map([["town", town]]);
  const outcome = structuredClone(await describeOutcome(async () => answer));
  const catalog = { get: (name: string) => datasets.get(name) };
  return { passed: reviveOutcome(outcome, catalog, async () => ANSWER) as Answer, datasets };
}

describe("an answer that another thread bound", () => {
  it("has the same facts and estimate, and computes its forms here", async () => {
    const { passed } = await passOn(ANSWER);
    const { formats, holds: _holds, estimate, measure, measured, ...facts } = passed;
    const expected = Object.entries(ANSWER).filter(
      ([name, value]) => typeof value !== "function" && name !== "formats",
    );
    assert.deepEqual(facts, Object.fromEntries(expected));
    assert.equal(estimate!(), 12);
    assert.deepEqual(await measure!(), FACTS);
    assert.deepEqual(await measured!(), FACTS);
    assert.deepEqual(await formats.json!(), { chunks: ["here"] });
  });

  it("holds as long as its dataset is the same version and public", async () => {
    const { passed, datasets } = await passOn(ANSWER);
    assert.equal(passed.holds!(), true);
    datasets.set("town", { ...datasets.get("town")!, private: true });
    assert.equal(passed.holds!(), false);
    datasets.delete("town");
    assert.equal(passed.holds!(), false);
  });

  it("does not hold if its dataset has changed meanwhile, or if it never held", async () => {
    assert.equal((await passOn(ANSWER, "v2")).passed.holds, undefined);
    const { holds: _, ...answer } = ANSWER;
    assert.equal((await passOn(answer)).passed.holds, undefined);
  });

  it("is a redirect where the call is one", async () => {
    const outcome = structuredClone(await describeOutcome(async () => ({ redirect: "/there" })));
    assert.deepEqual(
      reviveOutcome(outcome, { get: () => undefined }, () => assert.fail("called")),
      { redirect: "/there" },
    );
  });
});
