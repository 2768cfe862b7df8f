import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { type CoverageReport, listCovered } from "#scripts/tests/covered-files.js";
import { findTests } from "#scripts/tests/test-map.js";

describe("the tests of a file", () => {
  it("are those that call a function of it, not those that only read it", () => {
    const script = (name: string, ...counts: readonly number[]) => ({
      url: `file:///program/${name}`,
      functions: counts.map((count) => ({ ranges: [{ count }] })),
    });
    const result = [
      script("dist/core/called.js", 1, 0, 2),
      script("dist/core/read.js", 1, 0),
      script("dist/core/table.js", 1),
      script("dist/bundles/thread.js", 1, 1),
      script("node_modules/other/index.js", 1, 1),
    ];
    assert.deepEqual(listCovered([{ result }], "/program"), ["src/core/called.ts", "src/core/table.ts"]);
  });

  it("are found in the coverage of a real run", () => {
    const folder = mkdtempSync(join(tmpdir(), "spendcube-map-"));
    const code = 'import("#src/core/model/values/slug.js").then(({ slug }) => slug("A b"))';
    const env = { ...process.env, NODE_V8_COVERAGE: folder };
    spawnSync(process.execPath, ["--input-type=module", "-e", code], { env });
    const reports = readdirSync(folder).map(
      (name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as CoverageReport,
    );
    rmSync(folder, { recursive: true });
    assert.ok(listCovered(reports, process.cwd()).includes("src/core/model/values/slug.ts"));
  });

  it("begin with that at its own path, then those that run the fewest files", () => {
    const map = {
      "test/http/all.test.ts": ["src/a/b.ts", "src/a/c.ts", "src/d.ts"],
      "test/unit/a/b.test.ts": ["src/a/b.ts", "src/a/c.ts", "src/d.ts"],
      "test/unit/a/c.test.ts": ["src/a/b.ts", "src/a/c.ts"],
      "test/unit/d.test.ts": ["src/d.ts"],
    };
    assert.deepEqual(findTests(map, "src/a/b.ts"), [
      "test/unit/a/b.test.ts",
      "test/unit/a/c.test.ts",
      "test/http/all.test.ts",
    ]);
  });
});
