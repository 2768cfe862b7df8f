import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { citationAdder } from "#src/web/http/reply/compute-body.js";

function add(pieces: readonly string[]): string {
  const filter = citationAdder('{"x":1}');
  return pieces.map((piece) => filter.push(piece)).join("") + filter.end();
}

describe("adding a citation", () => {
  it("adds a key to an object, however it is cut into pieces", () => {
    const text = '{"a":{"b":"}"},"c":[{}]}';
    for (let size = 1; size <= text.length; size++) {
      const count = Math.ceil(text.length / size);
      const pieces = Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
      assert.deepEqual(JSON.parse(add(pieces)), { a: { b: "}" }, c: [{}], citation: { x: 1 } });
    }
    assert.equal(add(["{}"]), '{"citation":{"x":1}}');
  });

  it("leaves lists and texts as they are", () => {
    for (const text of ['[{"a":1}]', '"}"', "1"]) assert.equal(add([text]), text);
  });
});
