import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CutCount } from "#src/columnar/select/cut-statistics.js";
import { Catalog } from "#src/store/catalog.js";
import { MemoryDisk } from "./disk/memory-disk.js";
import { loadText, type TinyEngine, tinyFormat } from "./tiny.js";

const DATA = "/data";

function open(disk: MemoryDisk): Promise<Catalog> {
  return Catalog.open(DATA, tinyFormat(), disk);
}

function townOf(catalog: Catalog): TinyEngine {
  return catalog.get("town")!.engine as TinyEngine;
}

function ask(catalog: Catalog, times: number): void {
  for (let at = 0; at < times; at++) townOf(catalog).cutStatistics.note("region", 0.5);
}

function askedOf(catalog: Catalog): readonly CutCount[] {
  return townOf(catalog).cutStatistics.list();
}

describe("what was asked of a dataset", () => {
  const region = (cuts: number): readonly CutCount[] => [{ dimension: "region", cuts, passed: cuts / 2 }];

  it("is known of the versions that follow, by loads and by going back, and of no other dataset", async () => {
    const catalog = await open(new MemoryDisk());
    for (const name of ["town", "roads"]) await loadText(catalog, name, "first");
    ask(catalog, 3);
    await loadText(catalog, "town", "second");
    assert.deepEqual(askedOf(catalog), region(3));
    ask(catalog, 2);
    await catalog.rollBack("town");
    assert.deepEqual(askedOf(catalog), region(5));
    assert.deepEqual(catalog.get("roads")!.engine.hints(), []);
    await catalog.drop("town");
    await loadText(catalog, "town", "third");
    assert.deepEqual(askedOf(catalog), []);
  });

  it("is kept at a load, and known when the directory is opened again, whatever else was changed", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadText(catalog, "town", "first");
    assert.deepEqual(askedOf(await open(disk)), []);
    ask(catalog, 3);
    await loadText(catalog, "town", "second");
    ask(catalog, 4);
    await catalog.setPrivate("town", true);
    await catalog.changeManagers("town", ["ada"], []);
    const again = await open(disk);
    assert.deepEqual(askedOf(again), region(3));
    await again.rollBack("town");
    assert.deepEqual(askedOf(again), region(3));
    assert.deepEqual(askedOf(await open(disk)), region(3));
  });
});
