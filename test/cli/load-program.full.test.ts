import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { inDirectory } from "./run.js";

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

/** Count the functions of WebAssembly that are compiled. */
function countCompiled(args: readonly string[]): number {
  const all = ["--trace-wasm-compilation-times", ...args];
  const { stdout, status, stderr } = spawnSync(process.execPath, all, { encoding: "utf8", maxBuffer: 2 ** 26 });
  assert.equal(status, 0, stderr);
  return stdout.match(/Compiled function/g)?.length ?? 0;
}

describe("commands that end soon", () => {
  it("have machine code made for fewer functions than V8 would choose", () => {
    const validate = ["validate", "--metadata", "demo/model.json", "--csv", "demo/uk-spending.csv"];
    const plain = countOptimized(validate, ["--import", `data:text/javascript,${encodeURIComponent(PLAIN)}`]);
    const late = countOptimized(validate);
    assert.ok(late < plain * 0.85, `${late} of ${plain}`);
  });

  it("compile only those functions of the kernel that they call", () =>
    inDirectory(async (data) => {
      const kernel = resolve("dist/engines/kernel/kernel.wasm");
      const script = `new WebAssembly.Module(require("fs").readFileSync(${JSON.stringify(kernel)}))`;
      const all = countCompiled(["--no-liftoff", "--no-wasm-lazy-compilation", "-e", script]);
      const files = ["--metadata", "demo/model.json", "--csv", "demo/uk-spending.csv"];
      const called = countCompiled([resolve("dist/cli.js"), "load", "--data", data, ...files]);
      assert.ok(called > 0 && called < all / 2, `${called} of ${all}`);
    }));
});
