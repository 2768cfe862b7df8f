import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, it } from "node:test";
import { documents } from "./documents.js";
import { listAnchors, listLinks } from "./links.js";

function explainBroken(path: string, link: string): string | null {
  const [file = "", anchor] = link.split("#", 2);
  const target = file === "" ? path : normalize(join(dirname(path), decodeURI(file)));
  if (!existsSync(target)) return `${link}: there is no ${target}`;
  if (anchor === undefined || !target.endsWith(".md")) return null;
  return listAnchors(readFileSync(target, "utf8")).has(anchor) ? null : `${link}: ${target} has no such heading`;
}

describe("links in documents", () => {
  it("are found", () => {
    assert.deepEqual(listLinks("[a](b.md) ![c](d.webp) `[e](f)` [g](https://h.example)"), ["b.md", "d.webp"]);
    assert.deepEqual([...listAnchors("# A `b`, c\n## A b c\n")], ["a-b-c", "a-b-c-1"]);
  });

  for (const { path, text } of documents) {
    it(`of ${path} lead somewhere`, () => {
      const broken = listLinks(text).flatMap((link) => explainBroken(path, link) ?? []);
      assert.deepEqual(broken, []);
    });
  }
});
