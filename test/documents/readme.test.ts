import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { documents, readDocument } from "./documents.js";
import { listLinks } from "./links.js";

const README = readDocument("README.md");

const MOST_LINES = 180;

describe("the README", () => {
  it(`has at most ${MOST_LINES} lines`, () => {
    const lines = README.trimEnd().split("\n").length;
    assert.ok(lines <= MOST_LINES, `it has ${lines}`);
  });

  it("names every document of docs", () => {
    const named = new Set(listLinks(README).map((link) => link.split("#", 1)[0]));
    const missing = documents.map(({ path }) => path).filter((path) => path.startsWith("docs/") && !named.has(path));
    assert.deepEqual(missing, []);
  });
});
