import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { indenter } from "#src/web/http/reply/compute-body.js";

/** Indent a text that comes in pieces of these sizes, over and over. */
function indent(text: string, sizes: readonly number[]): string {
  const filter = indenter();
  let pretty = "";
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    pretty += filter.push(text.slice(at, at + size));
    at += size;
  }
  return pretty + filter.end();
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });

describe("pretty", () => {
  it("indents like JSON.stringify, wherever the text is cut", () => {
    fc.assert(
      fc.property(fc.jsonValue(), sizes, (value, cuts) => {
        assert.equal(indent(JSON.stringify(value), cuts), JSON.stringify(value, null, 2));
      }),
    );
  });

  it("ignores earlier indentation", () => {
    fc.assert(
      fc.property(fc.jsonValue(), sizes, fc.integer({ min: 1, max: 9 }), (value, cuts, space) => {
        assert.equal(indent(JSON.stringify(value, null, space), cuts), JSON.stringify(value, null, 2));
      }),
    );
  });

  it("does not change strings", () => {
    const value = { 'a"{[,:]}': ['\\"', "\\", "\\\\", "{}, [] : \n\t", ""], "": {}, e: [[], [{}], {}] };
    assert.equal(indent(JSON.stringify(value), [1]), JSON.stringify(value, null, 2));
  });
});
