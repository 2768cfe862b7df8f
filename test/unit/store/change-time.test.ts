import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { nextSecond, timeAfter } from "#src/store/change-time.js";
import { Catalog } from "#src/store/catalog.js";
import { USUAL_KEEPING } from "#src/store/versions.js";
import { MemoryDisk } from "./disk/memory-disk.js";
import { DATA } from "./scenario.js";
import { labelDataset, loadText, tinyFormat } from "./tiny.js";

const secondOf = (time: Date): number => Math.floor(time.getTime() / 1000);

describe("the time of a change", () => {
  it("lies in a later second than the change before it", () => {
    const first = timeAfter();
    const second = timeAfter(first);
    assert.ok(secondOf(new Date(second)) > secondOf(new Date(first)));
    assert.equal(timeAfter("2040-01-02T03:04:05.678Z"), "2040-01-02T03:04:06.000Z");
  });

  it("is now if the change before it is long ago", () => {
    const before = Date.now();
    const time = Date.parse(timeAfter("2020-01-01T00:00:00.000Z"));
    assert.ok(time >= before && time <= Date.now());
  });

  it("is rounded up to a later time", () => {
    assert.deepEqual(
      [5000, 5001, 5999].map((time) => nextSecond(time).getTime()),
      [6000, 6000, 6000],
    );
  });

  it("tells any two versions of a dataset apart: loads, edits, a rollback, a drop and a load anew", async () => {
    const catalog = await Catalog.open(DATA, tinyFormat(), new MemoryDisk(), USUAL_KEEPING);
    const changes: (() => Promise<unknown>)[] = [
      () => loadText(catalog, "town", "a"),
      () => loadText(catalog, "town", "b"),
      () => labelDataset(catalog, "town", "Town"),
      () => labelDataset(catalog, "town", "City"),
      () => catalog.rollBack("town"),
    ];
    const seconds: number[] = [];
    for (const change of changes) {
      await change();
      seconds.push(secondOf(catalog.get("town")!.lastModified));
    }
    assert.equal(new Set(seconds).size, changes.length, seconds.join(" "));
    await catalog.drop("town");
    await loadText(catalog, "town", "c");
    assert.ok(catalog.get("town")!.lastModified.getTime() > Date.now() - 1000);
  });
});
