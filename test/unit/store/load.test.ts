import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Unwritable } from "#src/core/errors/errors.js";
import { servicesOf, loadFile } from "../../fixtures.js";
import { type Call, MemoryDisk } from "./disk/memory-disk.js";
import { openCatalog } from "./scenario.js";
import { loadText, namedModel, tinyFormat } from "./tiny.js";

const READS: ReadonlySet<Call> = new Set(["open", "read", "readdir", "close"]);

describe("a load into a read-only directory", () => {
  it("is refused before its source is read", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    disk.error = (call) => (call === "sync" ? { code: "EIO" } : undefined);
    await assert.rejects(loadText(catalog, "town", "first"), Unwritable);
    const loading = loadFile(servicesOf(catalog, tinyFormat()), namedModel("town"), "/nowhere.csv");
    await assert.rejects(loading, /^Unwritable: Nothing is written any more until a restart: .* could not be fsynced/);
  });

  it("is refused with a sentence, while what it holds is open", async () => {
    const disk = new MemoryDisk();
    await loadText(await openCatalog(disk), "town", "first");
    disk.error = (call) => (READS.has(call) ? undefined : { code: "EROFS" });
    const catalog = await openCatalog(disk);
    const reason =
      "The data directory is read-only, so nothing is written until a restart: it is mounted read-only (EROFS)";
    assert.deepEqual(catalog.health, { status: "read-only", reasons: [reason] });
    assert.equal(catalog.list().length, 1);
    await assert.rejects(loadText(catalog, "town", "second"), new Unwritable(reason));
  });
});
