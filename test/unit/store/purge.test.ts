import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Conflict, InvalidQuery, NotFound, Unwritable } from "#src/core/errors/errors.js";
import { type DirectoryNode, MemoryDisk } from "./disk/memory-disk.js";
import { openCatalog } from "./scenario.js";
import { loadText, type TinyEngine } from "./tiny.js";

/** Names of the files that have a text in them. */
function findText(node: DirectoryNode, text: string): readonly string[] {
  return [...node.entries].flatMap(([name, each]) => {
    if ("entries" in each) return findText(each, text);
    return each.bytes.includes(text) ? [name] : [];
  });
}

async function loadTown(disk: MemoryDisk) {
  const catalog = await openCatalog(disk);
  for (const text of ["Mrs Smith", "Mr Jones", "nobody"]) await loadText(catalog, "town", text);
  return catalog;
}

describe("purging a version", () => {
  it("leaves no byte of it in the directory, and its number and date in the list", async () => {
    const disk = new MemoryDisk();
    const catalog = await loadTown(disk);
    await catalog.setNote("town", 1, "About Mrs Smith");
    assert.ok(findText(disk.root, "Mrs Smith").length > 0);
    await catalog.openVersion("town@1");
    await catalog.purge("town", [1]);
    assert.deepEqual(findText(disk.root, "Mrs Smith"), []);
    assert.ok(findText(disk.root, "Mr Jones").length > 0);
    for (const each of [catalog, await openCatalog(disk)]) {
      const first = each.get("town")!.history.at(-1)!;
      assert.deepEqual(
        [first.number, first.isKept, first.isPurged, first.note, first.sources],
        [1, false, true, null, []],
      );
      await each.openVersion("town@1");
      assert.equal(each.get("town@1"), undefined);
      await each.openVersion("town@2");
      assert.equal((each.get("town@2")!.engine as TinyEngine).text, "Mr Jones");
    }
  });

  it("keeps a version open for those who read it", async () => {
    const catalog = await loadTown(new MemoryDisk());
    await catalog.openVersion("town@1");
    const reading = catalog.beginReading();
    const found = catalog.get("town@1")!;
    await catalog.purge("town", [1]);
    assert.equal((found.engine as TinyEngine).text, "Mrs Smith");
    reading.end();
  });

  it("refuses the current version, and data that other versions share", async () => {
    const disk = new MemoryDisk();
    const catalog = await loadTown(disk);
    await assert.rejects(catalog.purge("town", [3]), (error) => {
      assert.ok(error instanceof Conflict);
      assert.deepEqual(error.errors, [
        '"town@3" is the current version: load another one or roll back first, then purge it',
      ]);
      return true;
    });
    await catalog.rollBack("town", undefined, 1);
    await assert.rejects(catalog.purge("town", [1, 4]), (error) => (error as Conflict).errors.length === 1);
    await assert.rejects(catalog.purge("town", [1]), /has the same data as the current version/);
    await loadText(catalog, "town", "else");
    await assert.rejects(catalog.purge("town", [1]), /"town@1" has the same data as town@4: name it, too/);
    await assert.rejects(catalog.purge("town", [9]), NotFound);
    await assert.rejects(catalog.purge("town", []), InvalidQuery);
    assert.ok(findText(disk.root, "Mrs Smith").length > 0);
    await catalog.purge("town", [1, 4]);
    assert.deepEqual(findText(disk.root, "Mrs Smith"), []);
    await catalog.purge("town", [1]);
  });

  it("removes what was set aside as damaged, and what was compared with it", async () => {
    const disk = new MemoryDisk();
    const catalog = await loadTown(disk);
    const segments = disk.root.entries.get("var") as DirectoryNode;
    const directory = (segments.entries.get("data") as DirectoryNode).entries.get("segments") as DirectoryNode;
    const [file] = [...directory.entries].find(([, node]) => !("entries" in node) && node.bytes.includes("Mrs Smith"))!;
    directory.entries.set(`damaged-${file}`, { bytes: Buffer.from("Mrs Smith") });
    const changes = `${file.replace(".segment", "")}-${"0".repeat(32)}.changes`;
    directory.entries.set(changes, { bytes: Buffer.from("rows") });
    await catalog.purge("town", [1]);
    assert.deepEqual(findText(disk.root, "Mrs Smith"), []);
    assert.equal(directory.entries.has(changes), false);
  });

  it("is completed at the next start, if it was interrupted after the first write", async () => {
    const disk = new MemoryDisk();
    const catalog = await loadTown(disk);
    let manifests = 0;
    disk.error = (call, path) => {
      if (call === "create" && path.includes("manifest-")) manifests++;
      return manifests === 2 ? { code: "EIO" } : undefined;
    };
    await assert.rejects(catalog.purge("town", [1]), Unwritable);
    disk.error = () => undefined;
    assert.ok(findText(disk.root, "Mrs Smith").length > 0);
    const again = await openCatalog(disk);
    assert.equal(again.get("town")!.history.at(-1)!.isPurged, true);
    assert.deepEqual(findText(disk.root, "Mrs Smith"), []);
  });

  it("says what could not be removed", async () => {
    const disk = new MemoryDisk();
    const catalog = await loadTown(disk);
    disk.error = (call, path) => (call === "unlink" && path.endsWith(".segment") ? { code: "EACCES" } : undefined);
    await assert.rejects(
      catalog.purge("town", [1]),
      /What was purged could not be removed: segments\/[0-9a-f]{32}\.segment/,
    );
  });
});
