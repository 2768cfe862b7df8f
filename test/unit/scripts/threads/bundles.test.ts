import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { describe, it } from "node:test";
import { BUNDLES, bundleOf, MAIN_BUNDLES } from "#src/core/assets/package-files.js";
import { type BundledProgram, MAIN, WORKERS } from "#src/core/assets/list.js";
import * as errors from "#src/core/errors/errors.js";

describe("the bundles that the build writes", () => {
  const filesIn = (folder: string): readonly string[] => readdirSync(folder).map((name) => `${folder}/${name}`);
  const files = [...filesIn(BUNDLES), ...filesIn(MAIN_BUNDLES)];
  const textOf = (file: string): string => readFileSync(file, "utf8");

  it("are there for every program of a thread, and that of the command line", () => {
    const programs: readonly BundledProgram[] = [...WORKERS, MAIN];
    assert.deepEqual(
      programs.map(bundleOf).filter((file) => !files.includes(file)),
      [],
    );
  });

  it("contain no package, and import those that are installed with the program", () => {
    const { dependencies } = JSON.parse(textOf("package.json")) as { readonly dependencies: object };
    const imported = new Set<string>();
    for (const file of files) {
      const text = textOf(file);
      assert.doesNotMatch(text, /^\/\/ .*node_modules/m, file);
      for (const [, path] of text.matchAll(/(?:^(?:import|\} from)\b[^"\n]*|\bimport\()"([^"\n]+)"\)?;$/gm))
        imported.add(path!);
    }
    const packages = [...imported].filter((path) => !path.startsWith("./") && !isBuiltin(path));
    assert.ok(packages.includes("msgpackr"));
    assert.deepEqual(
      packages.filter((name) => !Object.keys(dependencies).includes(name)),
      [],
    );
  });

  it("let threads that load find no module of clusters before they need it", () => {
    const found = new Set<string>();
    const follow = (file: string): void => {
      if (found.has(file)) return;
      found.add(file);
      for (const [, name] of textOf(file).matchAll(/^(?:import|\} from)\b[^"\n]*"\.\/([^"\n]+)";$/gm))
        follow(`${BUNDLES}/${name}`);
    };
    follow(bundleOf("dist/process/jobs/worker.js"));
    const modules = [...found].flatMap((file) => [...textOf(file).matchAll(/^\/\/ (dist\/\S+\.js)$/gm)]);
    assert.ok(modules.some(([, module]) => module === "dist/engines/columnar/format.js"));
    assert.deepEqual(
      modules.flatMap(([, module]) => (module!.startsWith("dist/engines/clickhouse/") ? [module] : [])),
      [],
    );
  });

  it("lie where their modules find the files of the package", () => {
    const placed = files.filter((file) => /\bimport\.meta\.url\b/.test(textOf(file)));
    assert.ok(placed.length > 0);
    for (const file of placed)
      assert.equal(file.split("/").length, "dist/core/assets/package-files.js".split("/").length);
  });

  it("keep the names of errors, by which they pass between threads", () => {
    for (const name of Object.keys(errors).filter((each) => /^[A-Z]/.test(each))) {
      for (const folder of [BUNDLES, MAIN_BUNDLES]) {
        const isHere = new RegExp(`^(?:var|},) ${name} = class extends`, "m");
        assert.equal(filesIn(folder).filter((file) => isHere.test(textOf(file))).length, 1, name);
      }
    }
  });
});
