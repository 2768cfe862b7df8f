import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { DamagedStore } from "#src/core/errors/errors.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { LateEngine } from "#src/engines/columnar/late-engine.js";
import { lendTable, takeTable } from "#src/engines/columnar/share-table.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { Catalog } from "#src/store/catalog.js";
import { type Dataset, summarizeVersion } from "#src/store/dataset.js";
import { readLatePart } from "#src/store/disk/late-part.js";
import { nodeFileSystem } from "#src/store/disk/file-system.js";
import { entriesOf } from "../../contract/sample.js";
import { entryInput, queryParameters, spendingModel } from "../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

const TOWNS = 6;
/** Flipped bits leave no byte as it was. */
const DAMAGE = 0xff;
const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };

function open(directory: string, manySmall = TOWNS): Promise<Catalog> {
  return Catalog.open(directory, columnarFormat(kernel), nodeFileSystem, undefined, manySmall);
}

async function publish(catalog: Catalog, name: string, paid: bigint): Promise<void> {
  const own = spendingModel();
  const document = { ...own.document, dataset: { ...own.document.dataset, name } };
  const model = { ...own, dataset: { ...own.dataset, name }, document };
  const builder = columnarFormat(kernel).build(model, null, 1);
  const rows = [
    { id: "1", paid, region: "North", function: `Payee of ${name}`, date: "2009-03-02" },
    { id: "2", paid: 2n * paid, region: "South", function: "Roads", date: "2011-04-05" },
  ];
  await builder.write(rows.map(entryInput));
  const { engine } = await builder.finish();
  await catalog.publish({ model, engine, sources: [], base: catalog.get(name), private: false, managers: [] });
}

/** Do at once all that a start left for later. */
async function workOff(catalog: Catalog): Promise<void> {
  const waiting: (() => void)[] = [];
  catalog.later.start((_, act) => {
    waiting.push(act);
    return () => {};
  });
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    next();
    await catalog.later.running;
  }
  await catalog.later.close();
}

