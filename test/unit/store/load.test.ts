import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Unwritable } from "#src/errors/errors.js";
import { servicesOf, loadFile } from "../../fixtures.js";
import { MemoryDisk } from "./disk/memory-disk.js";
import { openCatalog } from "./scenario.js";
import { loadText, namedModel, tinyFormat } from "./tiny.js";

describe("a load into a read-only directory", () => {
  it("is refused before its source is read", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    disk.error = (call) => (call === "sync" ? { code: "EIO" } : undefined);
    await assert.rejects(loadText(catalog, "town", "first"), Unwritable);
    const loading = loadFile(servicesOf(catalog, tinyFormat()), namedModel("town"), "/nowhere.csv");
    await assert.rejects(loading, /^Unwritable: Nothing is written any more until a restart: .* could not be fsynced/);
  });
});
