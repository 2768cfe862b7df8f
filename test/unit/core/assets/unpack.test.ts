import assert from "node:assert/strict";
import { chmodSync, chownSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { unpack } from "#src/core/assets/unpack.js";
import { Conflict } from "#src/core/errors/errors.js";
import { inDirectory } from "../../../cli/run.js";

const BYTES = Buffer.from("an addon");

describe("unpacking", () => {
  it("writes a file into a directory that only its user can read", () =>
    inDirectory(async (parent) => {
      const directory = join(parent, "data", "unpacked");
      const file = unpack(directory, "some.node", BYTES);
      assert.deepEqual([file, readFileSync(file, "utf8")], [join(directory, "some.node"), "an addon"]);
      assert.deepEqual([statSync(directory).mode & 0o777, statSync(file).mode & 0o777], [0o700, 0o600]);
    }));

  it("uses an existing file with the same contents", () =>
    inDirectory(async (parent) => {
      const first = statSync(unpack(join(parent, "unpacked"), "some.node", BYTES));
      const second = statSync(unpack(join(parent, "unpacked"), "some.node", BYTES));
      assert.deepEqual([second.ino, second.mtimeMs], [first.ino, first.mtimeMs]);
    }));

  it("replaces a file with other contents atomically and leaves no temporary file", () =>
    inDirectory(async (parent) => {
      const directory = join(parent, "unpacked");
      const file = unpack(directory, "some.node", BYTES);
      for (const other of ["", "an addom", "an addon and more"]) {
        writeFileSync(file, other);
        const before = statSync(file).ino;
        unpack(directory, "some.node", BYTES);
        assert.equal(readFileSync(file, "utf8"), "an addon");
        assert.notEqual(statSync(file).ino, before);
        assert.deepEqual(readdirSync(directory), ["some.node"]);
      }
    }));

  it("refuses a directory that other users may write to", () =>
    inDirectory(async (parent) => {
      const directory = join(parent, "unpacked");
      await mkdir(directory);
      for (const mode of [0o720, 0o702]) {
        chmodSync(directory, mode);
        assert.throws(() => unpack(directory, "some.node", BYTES), Conflict);
        assert.deepEqual(readdirSync(directory), []);
      }
    }));

  const isRoot = process.geteuid?.() === 0;
  it("refuses another user's directory", { skip: !isRoot && "only root can give a directory away" }, () =>
    inDirectory(async (parent) => {
      const directory = join(parent, "unpacked");
      await mkdir(directory, { mode: 0o700 });
      chownSync(directory, 12_345, 12_345);
      assert.throws(() => unpack(directory, "some.node", BYTES), /belongs to another user/);
    }),
  );
});
