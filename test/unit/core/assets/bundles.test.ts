import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { bundleOf, fileToRun } from "#src/core/assets/package-files.js";

const PROGRAM = "dist/process/jobs/worker.js";

describe("the file to run for a program of a thread", () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), "spendcube-"))));
  afterEach(() => rmSync(root, { recursive: true }));

  function write(path: string, seconds: number): void {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
    utimesSync(file, seconds, seconds);
  }

  it("is its main module if there is no bundle", () => {
    assert.equal(fileToRun(PROGRAM, root), PROGRAM);
    write("dist/.tsbuildinfo", 1000);
    assert.equal(fileToRun(PROGRAM, root), PROGRAM);
  });

  it("is its bundle if that was written after the modules, or if nothing is compiled there", () => {
    write(bundleOf(PROGRAM), 1000);
    assert.equal(fileToRun(PROGRAM, root), bundleOf(PROGRAM));
    write("dist/.tsbuildinfo", 999);
    assert.equal(fileToRun(PROGRAM, root), bundleOf(PROGRAM));
  });

  it("is its main module if modules were compiled after the bundle was written", () => {
    write(bundleOf(PROGRAM), 1000);
    write("dist/.tsbuildinfo", 1000.001);
    assert.equal(fileToRun(PROGRAM, root), PROGRAM);
  });
});
