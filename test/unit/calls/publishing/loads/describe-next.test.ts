import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { Catalog } from "#src/store/catalog.js";
import { loadFile, servicesOf } from "../../../../fixtures.js";

const { model } = parseModel({
  dataset: { name: "town", label: "Town", description: "Made up for this test", currency: "EUR" },
  mapping: {
    amount: { type: "measure", label: "Paid", column: "Paid", datatype: "float" },
    time: { type: "date", label: "Date", column: "Date", datatype: "date" },
    no: { type: "attribute", label: "No", column: "No", datatype: "string", key: true },
  },
});

describe("a load of unique keys", () => {
  it("is refused for entries of other sources by engines, too, that do not report these", async () => {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
    const kernel = Kernel.start();
    try {
      const format = columnarFormat(kernel);
      const catalog = await Catalog.open(join(directory, "data"), format);
      const services = servicesOf(catalog, format);
      // As a cluster does, which replaces all entries with the same key without a word.
      const loader = {
        ...services.loader,
        load: (load) => services.loader.load({ ...load, unique: false }),
      } as typeof services.loader;
      const silent = { ...services, loader };
      const [one, two] = ["one.csv", "two.csv"].map((name) => join(directory, name));
      await writeFile(one!, "Date,No,Paid\n2024-01-01,1,5\n2024-01-02,2,6\n");
      await writeFile(two!, "Date,No,Paid\n2024-02-01,2,7\n2024-02-02,3,8\n");
      await loadFile(silent, model, one!, { unique: true });
      await assert.rejects(
        loadFile(silent, model, two!, { unique: true }),
        /^BadSource: 1 row has the same key as an entry of another source/,
      );
      assert.equal(catalog.get("town")!.engine.numEntries, 2);
      await loadFile(silent, model, two!);
      assert.equal(catalog.get("town")!.engine.numEntries, 3);
      await loadFile(silent, model, two!, { unique: true });
    } finally {
      await kernel.close();
      await rm(directory, { recursive: true });
    }
  });
});
