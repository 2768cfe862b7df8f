import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Unwritable } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { verifyDirectory } from "#src/store/disk/verify.js";
import { accountCalled } from "./accounts.js";
import { MemoryDisk } from "./disk/memory-disk.js";
import { describeCatalog, loadText, tinyFormat } from "./tiny.js";

const open = (disk: MemoryDisk): Promise<Catalog> => Catalog.open("/data", tinyFormat(), disk);
const segments = (disk: MemoryDisk): number =>
  [...disk.files.keys()].filter((path) => path.endsWith(".segment")).length;
const reserved = (disk: MemoryDisk): number | undefined => disk.files.get("/data/reserve")?.bytes.length;

function usedBytes(disk: MemoryDisk): number {
  return [...disk.files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Let a disk have no more space than its files take now, and some bytes. */
function fill(disk: MemoryDisk, free = 0): void {
  const capacity = usedBytes(disk) + free;
  disk.error = (call) => {
    disk.free = capacity - usedBytes(disk);
    return call === "write" && disk.free <= 0 ? { code: "ENOSPC" } : undefined;
  };
}

async function fullDisk(): Promise<{ readonly disk: MemoryDisk; readonly catalog: Catalog }> {
  const disk = new MemoryDisk();
  const catalog = await open(disk);
  await loadText(catalog, "town", "x".repeat(3_000_000));
  await loadText(catalog, "roads", "roads");
  fill(disk);
  return { disk, catalog };
}

describe("a full disk", () => {
  it("refuses what takes space, and keeps the reserve", async () => {
    const { disk, catalog } = await fullDisk();
    await assert.rejects(loadText(catalog, "more", "more"), Unwritable);
    await assert.rejects(catalog.addAccount(accountCalled("bob")), Unwritable);
    assert.equal(reserved(disk), 2 ** 18);
    assert.deepEqual(describeCatalog(catalog), describeCatalog(await open(disk)));
  });

  for (const state of ["at once", "after a restart"]) {
    it(`lets a dataset be dropped, and is not full afterwards: ${state}`, async () => {
      const { disk, catalog: first } = await fullDisk();
      const catalog = state === "at once" ? first : await open(disk);
      await catalog.drop("town");
      assert.deepEqual(describeCatalog(catalog), { roads: "roads public" });
      assert.deepEqual(describeCatalog(await open(disk)), { roads: "roads public" });
      assert.equal(segments(disk), 1);
      assert.equal(reserved(disk), 2 ** 18);
      await loadText(catalog, "more", "more");
      fill(disk);
      await catalog.drop("roads");
      assert.deepEqual(describeCatalog(await open(disk)), { more: "more public" });
    });
  }

  it("has the space of a dataset that is dropped with the last free bytes", async () => {
    const { disk, catalog } = await fullDisk();
    fill(disk, 500_000);
    await catalog.drop("town");
    assert.equal(segments(disk), 1);
  });

  it("lets rights be withdrawn, and a dataset be dropped after many such changes", async () => {
    const { disk, catalog } = await fullDisk();
    disk.error = () => undefined;
    await catalog.addAccount(accountCalled("ada"));
    fill(disk);
    for (let round = 0; round < 20; round++) {
      await catalog.setPrivate("town", round % 2 === 0);
      await catalog.changeManagers("roads", [`somebody${round}`], []);
    }
    await catalog.changeAccount({ id: accountCalled("ada").id, name: "ada" }, (was) => ({ ...was, keyVersion: 2 }));
    await catalog.removeAccount("ada");
    assert.ok(reserved(disk)! >= 2 ** 16);
    const read = await open(disk);
    assert.deepEqual(describeCatalog(read), describeCatalog(catalog));
    await read.drop("town");
    assert.equal((await open(disk)).get("town"), undefined);
    assert.equal(reserved(disk), 2 ** 18);
  });

  it("lets a dataset be dropped where manifests are larger than the usual reserve", async () => {
    const { disk, catalog } = await fullDisk();
    disk.error = () => undefined;
    const run = { dataset: "roads", id: 1, user: null, managers: [], queued: new Date(0).toISOString() };
    await catalog.changeRuns(() => [{ ...run, text: "x".repeat(2_000_000) }]);
    fill(disk);
    await catalog.drop("town");
    assert.deepEqual(describeCatalog(await open(disk)), { roads: "roads public" });
  });

  it("lets what a lost manifest made private be written", async () => {
    const { disk, catalog } = await fullDisk();
    disk.error = () => undefined;
    await catalog.setPrivate("town", true);
    const newest = [...disk.files.keys()].filter((path) => path.includes("/manifest-")).toSorted();
    await disk.unlink(newest.at(-1)!);
    fill(disk);
    const read = await open(disk);
    assert.equal(read.health.status, "degraded");
    assert.equal(read.get("town")!.private, true);
    await read.drop("town");
  });

  it("refuses to drop a dataset if there was never space for the reserve, and changes nothing", async () => {
    const disk = new MemoryDisk();
    disk.error = (call, path) =>
      call === "write" && path.startsWith("/data/reserve") ? { code: "ENOSPC" } : undefined;
    const catalog = await open(disk);
    await loadText(catalog, "town", "town");
    assert.deepEqual(
      [...disk.files.keys()].filter((path) => path.includes("reserve")),
      [],
    );
    fill(disk);
    await assert.rejects(catalog.drop("town"), /no space is left \(ENOSPC\)/);
    assert.deepEqual(describeCatalog(catalog), { town: "town public" });
  });

  it("opens without a reserve, which it gets once there is space", async () => {
    const { disk } = await fullDisk();
    await disk.unlink("/data/reserve");
    fill(disk);
    const full = await open(disk);
    assert.deepEqual([full.health.status, reserved(disk)], ["ok", undefined]);
    disk.error = () => undefined;
    await open(disk);
    assert.equal(reserved(disk), 2 ** 18);
  });

  it("is told", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadText(catalog, "town", "town");
    assert.equal(await catalog.explainFullDisk(), null);
    disk.free = 1_234_567;
    assert.match((await catalog.explainFullDisk())!, /^The disk of the data directory is full: 1,234 kB are free; /);
    disk.error = (call) => (call === "space" ? { code: "EIO" } : undefined);
    assert.equal(await catalog.explainFullDisk(), null);
  });

  it("is not told of a directory in which nothing can be written anyway", async () => {
    const disk = new MemoryDisk();
    await loadText(await open(disk), "town", "town");
    disk.error = (call) => (call === "checkWritable" ? { code: "EROFS" } : undefined);
    disk.free = 0;
    const catalog = await open(disk);
    assert.deepEqual([catalog.health.status, await catalog.explainFullDisk()], ["read-only", null]);
  });
});

describe("the reserve", () => {
  it("is not made in a directory that is read-only", async () => {
    const disk = new MemoryDisk();
    await loadText(await open(disk), "town", "town");
    await disk.unlink("/data/reserve");
    const before = [...disk.files.keys()];
    disk.error = (call) => (call === "checkWritable" ? { code: "EROFS" } : undefined);
    await open(disk);
    assert.deepEqual([...disk.files.keys()], before);
  });

  it("is made anew after an interrupted write of it, and is not damage", async () => {
    const disk = new MemoryDisk();
    await loadText(await open(disk), "town", "town");
    await disk.rename("/data/reserve", "/data/reserve.tmp");
    assert.deepEqual((await verifyDirectory(disk, "/data")).damages, []);
    await open(disk);
    assert.equal(reserved(disk), 2 ** 18);
    assert.ok(!disk.files.has("/data/reserve.tmp"));
    assert.deepEqual((await verifyDirectory(disk, "/data")).damages, []);
  });
});
