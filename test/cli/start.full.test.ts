import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { inDirectory } from "./run.js";

const CLI = resolve("dist/cli.js");

/** Start the program after a script has run in its process. */
function startAfter(script: string, ...args: string[]): Promise<{ status: number; out: string; err: string }> {
  const url = `data:text/javascript,${encodeURIComponent(script)}`;
  return new Promise((done) => {
    const child = execFile(process.execPath, ["--import", url, CLI, ...args], (_, out, err) =>
      done({ status: child.exitCode!, out, err }),
    );
  });
}

/** A script that lists the files of all modules on standard error, in the order of their loading. */
const LIST_MODULES = `
  import { register } from "node:module";
  const hook = \`
    import { writeSync } from "node:fs";
    export function load(url, context, next) {
      if (url.startsWith("file:")) writeSync(2, "module " + url + "\\\\n");
      return next(url, context);
    }\`;
  register("data:text/javascript," + encodeURIComponent(hook));`;

const withVersion = (node: string): string =>
  `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${node}" } });`;

const listFiles = (err: string): readonly string[] =>
  err.split("\n").flatMap((line) => (line.startsWith("module ") ? [line.slice("module ".length)] : []));

/** List the modules that were loaded, those in bundles, too. */
function listModules(err: string): readonly string[] {
  return listFiles(err).flatMap((url) => {
    if (!url.includes("dist/bundles/")) return [url];
    const contained = [...readFileSync(fileURLToPath(url), "utf8").matchAll(/^\/\/ (dist\/\S+\.js)$/gm)];
    return contained.map(([, path]) => path!);
  });
}

describe("the program's start", () => {
  for (const version of ["18.20.8", "20.10.0", "21.7.3", "23.11.1", "26.10.0"]) {
    it(`refuses Node ${version} in one sentence, before it loads anything else`, async () => {
      const { status, out, err } = await startAfter(withVersion(version) + LIST_MODULES, "--version");
      assert.deepEqual([status, out], [1, ""]);
      assert.deepEqual(
        err.split("\n").filter((line) => !line.startsWith("module ")),
        [
          `error: spendcube needs Node 20 (20.15 or newer), 22 or 24, and this is Node ${version}; ` +
            "install one of those, or use the single executable",
          "",
        ],
      );
      assert.equal(listFiles(err).length, 1);
    });
  }

  it("accepts the versions of Node that the package accepts", async () => {
    const { engines } = JSON.parse(await readFile("package.json", "utf8"));
    assert.equal(engines.node, "^20.15 || ^22 || ^24");
    for (const version of ["20.15.0", "22.0.0", "24.21.0"]) {
      assert.equal((await startAfter(withVersion(version), "--version")).status, 0, version);
    }
  });

  it("loads few modules where nothing is to be done with data", async () => {
    for (const args of [["--version"], ["load", "--help"], ["serve", "--nonsense"]]) {
      const modules = listFiles((await startAfter(LIST_MODULES, ...args)).err);
      assert.ok(modules.length > 0 && modules.length <= 22, `${args.join(" ")}: ${modules.join("\n")}`);
    }
  });

  it("checks a model without what loads and packages need", async () => {
    const { status, err } = await startAfter(LIST_MODULES, "validate", "--metadata", "demo/model.json");
    const modules = listModules(err);
    assert.equal(status, 0);
    assert.deepEqual(
      modules.filter((url) => /dist\/(store|engines|sources\/packages|process\/jobs|web)\//.test(url)),
      [],
    );
    assert.ok(modules.some((url) => url.includes("dist/core/model/")));
  });

  it("lists users without what tables need", () =>
    inDirectory(async (data) => {
      const modules = listModules((await startAfter(LIST_MODULES, "user", "list", "--data", data)).err);
      assert.deepEqual(
        modules.filter((url) => /dist\/(engines|process\/jobs|web)\//.test(url)),
        [],
      );
      assert.ok(modules.some((url) => url.includes("dist/store/")));
    }));

  it("loads a file without what clusters and threads that answer need", () =>
    inDirectory(async (data) => {
      const files = ["--metadata", "demo/model.json", "--csv", "demo/uk-spending.csv"];
      const { status, err } = await startAfter(LIST_MODULES, "load", "--data", data, ...files);
      const modules = listModules(err);
      assert.equal(status, 0, err);
      assert.ok(modules.some((url) => url.includes("dist/process/jobs/load-in-thread.js")));
      assert.deepEqual(
        modules.filter((url) =>
          /dist\/(engines\/clickhouse\/(?!table\/version-header)|process\/executors\/(?!own-lane))/.test(url),
        ),
        [],
      );
    }));
});
