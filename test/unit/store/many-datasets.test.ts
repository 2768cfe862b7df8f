import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Catalog } from "#src/store/catalog.js";
import { entryInput, spendingModel } from "../../fixtures.js";
import type { OpenFile } from "#src/store/disk/file-system.js";
import { EMPTY_STATE, type DatasetRecord } from "#src/store/disk/manifest.js";
import { listPurged } from "#src/store/disk/purged-files.js";
import { plainFormat } from "../../reference/builder.js";
import { MemoryDisk } from "./disk/memory-disk.js";

/** A disk that counts the folders of segments that are listed, and the reads of segments. */
class CountingDisk extends MemoryDisk {
  listed = 0;
  reads = 0;
  /** Most segments that were open at once. */
  most = 0;
  #numOpen = 0;

  override async open(path: string): Promise<OpenFile> {
    const file = await super.open(path);
    if (!path.endsWith(".segment")) return file;
    this.most = Math.max(this.most, ++this.#numOpen);
    const read: OpenFile["read"] = (into, position) => {
      this.reads++;
      return file.read(into, position);
    };
    const close = async (): Promise<void> => {
      this.#numOpen--;
      await file.close();
    };
    return { ...file, read, close };
  }

  override async readdir(path: string): Promise<readonly string[]> {
    if (path.endsWith("segments")) this.listed++;
    return super.readdir(path);
  }
}

async function publish(catalog: Catalog, name: string, id: string): Promise<void> {
  const own = spendingModel();
  const document = { ...own.document, dataset: { ...own.document.dataset, name } };
  const model = { ...own, dataset: { ...own.dataset, name }, document };
  const builder = plainFormat.build(model, null, 1);
  await builder.write([entryInput({ id, paid: 1n })]);
  const { engine } = await builder.finish();
  await catalog.publish({ model, engine, sources: [], base: catalog.get(name), private: false, managers: [] });
}

describe("a site of many datasets", () => {
  it("looks through the files of all of them only where a version may have been left behind", async () => {
    const disk = new CountingDisk();
    const catalog = await Catalog.open("/data", plainFormat, disk);
    await publish(catalog, "first", "1");
    disk.listed = 0;
    for (const name of ["a", "b", "c", "d"]) await publish(catalog, name, "1");
    assert.equal(disk.listed, 0);
    await catalog.drop("a");
    await publish(catalog, "e", "1");
    await publish(catalog, "f", "1");
    assert.equal(disk.listed, 1);
    const segments = await disk.readdir("/data/segments");
    assert.equal(segments.filter((each) => each.endsWith(".segment")).length, 6);
  });

  it("has the models of all at hand where it is open, and else reads them", async () => {
    const disk = new CountingDisk();
    const catalog = await Catalog.open("/data", plainFormat, disk);
    for (const name of ["a", "b", "c"]) await publish(catalog, name, "1");
    const namesIn = async (from: Catalog): Promise<readonly string[]> =>
      (await from.readModels()).map(({ dataset }) => dataset.name);
    disk.reads = 0;
    assert.deepEqual([await namesIn(catalog), disk.reads], [["a", "b", "c"], 0]);
    const closed = await Catalog.open("/data", null, disk);
    assert.deepEqual([await namesIn(closed), disk.reads], [["a", "b", "c"], 3]);
  });

  it("are opened with one read each, some at once", async () => {
    const disk = new CountingDisk();
    const catalog = await Catalog.open("/data", plainFormat, disk);
    for (let at = 0; at < 20; at++) await publish(catalog, `town-${at}`, "1");
    disk.reads = 0;
    const opened = await Catalog.open("/data", plainFormat, disk);
    assert.equal(opened.list().length, 20);
    assert.deepEqual([disk.reads, disk.most], [20, 4]);
  });

  it("looks for what was purged only in datasets that changed", () => {
    let looked = 0;
    const recordOf = (at: number): DatasetRecord => {
      const record = { name: `town-${at}`, created: "2024-01-08T00:00:00.000Z" };
      return {
        ...record,
        get earlier() {
          looked++;
          return [];
        },
      } as unknown as DatasetRecord;
    };
    const datasets = Array.from({ length: 1000 }, (_, at) => recordOf(at));
    const before = { ...EMPTY_STATE, datasets };
    assert.equal(listPurged({ ...EMPTY_STATE, datasets: [recordOf(5), ...datasets.toSpliced(5, 1)] }, before), null);
    assert.equal(looked, 1);
  });
});
