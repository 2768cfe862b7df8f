import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CoverageReport, listCovered } from "./covered-files.js";
import { readTestMap, TEST_MAP, type TestMap } from "./test-map.js";

// Runs files of tests, each in a process of its own, and keeps which files of src each has run. Files that the arguments
// name replace what is known of them; without arguments all are run.

const named = process.argv.slice(2);
const tests = named.length > 0 ? named : listTests("test");
const map: Record<string, readonly string[]> = named.length > 0 ? { ...knownMap() } : {};
for (const [at, test] of tests.entries()) {
  const folder = mkdtempSync(join(tmpdir(), "spendcube-coverage-"));
  const compiled = join(".build", test.replace(/ts$/, "js"));
  const { status } = spawnSync(process.execPath, [compiled], {
    env: { ...process.env, NODE_V8_COVERAGE: folder },
    stdio: "ignore",
  });
  map[test] = listCovered(readReports(folder), process.cwd());
  rmSync(folder, { recursive: true });
  console.log(`${at + 1}/${tests.length} ${test}: ${map[test].length} files${status === 0 ? "" : ", failed"}`);
  writeFileSync(TEST_MAP, JSON.stringify(map));
}

function knownMap(): TestMap {
  try {
    return readTestMap();
  } catch {
    return {};
  }
}

function listTests(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const found = names.filter((name) => /(?<!\.slow)\.test\.ts$/.test(name) && !name.includes("node_modules"));
  return found.map((name) => join(folder, name)).toSorted();
}

function readReports(folder: string): readonly CoverageReport[] {
  return readdirSync(folder).flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), "utf8")) as CoverageReport];
    } catch {
      // A process that was killed wrote half of its report.
      return [];
    }
  });
}
