import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { TableFormat } from "#src/core/engine/storage.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { plainFormat } from "../../reference/builder.js";
import { Catalog } from "#src/store/catalog.js";
import { entriesOf } from "../../contract/sample.js";
import { entryInput, type Row, spendingModel } from "../../fixtures.js";
import { MemoryDisk } from "./disk/memory-disk.js";

const kernel = Kernel.start();
after(() => kernel.close());

const FORMATS: Readonly<Record<string, TableFormat>> = {
  plain: plainFormat,
  columnar: columnarFormat(kernel),
  "columnar, over several memories": columnarFormat(kernel, 4096),
};

const row = fc.record({
  id: fc.nat({ max: 10_000 }).map((number) => createHash("sha1").update(`${number}`).digest("hex")),
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

describe("a dataset that is opened again", () => {
  for (const [name, format] of Object.entries(FORMATS)) {
    it(`has all its entries, whatever they contain: ${name}`, async () => {
      const model = spendingModel();
      await fc.assert(
        fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (rows: readonly Row[]) => {
          const disk = new MemoryDisk();
          const catalog = await Catalog.open("/data", format, disk);
          const builder = format.build(model, null, 1);
          for (const each of rows) builder.write([entryInput(each)]);
          const sources = [{ id: 1, url: "/town.csv", loaded: new Date(0) }];
          const load = {
            model,
            engine: (await builder.finish()).engine,
            sources,
            base: undefined,
            private: true,
            managers: ["__proto__"],
          };
          const published = await catalog.publish(load);
          const read = (await Catalog.open("/data", format, disk)).get("town")!;
          const { engine: got, model: gotModel, ...rest } = read;
          const { engine: wanted, model: _, ...wantedRest } = published;
          assert.deepEqual([rest, gotModel.document], [wantedRest, model.document]);
          assert.deepEqual(await entriesOf(got), await entriesOf(wanted));
          for (const engine of [got, wanted]) engine.dispose();
        }),
        { numRuns: 30 },
      );
    });
  }
});
