import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { describe, it } from "node:test";
import type { Engine } from "#src/core/engine/engine.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { DamagedStore } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { entriesOf, SAMPLE } from "../../contract/sample.js";
import { entryInput, spendingModel } from "../../fixtures.js";
import { plainFormat } from "../../reference/builder.js";
import { MemoryDisk } from "./disk/memory-disk.js";

/** A format that stores versions elsewhere; its serialized form is a reference. */
function formatElsewhere(elsewhere: Map<number, Engine>): TableFormat {
  return {
    build: plainFormat.build,
    async serialize(engine) {
      await setImmediate();
      const place = elsewhere.size;
      elsewhere.set(place, engine);
      return { header: { place }, parts: [] };
    },
    open(_, header, lengths) {
      assert.deepEqual(lengths, []);
      return {
        parts: [],
        async open() {
          await setImmediate();
          const engine = elsewhere.get((header as { place: number }).place);
          if (!engine) throw new DamagedStore("It is not there");
          return engine;
        },
        dispose: () => {},
      };
    },
  };
}

describe("a dataset that is stored by reference", () => {
  const model = spendingModel();

  async function publish(catalog: Catalog, format: TableFormat, rows: typeof SAMPLE): Promise<void> {
    const builder = format.build(model, null, 1);
    await builder.write(rows.map(entryInput));
    const { engine } = await builder.finish();
    const base = catalog.get("town");
    await catalog.publish({ model, engine, sources: [], base, private: false, managers: [] });
  }

  it("is opened again, and rolled back to the previous version", async () => {
    const disk = new MemoryDisk();
    const format = formatElsewhere(new Map());
    const catalog = await Catalog.open("/data", format, disk);
    await publish(catalog, format, SAMPLE);
    await publish(catalog, format, SAMPLE.slice(0, 2));
    const again = await Catalog.open("/data", format, disk);
    assert.deepEqual(await entriesOf(again.get("town")!.engine), await entriesOf(catalog.get("town")!.engine));
    await again.rollBack("town");
    assert.equal(again.get("town")!.engine.numEntries, SAMPLE.length);
  });

  it("leaves the catalog degraded while the other place cannot be reached", async () => {
    const reasons: string[] = [];
    const format = { ...formatElsewhere(new Map()), health: () => reasons };
    const catalog = await Catalog.open("/data", format, new MemoryDisk());
    assert.deepEqual(catalog.health, { status: "ok", reasons: [] });
    reasons.push("One of two places cannot be reached");
    assert.deepEqual(catalog.health, { status: "degraded", reasons: ["One of two places cannot be reached"] });
    reasons.pop();
    assert.deepEqual(catalog.health, { status: "ok", reasons: [] });
  });

  it("is not served if the referenced version is gone", async () => {
    const disk = new MemoryDisk();
    const elsewhere = new Map<number, Engine>();
    const format = formatElsewhere(elsewhere);
    await publish(await Catalog.open("/data", format, disk), format, SAMPLE);
    elsewhere.clear();
    await assert.rejects(Catalog.open("/data", format, disk), /It is not there/);
  });
});
