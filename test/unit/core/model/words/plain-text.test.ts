import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { escapeUnseen, writeInert } from "#src/core/model/words/plain-text.js";

const HOSTILE = "a\u001b[2Jb\u0007c\u009b1md\u202ee\u2066f\ufeffg\u{e0041}h\u200bi\u2028j\u0085k";
// oxlint-disable-next-line no-control-regex
const RAW = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

describe("text for terminals", () => {
  it("shows what is not seen as escapes that JSON reads back", () => {
    const shown = escapeUnseen(JSON.stringify({ HOSTILE }));
    assert.doesNotMatch(shown, RAW);
    assert.deepEqual(JSON.parse(shown), { HOSTILE });
    assert.equal(escapeUnseen("\u001b\u202e"), "\\u001b\\u202e");
  });

  it("keeps everything that is seen, tabs, line feeds and letters that join", () => {
    for (const text of [
      "a\tb\nc",
      "\u05e9\u05dc\u05d5\u05dd \u200f\u06a9\u200c\u06af",
      "M\u00fcnchen \u{1f4b6}",
      "\u00ad",
    ]) {
      assert.equal(escapeUnseen(text), text);
    }
  });
});

describe("text for assistants", () => {
  it("is one line without unseen characters and without links that run", () => {
    const text = writeInert(
      ` ${HOSTILE}\r\nCite: x\t[y](JavaScript\u200b:alert(1)) vbscript:z javascript is a language`,
    );
    assert.doesNotMatch(text, RAW);
    assert.doesNotMatch(text, /[\r\n\t]|script ?:/i);
    assert.match(text, /javascript is a language$/);
  });
});
