import assert from "node:assert/strict";
import { appendFile, writeFile } from "node:fs/promises";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { editModel, readTexts } from "#src/core/model/edit/edits.js";
import { Catalog } from "#src/store/catalog.js";
import { SPENDING } from "../fixtures.js";
import { type Files, load, withFiles } from "./files.js";
import { run } from "./run.js";

const kernel = Kernel.start();
after(() => kernel.close());

const EDITS = new Map([
  ["dataset.label", "Our town"],
  ["mapping.region.label", "Part of town"],
]);

/** Do something with the dataset of a data directory, as a server that owns it would. */
async function withTown<T>({ data }: Files, use: (catalog: Catalog) => Promise<T>): Promise<T> {
  const catalog = await Catalog.open(data, columnarFormat(kernel));
  try {
    return await use(catalog);
  } finally {
    for (const { engine } of catalog.list()) engine.dispose();
  }
}

const edit = (files: Files): Promise<void> =>
  withTown(files, async (catalog) => {
    const dataset = catalog.get("town")!;
    await catalog.changeModel(dataset, editModel(dataset.asLoaded, EDITS));
  });

/** How many entries there are, and the texts that were edited. */
const look = (files: Files): Promise<readonly unknown[]> =>
  withTown(files, async (catalog) => {
    const { model, engine } = catalog.get("town")!;
    const texts = readTexts(model);
    return [engine.numEntries, ...[...EDITS.keys()].map((place) => texts.get(place))];
  });

describe("a dataset with edited labels", () => {
  it("keeps them when it is loaded again from its files", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      await edit(files);
      await appendFile(files.good, "1,,2011,,c,North,,1,Police,#112233,\n");
      const { status, err } = await load(files, files.good);
      assert.deepEqual([status, err], [0, ""]);
      assert.deepEqual(await look(files), [3, ...EDITS.values()]);
      const label = "Label of the file";
      await writeFile(files.model, JSON.stringify({ ...SPENDING, dataset: { ...SPENDING.dataset, label } }));
      assert.equal((await load(files, files.good)).status, 0);
      assert.deepEqual(await look(files), [3, label, "Part of town"]);
    }));

  it("gets back the earlier ones by a rollback", () =>
    withFiles(async (files) => {
      await load(files, files.good);
      await appendFile(files.good, "1,,2011,,c,North,,1,Police,#112233,\n");
      await load(files, files.good);
      await edit(files);
      assert.deepEqual(await look(files), [3, ...EDITS.values()]);
      const { status } = await run(["dataset", "rollback", "town", "--data", files.data]);
      assert.equal(status, 0);
      assert.deepEqual(await look(files), [2, "Town spending", "region"]);
    }));
});
