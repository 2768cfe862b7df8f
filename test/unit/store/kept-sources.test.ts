import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Unwritable } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { verifyDirectory } from "#src/store/disk/verify.js";
import { MemoryDisk } from "./disk/memory-disk.js";
import { DATA, openCatalog } from "./scenario.js";
import { loadKept, loadText, tinyFormat } from "./tiny.js";

/** Texts of the kept files of a directory. */
function listKept(disk: MemoryDisk): readonly string[] {
  return [...disk.files]
    .filter(([path]) => /\/sources\/[0-9a-f]{64}\.gz$/.test(path))
    .map(([, { bytes }]) => ["first", "second", "third"].find((text) => bytes.includes(text)) ?? "?")
    .toSorted();
}

describe("kept sources", () => {
  it("stay as long as a version that has them, and once for all that have the same", async () => {
    const disk = new MemoryDisk();
    const catalog = await Catalog.open(DATA, tinyFormat(), disk, { versions: 2, bytes: Infinity, sources: true });
    assert.equal(catalog.keepsSources, true);
    await loadKept(catalog, disk, "town", "first");
    await loadKept(catalog, disk, "other", "first");
    await loadKept(catalog, disk, "town", "second");
    assert.deepEqual(listKept(disk), ["first", "second"]);
    const { content } = catalog.get("town")!.sources[0]!;
    assert.ok(disk.files.has(catalog.keptPath(content!.digest)));
    await loadKept(catalog, disk, "town", "third");
    await catalog.drop("other");
    await catalog.setPrivate("town", true);
    assert.deepEqual(listKept(disk), ["second", "third"], "two versions of town are kept, and two generations");
    assert.deepEqual((await verifyDirectory(disk, DATA)).damages, []);
    assert.deepEqual(
      [...disk.files.keys()].filter((path) => path.startsWith("/copy-")),
      [],
    );
  });

  it("are purged with their version, unless another one has them", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    await loadKept(catalog, disk, "town", "first");
    await loadKept(catalog, disk, "town", "second");
    await loadText(catalog, "town", "else", { sources: catalog.get("town")!.sources });
    await catalog.purge("town", [1, 2]);
    assert.deepEqual(listKept(disk), ["second"]);
    disk.error = (call, path) => (call === "unlink" && path.includes("/sources/") ? { code: "EACCES" } : undefined);
    await loadText(catalog, "town", "last");
    await assert.rejects(catalog.purge("town", [3]), /could not be removed: sources\/[0-9a-f]{64}\.gz/);
    disk.error = () => undefined;
    await loadText(catalog, "town", "more");
    assert.deepEqual(listKept(disk), []);
  });

  it("are removed after a load that fails", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    await loadText(catalog, "town", "first");
    disk.error = (call, path) => (call === "create" && path.includes("manifest-") ? { code: "ENOSPC" } : undefined);
    await assert.rejects(loadKept(catalog, disk, "town", "second"), Unwritable);
    disk.error = () => undefined;
    await catalog.setPrivate("town", true);
    assert.deepEqual(listKept(disk), []);
  });

  it("are verified: one may be missing, damaged, or hold something else", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    await loadKept(catalog, disk, "town", "first");
    const path = catalog.keptPath(catalog.get("town")!.sources[0]!.content!.digest);
    const file = path.slice(`${DATA}/`.length);
    const kept = disk.files.get(path)!;
    const { bytes } = kept;
    const expected = [{ file, datasets: ["town"] }];
    const described = async (): Promise<unknown> =>
      (await verifyDirectory(disk, DATA)).damages.map(({ file, datasets }) => ({ file, datasets }));
    assert.deepEqual(await described(), []);
    for (const damaged of [bytes.subarray(0, -9), Buffer.from("first"), Buffer.alloc(0)]) {
      kept.bytes = damaged;
      assert.deepEqual(await described(), expected);
    }
    await disk.unlink(path);
    const { damages } = await verifyDirectory(disk, DATA);
    assert.deepEqual(damages, [{ file, error: `${file} is missing`, datasets: ["town"] }]);
    assert.equal((await openCatalog(disk)).health.status, "ok", "the dataset needs none of them");
  });
});
