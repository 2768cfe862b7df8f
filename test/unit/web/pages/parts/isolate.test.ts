import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { beginsRightToLeft } from "#src/web/pages/parts/isolate.js";

describe("the direction of a text", () => {
  it("is that of its first letter", () => {
    for (const text of ["בריאות Health", "2009: الصحة", "«الصحة»"]) assert.equal(beginsRightToLeft(text), true, text);
    for (const text of ["Health בריאות", "2009–10", "", "教育"]) assert.equal(beginsRightToLeft(text), false, text);
  });
});
