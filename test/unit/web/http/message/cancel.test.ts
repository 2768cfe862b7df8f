import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Cancel } from "#src/web/http/message/cancel.js";

describe("Cancel", () => {
  it("aborts its signal, created before or after, and is visible as aborted", () => {
    const cancel = new Cancel();
    const early = cancel.signal;
    let heard = 0;
    early.addEventListener("abort", () => heard++);
    assert.deepEqual([cancel.aborted, early.aborted], [false, false]);
    cancel.abort();
    cancel.abort();
    assert.deepEqual([cancel.aborted, early.aborted, heard], [true, true, 1]);
    assert.equal(cancel.signal, early);

    const late = new Cancel();
    late.abort();
    assert.deepEqual([late.aborted, late.signal.aborted], [true, true]);
  });
});
