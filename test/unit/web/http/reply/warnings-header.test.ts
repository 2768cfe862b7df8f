import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { printWarnings } from "#src/web/http/reply/warnings-header.js";

describe("the header with warnings", () => {
  it("is JSON that is percent-encoded where it is not ASCII", () => {
    const warnings = ['No entry has "\u00c9 50 %"', "\u{1f600}\ud800", "line\nbreak"];
    const text = printWarnings(warnings);
    assert.match(text, /^[\x20-\x7e]+$/);
    assert.deepEqual(JSON.parse(decodeURIComponent(text)), warnings);
    assert.equal(printWarnings(["plain: ascii"]), '["plain: ascii"]');
  });

  it("is bounded, and says how many warnings it leaves out", () => {
    const text = printWarnings(Array.from({ length: 500 }, (_, at) => `${at} \u00e9`));
    assert.ok(text.length <= 3000);
    const warnings = JSON.parse(decodeURIComponent(text)) as string[];
    assert.equal(warnings.at(-1), `${500 - (warnings.length - 1)} more; format=json has all`);
  });
});
