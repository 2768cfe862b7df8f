import type { ClauseTest } from "./condition.js";

/** Return a key that two clauses share if they test the same; their boosts and places do not count. */
export function clauseKey(test: ClauseTest): string {
  return JSON.stringify(describeTest(test), writeExactly);
}

function describeTest(test: ClauseTest): readonly unknown[] {
  switch (test.on) {
    case "text":
      return [
        test.on,
        test.target && [test.target.dimension.index, test.target.attribute.index],
        test.text.whole,
        test.text.parts,
      ];
    case "value":
      return [test.on, test.target.dimension.index, test.target.attribute.index, test.value];
    case "amount":
      return [test.on, test.measure.index, test.amounts];
    case "id":
      return [test.on, test.id];
  }
}

/** Write numbers that JSON does not have. Nothing else in a test is written as such an object. */
function writeExactly(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return { integer: `${value}` };
  return typeof value === "number" && !Number.isFinite(value) ? { number: `${value}` } : value;
}
