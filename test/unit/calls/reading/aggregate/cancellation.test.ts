import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import { search } from "#src/calls/reading/search/search.js";
import type { Cancellation } from "#src/core/engine/cancellation.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import { SAMPLE } from "../../../../contract/sample.js";
import { contextOf, queryParameters, spendingDataset } from "../../../../fixtures.js";

/** Is aborted from the second look on: the first is the queue's, before anything is computed. */
function abortedLater(): Cancellation & { looks: number } {
  return {
    looks: 0,
    get aborted() {
      return ++this.looks > 1;
    },
    addEventListener: () => {},
    removeEventListener: () => {},
  };
}

describe("a client that goes away", () => {
  const context = contextOf([spendingDataset(SAMPLE)]);
  const parameters = queryParameters("dataset=town");
  for (const [name, call] of Object.entries({
    aggregate: (signal: Cancellation) => aggregate(context, ANONYMOUS, parameters, "", signal),
    search: (signal: Cancellation) => search(context, ANONYMOUS, parameters, "", signal),
  })) {
    it(`ends the computation of its ${name} that has begun`, async () => {
      const signal = abortedLater();
      await assert.rejects(call(signal).formats.json!(), (error) => {
        assert.ok(error instanceof OverCapacity);
        assert.match(error.message, /while its answer was computed/);
        return true;
      });
      assert.ok(signal.looks > 1);
    });
  }
});
