import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { readDocument } from "./documents.js";
import { listCode } from "./markdown.js";

const ERRORS = readDocument("docs/errors.md");

const HEADINGS = [
  "In the model",
  "Warnings of the model",
  "In rows",
  "In files",
  "When loading",
  "When asking",
  "When starting",
];

/** The source, its texts in one piece each and with `…` for what is filled in. */
const source = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(join("src", name), "utf8"))
  .join("\n")
  .replaceAll(/["'`]\s*\+\s*["'`]/g, "")
  .replaceAll('\\"', '"');

/** Lines of a section. */
function sectionOf(heading: string): string {
  const [, after] = ERRORS.split(`\n## ${heading}\n`);
  assert.ok(after !== undefined, heading);
  return after.split("\n## ")[0]!;
}

/** Clauses of a message, without what is filled in. */
function piecesOf(message: string): readonly string[] {
  return message
    .split(/…|[:;,] /)
    .map((piece) => piece.replaceAll(/^["\s:;,.]+|["\s:;,.]+$/g, ""))
    .filter((piece) => piece.length > 3);
}

describe("the messages in errors.md", () => {
  const messages = HEADINGS.flatMap((heading) => sectionOf(heading).match(/^- `.*$/gm) ?? []).map(
    (line) => listCode(line)[0] ?? "",
  );

  it("are many", () => assert.ok(messages.length > 40));

  it("have a cause and a remedy each", () => {
    const items = HEADINGS.flatMap((heading) =>
      sectionOf(heading)
        .split(/^- (?=`)/m)
        .slice(1),
    );
    assert.equal(items.length, messages.length);
    for (const item of items) assert.match(item, /^`[^\n]+`.*\\\n  Cause: [^]+\\\n  Remedy: /);
  });

  for (const message of messages) {
    it(message, () => {
      const pieces = piecesOf(message);
      assert.ok(pieces.length > 0);
      for (const piece of pieces) assert.ok(source.includes(piece), `nothing says "${piece}"`);
    });
  }
});
