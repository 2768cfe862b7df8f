import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, it } from "node:test";

/** Leaves V8's budget as it is. */
const PLAIN = `
import { syncBuiltinESMExports } from "node:module";
import v8 from "node:v8";
const set = v8.setFlagsFromString;
v8.setFlagsFromString = (flag) => flag.startsWith("--interrupt-budget") || set(flag);
syncBuiltinESMExports();
`;

/** Count the functions that a command has machine code made for. */
function countOptimized(args: readonly string[], options: readonly string[] = []): number {
  const all = ["--trace-opt", ...options, resolve("dist/cli.js"), ...args];
  const { stdout, stderr } = spawnSync(process.execPath, all, { encoding: "utf8", maxBuffer: 2 ** 26 });
  const count = stdout.match(/completed optimizing/g)?.length ?? 0;
  assert.ok(count > 0, stderr);
  return count;
}

describe("commands that end soon", () => {
  it("have machine code made for fewer functions than V8 would choose", () => {
    const validate = ["validate", "--metadata", "demo/model.json", "--csv", "demo/uk-spending.csv"];
    const plain = countOptimized(validate, ["--import", `data:text/javascript,${encodeURIComponent(PLAIN)}`]);
    const late = countOptimized(validate);
    assert.ok(late < plain * 0.85, `${late} of ${plain}`);
  });
});
