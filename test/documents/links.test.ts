import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, it } from "node:test";
import { documents } from "./documents.js";
import { withoutBlocks } from "./markdown.js";

/** Links and pictures to files of the repository and to headings; others are left alone. */
function listLinks(markdown: string): readonly string[] {
  const text = withoutBlocks(markdown).replaceAll(/`[^`]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^\w+:/.test(target));
}

/** The anchors that GitHub gives headings. */
function listAnchors(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutBlocks(markdown).matchAll(/^#+ (.*)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");
    let free = anchor;
    for (let n = 1; anchors.has(free); n++) free = `${anchor}-${n}`;
    anchors.add(free);
  }
  return anchors;
}

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
