import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Conflict, NotFound } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { MemoryDisk } from "./disk/memory-disk.js";
import { describeCatalog, labelDataset, loadText, tinyFormat } from "./tiny.js";

function open(files: MemoryDisk): Promise<Catalog> {
  return Catalog.open("/data", tinyFormat(), files);
}

describe("edits of a dataset", () => {
  it("shows the same entries with the edited model as a new version, and reads it back", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    const engine = await loadText(catalog, "town", "first");
    const before = catalog.get("town")!;
    const reading = catalog.beginReading();
    await labelDataset(catalog, "town", "Our town");
    reading.end();
    const after = catalog.get("town")!;
    assert.deepEqual([before.model.dataset.label, after.model.dataset.label], ["Town spending", "Our town"]);
    assert.ok(after.engine === engine && !engine.isDisposed);
    assert.notEqual(after.version, before.version);
    assert.deepEqual({ ...(await open(disk)).get("town")!, engine: null }, { ...after, engine: null });
    await labelDataset(catalog, "town", "Town spending");
    const undone = (await open(disk)).get("town")!;
    assert.deepEqual(undone.model, before.model);
    assert.ok(!("edits" in catalog.records[0]!.current));
  });

  it("disposes of the entries once they are replaced, not when the model is edited", async () => {
    const catalog = await open(new MemoryDisk());
    const first = await loadText(catalog, "town", "first");
    const early = catalog.beginReading();
    await labelDataset(catalog, "town", "Our town");
    const late = catalog.beginReading();
    await loadText(catalog, "town", "second");
    early.end();
    assert.equal(first.isDisposed, false);
    late.end();
    assert.equal(first.isDisposed, true);
  });

  it("restores the edits from before the last load", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadText(catalog, "town", "first");
    await labelDataset(catalog, "town", "Our town");
    const { model, asLoaded } = catalog.get("town")!;
    await loadText(catalog, "town", "second", { model, asLoaded });
    await labelDataset(catalog, "town", "Their town");
    assert.deepEqual(describeCatalog(await open(disk)), { town: 'second public "Their town"' });
    await catalog.rollBack("town");
    for (const each of [catalog, await open(disk)]) {
      assert.deepEqual(describeCatalog(each), { town: 'first public "Our town"' });
    }
  });

  it("refuses an edit if the dataset was changed meanwhile, and a load if it was edited meanwhile", async () => {
    const catalog = await open(new MemoryDisk());
    await loadText(catalog, "town", "first");
    const base = catalog.get("town")!;
    await labelDataset(catalog, "town", "Our town");
    await assert.rejects(catalog.changeModel(base, base.model), Conflict);
    await assert.rejects(loadText(catalog, "town", "second", { base }), Conflict);
    await catalog.drop("town");
    await assert.rejects(catalog.changeModel(base, base.model), NotFound);
    assert.deepEqual(describeCatalog(catalog), {});
  });
});
