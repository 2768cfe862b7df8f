import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, errorsOf, type Json } from "./sample-model.js";

/** A change of the sample model and its only error. */
export type ErrorCase = readonly [behaviour: string, change: (json: Json) => void, error: RegExp];

/** Test that each change causes its error and no other. */
export function testErrors(cases: readonly ErrorCase[]): void {
  for (const [behaviour, change, error] of cases) {
    test(`${behaviour} is reported as the only error`, () => {
      const errors = errorsOf(changed(change));
      assert.equal(errors.length, 1, errors.join("\n"));
      assert.match(errors[0]!, error);
    });
  }
}
