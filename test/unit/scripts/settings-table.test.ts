import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { documentSettings } from "#scripts/settings-table.js";

const DOCUMENT = readFileSync("docs/settings.md", "utf8");

describe("the table in docs/settings.md", () => {
  it("lists the settings of the program; `npm run settings` writes it anew", () => {
    const [, written] = /<!-- settings -->\n\n(.*?)\n\n<!-- \/settings -->/s.exec(DOCUMENT) ?? [];
    assert.equal(written, documentSettings());
  });
});
