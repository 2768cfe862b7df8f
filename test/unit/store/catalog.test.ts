import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Entry } from "#src/engine/engine.js";
import { plainFormat } from "#src/plain/builder.js";
import { Catalog } from "#src/store/catalog.js";
import type { Dataset } from "#src/store/dataset.js";
import { type Row, spendingDataset, spendingModel } from "../../fixtures.js";

async function inDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  try {
    await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function describeDataset({ engine, model, ...rest }: Dataset): Promise<unknown> {
  const entries: Entry[] = [];
  for await (const batch of engine.entries()) entries.push(...batch);
  return { ...rest, document: model.document, entries };
}

const row = fc.record({
  id: fc.stringMatching(/^[0-9a-f]{1,8}$/),
  paid: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  planned: fc.bigInt({ min: -9n, max: 9n }),
  date: fc.constantFrom("0001-01-01", "2009-06-30", "9999-12-31"),
  until: fc.constantFrom(null, "2011-01-01"),
  region: fc.string({ unit: "binary", maxLength: 10 }),
  rate: fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
  ),
  code: fc.constantFrom("1", "2", ""),
});

describe("Catalog", () => {
  it("reads back what it published", async () => {
    await inDirectory(async (directory) => {
      await fc.assert(
        fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows: readonly Row[]) => {
          const dataset = spendingDataset(rows, { private: true, managers: ["ada", "__proto__"] });
          await (await Catalog.open(directory, plainFormat)).publish(dataset);
          const read = (await Catalog.open(directory, plainFormat)).get("town");
          assert.deepEqual(await describeDataset(read!), await describeDataset(dataset));
        }),
        { numRuns: 30 },
      );
    });
  });

  it("keeps names apart that differ in case only", async () => {
    await inDirectory(async (directory) => {
      const catalog = await Catalog.open(directory, plainFormat);
      for (const name of ["town", "Town"]) {
        const model = spendingModel();
        const document = { ...model.document, dataset: { ...model.document.dataset, name } };
        const named = { ...model, document, dataset: { ...model.dataset, name } };
        await catalog.publish(spendingDataset([], { model: named }));
      }
      const names = (await Catalog.open(directory, plainFormat)).list().map(({ model }) => model.dataset.name);
      assert.deepEqual(names.toSorted(), ["Town", "town"]);
    });
  });

  it("has nothing where there is no directory, and makes none by looking", async () => {
    await inDirectory(async (directory) => {
      const missing = join(directory, "missing");
      assert.deepEqual((await Catalog.open(missing, plainFormat)).list(), []);
      assert.deepEqual(await readdir(directory), []);
    });
  });

  it("forgets what is dropped", async () => {
    await inDirectory(async (directory) => {
      const catalog = await Catalog.open(directory, plainFormat);
      await catalog.publish(spendingDataset([]));
      await catalog.drop("town");
      assert.equal(catalog.get("town"), undefined);
      assert.deepEqual(await readdir(directory), []);
    });
  });

  it("refuses a snapshot that is cut short anywhere", async () => {
    await inDirectory(async (directory) => {
      const catalog = await Catalog.open(directory, plainFormat);
      await catalog.publish(spendingDataset([{ id: "a", paid: 1n }]));
      const path = join(directory, (await readdir(directory))[0]!);
      const whole = await readFile(path);
      for (let length = 0; length < whole.length; length += 7) {
        await writeFile(path, whole.subarray(0, length));
        await assert.rejects(Catalog.open(directory, plainFormat), new RegExp(path));
      }
    });
  });

  it("ignores a file that was left half written", async () => {
    await inDirectory(async (directory) => {
      await writeFile(join(directory, "0123.snapshot.tmp"), "half");
      assert.deepEqual((await Catalog.open(directory, plainFormat)).list(), []);
    });
  });
});
