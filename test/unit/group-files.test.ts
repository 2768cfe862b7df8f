import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { groupFiles, LONGEST } from "../group-files.js";

const FILES = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => join(".build/test", name.replace(/ts$/, "js")));

describe("files of tests", () => {
  it("are each in one group", () => {
    assert.deepEqual(groupFiles(FILES).flat().toSorted(), FILES.toSorted());
  });

  it("begin with those that take longest, which are there", () => {
    const first = groupFiles(FILES).map(([file]) => LONGEST.find((name) => file!.endsWith(`/${name}.test.js`)));
    assert.deepEqual([...new Set(first)].slice(0, LONGEST.length), LONGEST);
  });

  it("are alone if they are slow, and share a process otherwise", () => {
    const groups = groupFiles(["a.slow.test.js", "b.test.js", "c.test.js"]);
    assert.deepEqual(groups, [["b.test.js", "c.test.js"], ["a.slow.test.js"]]);
  });
});
