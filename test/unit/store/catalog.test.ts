import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Conflict, NotFound } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { awaitedOwner } from "#src/store/disk/owners.js";
import type { FileSystem } from "#src/store/disk/file-system.js";
import { nodeFileSystem } from "#src/store/disk/file-system.js";
import { MemoryDisk } from "./disk/memory-disk.js";
import {
  describeCatalog,
  labelDataset,
  loadText,
  namedModel,
  tinyEngine,
  tinyFormat,
  type TinyEngine,
} from "./tiny.js";

const DATA = "/data";

function open(files: FileSystem): Promise<Catalog> {
  return Catalog.open(DATA, tinyFormat(), files);
}

describe("Catalog", () => {
  it("reads back what it published", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadText(catalog, "town", "first", { private: true, managers: ["ada", "__proto__"] });
    await loadText(catalog, "Town", "other");
    const read = await open(disk);
    assert.deepEqual(describeCatalog(read), { Town: "other public", town: "first private ada __proto__" });
    const [before, after] = [catalog.get("town")!, read.get("town")!];
    assert.deepEqual({ ...after, engine: null }, { ...before, engine: null });
  });

  it("reads back what it wrote to a real disk, several chunks long", async () => {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
    try {
      const data = join(directory, "deep", "data");
      const text = "0123456789".repeat(400_000);
      const catalog = await Catalog.open(data, tinyFormat(), nodeFileSystem);
      await loadText(catalog, "town", text);
      const read = await Catalog.open(data, tinyFormat(), nodeFileSystem);
      assert.equal((read.get("town")!.engine as TinyEngine).text, text);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it("is empty without a directory, and does not create one by opening", async () => {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
    try {
      const catalog = await Catalog.open(join(directory, "missing"), tinyFormat());
      assert.deepEqual([catalog.list(), catalog.health], [[], { status: "ok", reasons: [] }]);
      assert.deepEqual(await readdir(directory), []);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it("drops datasets for good", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    const engine = await loadText(catalog, "town", "first");
    await catalog.drop("town");
    assert.equal(catalog.get("town"), undefined);
    assert.ok(engine.isDisposed);
    assert.deepEqual((await open(disk)).list(), []);
    await assert.rejects(catalog.drop("town"), NotFound);
  });

  const removals: readonly [name: string, change: (catalog: Catalog) => Promise<void>, isRemoval: boolean][] = [
    ["a drop", (catalog) => catalog.drop("town"), true],
    ["a change to private", (catalog) => catalog.setPrivate("town", true), true],
    [
      "a load",
      async (catalog) => void (await loadText(catalog, "town", "second", { base: catalog.get("town") })),
      false,
    ],
    ["a roll back", (catalog) => catalog.rollBack("town"), false],
    ["a drop of what was private", (catalog) => catalog.drop("secret"), false],
  ];
  for (const [name, change, isRemoval] of removals) {
    it(`${isRemoval ? "counts" : "does not count"} ${name} as a removal for readers`, async () => {
      const catalog = await open(new MemoryDisk());
      await loadText(catalog, "town", "zeroth");
      await loadText(catalog, "town", "first", { base: catalog.get("town") });
      await loadText(catalog, "secret", "first", { private: true });
      const last = (): Date => catalog.lastRemoval((was) => !was.private);
      const before = last();
      await change(catalog);
      assert.equal(last() > before, isRemoval);
    });
  }

  it("keeps its visibility and its managers when a dataset is loaded again", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadText(catalog, "town", "first", { managers: [awaitedOwner("ada")] });
    const base = catalog.get("town");
    await catalog.setPrivate("town", true);
    await catalog.changeManagers("town", ["bob", "eve"], ["ada"]);
    await loadText(catalog, "town", "second", { base, managers: ["mallory"] });
    for (const each of [catalog, await open(disk)]) {
      assert.deepEqual(describeCatalog(each), { town: "second private bob eve" });
      assert.deepEqual(each.get("town")!.created, base!.created);
    }
  });

  it("gives each version that differs for readers its own identifier", async () => {
    const catalog = await open(new MemoryDisk());
    const versions = new Set<string>();
    const note = (): unknown => versions.add(catalog.get("town")!.version);
    await loadText(catalog, "town", "first");
    note();
    await loadText(catalog, "town", "second");
    note();
    await catalog.setPrivate("town", true);
    note();
    await catalog.rollBack("town");
    note();
    assert.equal(versions.size, 4);
  });

  it("refuses a load that was built upon a version that was replaced", async () => {
    const catalog = await open(new MemoryDisk());
    await loadText(catalog, "town", "first");
    const base = catalog.get("town");
    await loadText(catalog, "town", "second");
    await assert.rejects(loadText(catalog, "town", "third", { base }), Conflict);
    await assert.rejects(loadText(catalog, "town", "third", { base: undefined }), Conflict);
    assert.deepEqual(describeCatalog(catalog), { town: "second public" });
  });

  it("restores the version from before the last load, whatever happened to other datasets since", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    const first = await loadText(catalog, "town", "first");
    const second = await loadText(catalog, "town", "second");
    for (const text of ["a", "b", "c"]) await loadText(catalog, "other", text);
    await catalog.setPrivate("town", true);
    await catalog.rollBack("town");
    for (const each of [catalog, await open(disk)]) {
      assert.deepEqual(describeCatalog(each), { other: "c public", town: "first private" });
      assert.deepEqual(
        each.get("town")!.sources.map(({ url }) => url),
        ["/first.csv"],
      );
    }
    assert.deepEqual([first.isDisposed, second.isDisposed], [true, true]);
    await assert.rejects(catalog.rollBack("town"), Conflict);
    await assert.rejects(catalog.rollBack("nowhere"), NotFound);
  });

  it("changes records of datasets without reading their tables", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    for (const text of ["first", "second"]) await loadText(catalog, "town", text);
    const records = await Catalog.open(DATA, null, disk);
    assert.deepEqual(records.list(), []);
    assert.deepEqual(
      records.records.map(({ name, current }) => [name, current.numEntries]),
      [["town", 6]],
    );
    await records.rollBack("town");
    await records.setPrivate("town", true);
    assert.deepEqual(describeCatalog(await open(disk)), { town: "first private" });
  });

  it("writes only the tables that have changed", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadText(catalog, "large", "x".repeat(100_000));
    await loadText(catalog, "small", "a");
    const before = disk.steps.length;
    await loadText(catalog, "small", "b");
    await catalog.setPrivate("large", true);
    await catalog.changeManagers("large", ["ada"], []);
    await labelDataset(catalog, "large", "Edited");
    const written = disk.steps
      .slice(before)
      .reduce((sum, step) => sum + (step.type === "write" ? step.bytes.length : 0), 0);
    assert.ok(written < 20_000, `${written} bytes were written`);
  });

  it("keeps two generations and the segments that they refer to, and nothing else", async () => {
    const disk = new MemoryDisk();
    const catalog = await Catalog.open(DATA, tinyFormat(), disk, { versions: 2, bytes: Infinity, sources: false });
    for (const text of ["a", "b", "c", "d"]) await loadText(catalog, "town", text);
    // The last generation holds d and c, the one before c and b.
    const names = [...disk.files.keys()];
    assert.deepEqual(
      [
        names.filter((name) => name.endsWith(".segment")).length,
        names.filter((name) => name.includes("manifest")).length,
      ],
      [3, 2],
    );
    await catalog.drop("town");
    await catalog.changeManagers("town", ["ada"], []).catch(() => {});
    await loadText(catalog, "other", "e");
    assert.equal([...disk.files.keys()].filter((name) => name.endsWith(".segment")).length, 1);
  });

  it("never names a file after a dataset", async () => {
    const disk = new MemoryDisk();
    await loadText(await open(disk), "quitepeculiar", "text");
    assert.deepEqual(
      [...disk.files.keys()].filter((name) => name.includes("quitepeculiar")),
      [],
    );
  });

  it("runs concurrent writes one after the other", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadText(catalog, "town", "first");
    await Promise.all([
      ...Array.from({ length: 10 }, (_, i) => catalog.changeManagers("town", [`user${i}`], [])),
      ...Array.from({ length: 10 }, (_, i) => loadText(catalog, `dataset${i}`, `text ${i}`)),
    ]);
    const read = await open(disk);
    assert.deepEqual(describeCatalog(read), describeCatalog(catalog));
    assert.deepEqual([read.list().length, read.get("town")!.managers.length], [11, 10]);
  });

  it("makes a load visible only once it is safe on disk", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    const seen: [call: string, isSeen: boolean][] = [];
    disk.error = (call, path) => {
      // Nothing depends on the reserve.
      if (!path.startsWith(`${DATA}/reserve`)) seen.push([call, catalog.get("town") !== undefined]);
      return undefined;
    };
    await loadText(catalog, "town", "first");
    const before = seen.filter(([, isSeen]) => !isSeen).map(([call]) => call);
    const after = seen.filter(([, isSeen]) => isSeen).map(([call]) => call);
    // Two manifests, the rights and a segment, each with its directory; and the parents of the two directories that were created.
    assert.deepEqual(
      ["sync", "syncDirectory"].map((name) => before.filter((call) => call === name).length),
      [4, 7],
    );
    assert.deepEqual(
      after.filter((call) => call !== "readdir" && call !== "unlink"),
      [],
    );
    assert.deepEqual(describeCatalog(catalog), { town: "first public" });
  });

  it("keeps versions open that a reader may have found until its lease ends", async () => {
    const catalog = await open(new MemoryDisk());
    const first = await loadText(catalog, "town", "first");
    const early = catalog.beginReading();
    const second = await loadText(catalog, "town", "second");
    const late = catalog.beginReading();
    const third = await loadText(catalog, "town", "third");
    await catalog.drop("town");
    const none = catalog.beginReading();
    const disposed = (): boolean[] => [first, second, third].map(({ isDisposed }) => isDisposed);
    assert.deepEqual(disposed(), [false, false, false]);
    early.end();
    early.end();
    assert.deepEqual(disposed(), [true, false, false]);
    late.end();
    assert.deepEqual(disposed(), [true, true, true]);
    none.end();
  });

  it("does not keep versions open for a lease that was sealed before them", async () => {
    const catalog = await open(new MemoryDisk());
    const first = await loadText(catalog, "town", "first");
    const reading = catalog.beginReading();
    reading.seal();
    const second = await loadText(catalog, "town", "second");
    await loadText(catalog, "town", "third");
    assert.deepEqual([first.isDisposed, second.isDisposed], [false, true]);
    reading.end();
    assert.ok(first.isDisposed);
  });

  it("leaves the engine to the caller if it cannot publish", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    disk.error = (call) => (call === "write" ? { code: "ENOSPC" } : undefined);
    const engine = tinyEngine("first");
    const load = { model: namedModel("town"), engine, sources: [], base: undefined, private: false, managers: [] };
    await assert.rejects(catalog.publish(load), /no space is left \(ENOSPC\)/);
    assert.equal(engine.isDisposed, false);
  });
});
