import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OutlivedRequests } from "#src/process/executors/outlived-requests.js";

describe("requests that outlived their estimates", () => {
  it("are remembered until one is done quickly", () => {
    const outlived = new OutlivedRequests();
    outlived.note("a /search", 100, 100);
    outlived.note("b /search", 99, 100);
    assert.deepEqual([outlived.has("a /search"), outlived.has("b /search")], [true, false]);
    outlived.note("a /search", 99, 100);
    assert.equal(outlived.has("a /search"), false);
  });

  it("are a thousand at most", () => {
    const outlived = new OutlivedRequests();
    for (let at = 0; at < 1001; at++) outlived.note(`${at}`, 1, 1);
    assert.deepEqual([outlived.has("0"), outlived.has("1"), outlived.has("1000")], [false, true, true]);
  });
});
