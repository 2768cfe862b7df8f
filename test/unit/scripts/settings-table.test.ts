import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { documentSettings } from "#scripts/settings-table.js";

const README = readFileSync("README.md", "utf8");

describe("the settings in the README", () => {
  it("are those of the program", () => {
    const [, written] = /<!-- settings -->\n\n(.*?)\n\n<!-- \/settings -->/s.exec(README) ?? [];
    assert.equal(written, documentSettings());
  });
});
