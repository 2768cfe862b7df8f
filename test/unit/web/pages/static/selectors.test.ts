import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const STATIC = "src/web/pages/static";

/** Matches a selector by a text that readers see: it fits the pages of one language. */
const BY_TEXT = /\[(?:aria-label|aria-description|title|alt|placeholder)[*^$|~]?=[^\]]*\]/g;

describe("style sheets and scripts of pages", () => {
  it("select nothing by a text, which is another one in each language", () => {
    const files = readdirSync(STATIC, { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.(?:css|[jt]s)$/.test(file),
    );
    assert.ok(files.some((file) => file.endsWith(".css")));
    const found = files.flatMap((file) => {
      const selectors = readFileSync(join(STATIC, file), "utf8").match(BY_TEXT) ?? [];
      return selectors.map((selector) => `${file}: ${selector}`);
    });
    assert.deepEqual(found, []);
  });
});
