import assert from "node:assert/strict";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { errorCode, type FileSystem, nodeFileSystem } from "#src/store/disk/file-system.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { MemoryDisk } from "./memory-disk.js";

const kernel = Kernel.start();
after(() => kernel.close());

/** Test a file system as the store uses it, so that the one in memory can replace the real one. */
function describeFileSystem(name: string, files: FileSystem, makeDirectory: () => Promise<string>): void {
  describe(`${name}: a file system`, () => {
    let directory: string;
    before(async () => {
      directory = await makeDirectory();
    });

    const write = async (path: string, text: string): Promise<void> => {
      const file = await files.create(path);
      assert.equal(await file.write(Buffer.from(text), 0), text.length);
      await file.sync();
      await file.close();
    };
    const read = async (path: string): Promise<string> => {
      const file = await files.open(path);
      const bytes = Buffer.alloc(100);
      const length = await file.read(bytes, 0);
      await file.close();
      return bytes.toString("utf8", 0, length);
    };
    const fails = (code: string, work: Promise<unknown>): Promise<void> =>
      assert.rejects(work, (error) => errorCode(error) === code);

    it("reads written bytes from any position to the end", async () => {
      const path = join(directory, "a");
      await write(path, "0123456789");
      const file = await files.open(path);
      const bytes = Buffer.alloc(4);
      assert.deepEqual([await file.read(bytes, 3), bytes.toString()], [4, "3456"]);
      assert.deepEqual([await file.read(bytes, 8), bytes.toString()], [2, "8956"]);
      assert.equal(await file.read(bytes, 10), 0);
      await file.close();
    });

    it("writes at a position", async () => {
      const path = join(directory, "b");
      const file = await files.create(path);
      await file.write(Buffer.from("abcd"), 0);
      await file.write(Buffer.from("XY"), 4);
      await file.close();
      assert.equal(await read(path), "abcdXY");
    });

    it("reads and writes WebAssembly memory that threads share, in place", async () => {
      const memory = kernel.newMemory(10_000);
      const written = memory.u8(memory.allocate(1000), 1000).fill(7);
      const path = join(directory, "c");
      const file = await files.create(path);
      assert.equal(await file.write(written, 0), 1000);
      await file.close();
      const into = memory.u8(memory.allocate(1000), 1000);
      const again = await files.open(path);
      assert.equal(await again.read(into, 0), 1000);
      await again.close();
      assert.deepEqual(into, written);
      memory.release();
    });

    it("creates a file only if there is none", async () => {
      const path = join(directory, "d");
      await write(path, "first");
      await fails("EEXIST", files.create(path));
      await fails("ENOENT", files.create(join(directory, "missing", "d")));
      assert.equal(await read(path), "first");
    });

    it("replaces an existing file by renaming", async () => {
      await write(join(directory, "e"), "new");
      await write(join(directory, "f"), "old");
      await files.rename(join(directory, "e"), join(directory, "f"));
      assert.equal(await read(join(directory, "f")), "new");
      await fails("ENOENT", files.open(join(directory, "e")));
      await fails("ENOENT", files.rename(join(directory, "e"), join(directory, "f")));
    });

    it("lists, creates and removes files and directories", async () => {
      const inner = join(directory, "inner");
      await files.mkdir(inner);
      await fails("EEXIST", files.mkdir(inner));
      await fails("ENOENT", files.mkdir(join(directory, "missing", "inner")));
      await write(join(inner, "g"), "");
      assert.deepEqual(await files.readdir(inner), ["g"]);
      await files.unlink(join(inner, "g"));
      assert.deepEqual(await files.readdir(inner), []);
      await fails("ENOENT", files.unlink(join(inner, "g")));
      await fails("ENOENT", files.readdir(join(directory, "missing")));
      await files.syncDirectory(inner);
      await fails("ENOENT", files.syncDirectory(join(directory, "missing")));
    });
  });
}

const created: string[] = [];
after(() => Promise.all(created.map((path) => rm(path, { recursive: true }))));

describeFileSystem("the real one", nodeFileSystem, async () => {
  const path = await mkdtemp(join(tmpdir(), "spendcube-"));
  created.push(path);
  return path;
});
describeFileSystem("the one in memory", new MemoryDisk(), async () => "/");

describe("the real file system", () => {
  it("lets only the owner read files that the store creates", async () => {
    const path = await mkdtemp(join(tmpdir(), "spendcube-"));
    created.push(path);
    await nodeFileSystem.mkdir(join(path, "inner"));
    await (await nodeFileSystem.create(join(path, "file"))).close();
    assert.deepEqual(
      [(await stat(join(path, "inner"))).mode & 0o777, (await stat(join(path, "file"))).mode & 0o777],
      [0o700, 0o600],
    );
  });
});
