import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, faultsOf, type Json } from "./sample-model.js";

/** A change of the sample model and the fault that it makes. */
export type FaultCase = readonly [behaviour: string, change: (json: Json) => void, fault: RegExp];

/** Each change must make its fault and no other. */
export function testFaults(cases: readonly FaultCase[]): void {
  for (const [behaviour, change, fault] of cases) {
    test(`${behaviour} is the one fault that is reported`, () => {
      const faults = faultsOf(changed(change));
      assert.equal(faults.length, 1, faults.join("\n"));
      assert.match(faults[0]!, fault);
    });
  }
}