async function withTowns(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
  try {
    const catalog = await open(directory);
    for (let town = 0; town < TOWNS; town++) await publish(catalog, `town-${town}`, BigInt(town + 1));
    await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Write openings, and open a catalog by them. */
async function openLate(directory: string): Promise<Catalog> {
  await workOff(await open(directory));
  return open(directory);
}

async function totalOf({ model, engine }: Dataset): Promise<unknown> {
  const { query } = bindAggregate(model, queryParameters("drilldown=region"), 100);
  return withReader(engine, BOUNDS, async (reader) => {
    return gatherCells(await reader.aggregate(query));
  });
}

const lateIn = (catalog: Catalog): readonly string[] =>
  catalog
    .list()
    .filter(({ engine }) => engine instanceof LateEngine)
    .map(({ model }) => model.dataset.name)
    .toSorted();
const ALL = Array.from({ length: TOWNS }, (_, town) => `town-${town}`);

/** Damage the last byte of a dataset's segment. */
async function damage({ segment }: Dataset, directory: string, at = -1): Promise<void> {
  const path = join(directory, "segments", segment!.file);
  const bytes = await readFile(path);
  const place = (at + bytes.length) % bytes.length;
  bytes[place] = bytes[place]! ^ DAMAGE;
  await writeFile(path, bytes);
}

describe("many small datasets", () => {
  it("are opened without their files once a start has written down what it needs, and answer the same", async () => {
    await withTowns(async (directory) => {
      const read = await open(directory);
      assert.deepEqual(lateIn(read), []);
      const late = await openLate(directory);
      assert.deepEqual(lateIn(late), ALL);
      for (const name of ALL) {
        const [before, now] = [read.get(name)!, late.get(name)!];
        assert.deepEqual(summarizeVersion(now), summarizeVersion(before));
        assert.deepEqual({ ...now, engine: null }, { ...before, engine: null });
        assert.deepEqual(await totalOf(now), await totalOf(before));
        assert.deepEqual(await entriesOf(now.engine), await entriesOf(before.engine));
        assert.deepEqual(now.engine.countTerm!("roads"), before.engine.countTerm!("roads"));
        assert.deepEqual(now.engine.amountForms, before.engine.amountForms);
      }
    });
  });

  it("are read at the start where they are few", async () => {
    await withTowns(async (directory) => {
      await openLate(directory);
      assert.deepEqual(lateIn(await open(directory, TOWNS + 1)), []);
    });
  });

  it("are read at the start where their openings are missing, damaged, cut short or of another segment", async () => {
    await withTowns(async (directory) => {
      await openLate(directory);
      const path = join(directory, "openings");
      const whole = await readFile(path);
      for (const at of [0, 17, 40, whole.length >> 1, whole.length - 1]) {
        const damaged = Buffer.from(whole);
        damaged[at] = damaged[at]! ^ DAMAGE;
        await writeFile(path, damaged);
        assert.deepEqual(lateIn(await open(directory)), [], `byte ${at}`);
      }
      await writeFile(path, whole.subarray(0, -1));
      assert.deepEqual(lateIn(await open(directory)), []);
      await writeFile(path, whole);
      const catalog = await open(directory);
      await publish(catalog, "town-2", 50n);
      const again = await open(directory);
      assert.deepEqual(lateIn(again), ALL.toSpliced(2, 1));
      assert.match(JSON.stringify(await totalOf(again.get("town-2")!), writeBigInt), /150/);
    });
  });

  it("say at their first use that they are damaged, and the others go on", async () => {
    await withTowns(async (directory) => {
      const before = await open(directory);
      const wanted = await totalOf(before.get("town-4")!);
      await openLate(directory);
      await damage(before.get("town-3")!, directory);
      const catalog = await open(directory);
      assert.deepEqual([catalog.list().length, catalog.health.status], [TOWNS, "ok"]);
      const damaged = catalog.get("town-3")!;
      assert.equal(damaged.engine.numEntries, 2);
      for (let time = 0; time < 2; time++) {
        await assert.rejects(async () => entriesOf(damaged.engine), DamagedStore);
      }
      assert.deepEqual(await totalOf(catalog.get("town-4")!), wanted);
    });
  });

  it("are whole again once their file is put back, and can be dropped while they are damaged", async () => {
    await withTowns(async (directory) => {
      const before = await open(directory);
      const wanted = await entriesOf(before.get("town-3")!.engine);
      await openLate(directory);
      const { segment } = before.get("town-3")!;
      const path = join(directory, "segments", segment!.file);
      const whole = await readFile(path);
      await damage(before.get("town-3")!, directory);
      await damage(before.get("town-5")!, directory);
      const catalog = await open(directory);
      await assert.rejects(async () => entriesOf(catalog.get("town-3")!.engine), new RegExp(segment!.file));
      await writeFile(path, whole);
      assert.deepEqual(await entriesOf(catalog.get("town-3")!.engine), wanted);
      await catalog.drop("town-5");
      assert.deepEqual(
        catalog
          .list()
          .map(({ model }) => model.dataset.name)
          .toSorted(),
        ALL.slice(0, -1),
      );
      for (const { engine } of catalog.list()) assert.equal((await entriesOf(engine)).length, 2);
    });
  });

  it("are verified after the start, and their damage told with its place", async () => {
    await withTowns(async (directory) => {
      const catalog = await openLate(directory);
      const { segment } = catalog.get("town-1")!;
      await damage(catalog.get("town-1")!, directory);
      await workOff(catalog);
      const { status, reasons } = catalog.health;
      assert.equal(status, "degraded");
      assert.equal(reasons.length, 1);
      assert.match(reasons[0]!, new RegExp(`^segments/${segment!.file}\\b.*damaged`));
    });
  });

  it("stay readable for those who found them when they are replaced or dropped, though nobody had read them", async () => {
    await withTowns(async (directory) => {
      const before = await open(directory);
      const wanted = await entriesOf(before.get("town-0")!.engine);
      const catalog = await openLate(directory);
      const lease = catalog.beginReading();
      const found = catalog.get("town-0")!;
      await catalog.drop("town-0");
      // The generation before has it, until the next one.
      await publish(catalog, "town-1", 7n);
      await publish(catalog, "town-1", 8n);
      const names = await readdir(join(directory, "segments"));
      assert.ok(!names.includes(found.segment!.file));
      assert.deepEqual(await entriesOf(found.engine), wanted);
      lease.end();
      assert.throws(() => found.engine.read(BOUNDS));
    });
  });

  it("are read once, by the thread that first needs them", async () => {
    await withTowns(async (directory) => {
      const read = await open(directory);
      const catalog = await openLate(directory);
      const { model, engine, segment } = catalog.get("town-2")!;
      const wanted = await entriesOf(read.get("town-2")!.engine);
      const lent = lendTable(engine);
      const other = Kernel.start({ threads: 1 });
      const taken = takeTable(other, model, structuredClone(lent.table), { read: readLatePart });
      assert.deepEqual(await entriesOf(taken), wanted);
      await rm(join(directory, "segments", segment!.file));
      assert.deepEqual(await entriesOf(engine), wanted);
      taken.dispose();
      lent.end();
      await other.close();
    });
  });

  it("leave nothing of purged versions in what the next start needs", async () => {
    await withTowns(async (directory) => {
      const catalog = await openLate(directory);
      await publish(catalog, "town-5", 99n);
      assert.ok((await readFile(join(directory, "openings"), "latin1")).includes("town-5"));
      await catalog.purge("town-5", [1]);
      assert.ok(!(await readdir(directory)).includes("openings"));
    });
  });

  it("are no longer in what the next start needs, one start after they were dropped", async () => {
    await withTowns(async (directory) => {
      const catalog = await openLate(directory);
      await catalog.drop("town-5");
      await workOff(await open(directory, TOWNS - 1));
      assert.ok(!(await readFile(join(directory, "openings"), "latin1")).includes("town-5"));
      assert.deepEqual(lateIn(await open(directory, TOWNS - 1)), ALL.slice(0, -1));
    });
  });
});

function writeBigInt(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
