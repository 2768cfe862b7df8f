import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, errorsOf, type Json } from "./sample-model.js";

/** A change of the sample model and the fault that it makes. */
export type ErrorCase = readonly [behaviour: string, change: (json: Json) => void, error: RegExp];

/** Each change must make its fault and no other. */
export function testErrors(cases: readonly ErrorCase[]): void {
  for (const [behaviour, change, error] of cases) {
    test(`${behaviour} is the one fault that is reported`, () => {
      const errors = errorsOf(changed(change));
      assert.equal(errors.length, 1, errors.join("\n"));
      assert.match(errors[0]!, error);
    });
  }
}
