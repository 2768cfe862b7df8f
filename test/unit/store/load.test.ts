import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadSources, sourceAt } from "#src/api/load.js";
import { Runs } from "#src/api/loads/runs.js";
import { Turns } from "#src/api/turns.js";
import { loaderHere } from "#src/ingest/table-loader.js";
import { Unwritable } from "#src/errors/errors.js";
import { MemoryDisk } from "./memory-disk.js";
import { openCatalog } from "./scenario.js";
import { loadText, namedModel, tinyFormat } from "./tiny.js";

describe("a load into a directory that nothing is written to any more", () => {
  it("is refused before its source is read", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    disk.fault = (call) => (call === "sync" ? { code: "EIO" } : undefined);
    await assert.rejects(loadText(catalog, "town", "first"), Unwritable);
    const model = namedModel("town");
    const request = {
      model,
      sources: [sourceAt({ kind: "file", path: "/nowhere.csv" }, model)],
      user: null,
      download: { directory: "/nowhere" },
      private: false,
      managers: [],
      skipInvalid: false,
      replace: false,
      skipUnchanged: false,
    };
    const desk = { catalog, loader: loaderHere(tinyFormat()), turns: new Turns(), runs: new Runs(catalog) };
    const loading = loadSources(desk, request);
    await assert.rejects(loading, /^Unwritable: Nothing is written any more until a restart: .* could not be fsynced/);
  });
});
