import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { findCommit } from "#scripts/executable/find-commit.js";

const UNKNOWN = { commit: null, date: null, changed: false };

let directory: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), "spendcube-commit-"));
  mkdirSync(join(directory, "inner"));
});
after(() => rmSync(directory, { recursive: true }));

const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.org", ...args], {
    cwd: directory,
    encoding: "utf8",
    env: { ...process.env, GIT_COMMITTER_DATE: "2026-03-04T05:06:07Z" },
  });

describe("the commit that a program is built from", () => {
  it("is unknown outside a working tree", () => {
    assert.deepEqual(findCommit(directory), UNKNOWN);
    assert.deepEqual(findCommit(join(directory, "nowhere")), UNKNOWN);
  });

  it("is unknown in a repository without commits", () => {
    git("init", "--quiet");
    assert.deepEqual(findCommit(directory), UNKNOWN);
  });

  it("has a hash and a date, and tells whether files have changed since", () => {
    writeFileSync(join(directory, "a"), "a");
    git("add", "a");
    git("commit", "--quiet", "--message", "a");
    const commit = git("rev-parse", "HEAD").slice(0, 12);
    assert.deepEqual(findCommit(directory), { commit, date: "2026-03-04", changed: false });
    writeFileSync(join(directory, "a"), "b");
    assert.deepEqual(findCommit(directory), { commit, date: "2026-03-04", changed: true });
  });

  it("is not the commit of an enclosing project", () => {
    assert.deepEqual(findCommit(join(directory, "inner")), UNKNOWN);
  });
});
