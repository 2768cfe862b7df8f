import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listMutations, mutate, sample } from "#scripts/tests/mutations.js";

const CODE = `import { x } from "a + b";
// if (a < b) it is less
export function less(a, b) {
    const pattern = /a || b/;
    return a < b && !pattern.test(\`x === y\`) ? 1 + a : true;
}
`;

describe("mutations", () => {
  it("change one operator each, none in texts, patterns and comments", () => {
    const found = listMutations(CODE).map(({ from, to, line }) => [from, to, line]);
    assert.deepEqual(found, [
      ["<", "<=", 5],
      ["&&", "||", 5],
      ["+", "-", 5],
      ["true", "false", 5],
    ]);
  });

  it("leave the rest as it is", () => {
    const [first] = listMutations(CODE);
    assert.equal(mutate(CODE, first!), CODE.replace("return a < b", "return a <= b"));
  });

  it("are the same sample for the same seed, without repetition", () => {
    const all = Array.from({ length: 100 }, (_, at) => at);
    assert.deepEqual(sample(all, 10, 7), sample(all, 10, 7));
    assert.notDeepEqual(sample(all, 10, 7), sample(all, 10, 8));
    assert.equal(new Set(sample(all, 200, 7)).size, 100);
  });
});
