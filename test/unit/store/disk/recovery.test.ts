import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DamagedStore, ForeignStore } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { type Kind, MANIFEST, packEnvelope, SEGMENT } from "#src/store/disk/envelope.js";
import { EMPTY_STATE } from "#src/store/disk/manifest.js";
import { readManifest } from "#src/store/disk/read-manifest.js";
import { Store } from "#src/store/disk/store.js";
import { accountCalled } from "../accounts.js";
import { MemoryDisk } from "./memory-disk.js";
import { DATA, openCatalog } from "../scenario.js";
import { describeCatalog, loadText } from "../tiny.js";

/** Write two loads. The third generation holds the second one. */
async function writeTwice(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const catalog = await openCatalog(disk);
  await loadText(catalog, "town", "first");
  await loadText(catalog, "town", "second");
  return disk;
}

/** Paths of files within the data directory, in the order of their creation. */
function paths(disk: MemoryDisk, pattern: RegExp): readonly string[] {
  return [...disk.files.keys()].map((path) => path.slice(DATA.length + 1)).filter((path) => pattern.test(path));
}

function spoil(disk: MemoryDisk, path: string): void {
  const file = disk.files.get(`${DATA}/${path}`)!;
  file.bytes = file.bytes.subarray(0, -1);
}

async function remove(disk: MemoryDisk, path: string): Promise<void> {
  await disk.unlink(`${DATA}/${path}`);
}

async function put(disk: MemoryDisk, path: string, bytes: Uint8Array): Promise<void> {
  await disk.unlink(`${DATA}/${path}`).catch(() => {});
  const file = await disk.create(`${DATA}/${path}`);
  await file.write(bytes, 0);
}

async function refuse(disk: MemoryDisk, family: typeof DamagedStore, message: RegExp): Promise<void> {
  const before = disk.copy();
  await assert.rejects(openCatalog(disk), (error) => error instanceof family && message.test(error.message));
  assert.deepEqual(disk.files, before.files);
}

describe("opening a data directory", () => {
  for (const [what, pattern] of [
    ["manifest", /^manifest-\d+3$/],
    ["segment", /\.segment$/],
  ] as const) {
    it(`sets a generation with a damaged ${what} aside and serves the previous one`, async () => {
      const disk = await writeTwice();
      const damaged = paths(disk, pattern).at(-1)!;
      spoil(disk, damaged);
      const before = [...disk.files.values()].map(({ bytes }) => bytes.toString("latin1")).toSorted();
      const catalog = await openCatalog(disk);
      assert.deepEqual(describeCatalog(catalog), { town: "first public" });
      assert.equal(catalog.health.status, "degraded");
      assert.match(catalog.health.reasons.join(), new RegExp(`^Generation 3 .*${damaged}`));
      assert.deepEqual(paths(disk, /damaged-/).length, 2);
      assert.deepEqual([...disk.files.values()].map(({ bytes }) => bytes.toString("latin1")).toSorted(), before);
    });
  }

  it("reports files that were set aside, after writes and restarts, until they are deleted", async () => {
    const disk = await writeTwice();
    spoil(disk, "manifest-000000000003");
    const catalog = await openCatalog(disk);
    await loadText(catalog, "town", "third");
    assert.equal(catalog.health.status, "degraded");
    assert.deepEqual(paths(disk, /^manifest/), ["manifest-000000000002", "manifest-000000000004"]);
    const again = await openCatalog(disk);
    assert.deepEqual([describeCatalog(again), again.health.status], [{ town: "third public" }, "degraded"]);
    assert.match(again.health.reasons.join(), /^damaged-manifest-000000000003 was set aside earlier/);
    for (const path of paths(disk, /damaged-/)) await remove(disk, path);
    assert.equal((await openCatalog(disk)).health.status, "ok");
  });

  it("sets an unreadable older generation aside", async () => {
    const disk = await writeTwice();
    spoil(disk, "manifest-000000000002");
    const catalog = await openCatalog(disk);
    assert.deepEqual([describeCatalog(catalog), catalog.health.status], [{ town: "second public" }, "degraded"]);
    assert.deepEqual(paths(disk, /manifest/), ["manifest-000000000003", "damaged-manifest-000000000002"]);
  });

  it("keeps files that were set aside when it sets others aside", async () => {
    const disk = await writeTwice();
    const spoilt = (): void => spoil(disk, "manifest-000000000003");
    const copy = disk.files.get(`${DATA}/manifest-000000000003`)!.bytes;
    spoilt();
    await openCatalog(disk);
    await put(disk, "manifest-000000000003", copy);
    spoilt();
    await openCatalog(disk);
    assert.deepEqual(paths(disk, /damaged-manifest/), [
      "damaged-manifest-000000000003",
      "damaged-damaged-manifest-000000000003",
    ]);
  });

  it("refuses without changes if no generation is intact", async () => {
    const disk = await writeTwice();
    const [first] = paths(disk, /\.segment$/);
    spoil(disk, first!);
    spoil(disk, "manifest-000000000003");
    await refuse(disk, DamagedStore, /manifest-0+3 is cut short[^]*segments\/.* is cut short[^]*No generation/);
  });

  it("refuses without changes if a table is damaged that every generation needs", async () => {
    const disk = await writeTwice();
    const catalog = await openCatalog(disk);
    await catalog.setPrivate("town", true);
    const [, second] = paths(disk, /\.segment$/);
    await remove(disk, second!);
    await refuse(disk, DamagedStore, /is missing/);
    // Its record can be changed all the same.
    const records = await Catalog.open(DATA, null, disk);
    await records.rollBack("town");
    assert.deepEqual(describeCatalog(await openCatalog(disk)), { town: "first private" });
  });

  it("refuses without changes if there are segments and no manifest", async () => {
    const disk = await writeTwice();
    for (const path of paths(disk, /^manifest/)) await remove(disk, path);
    await refuse(disk, DamagedStore, /has segments and no manifest/);
  });

  it("refuses without changes if everything was set aside", async () => {
    const disk = await writeTwice();
    for (const path of paths(disk, /./)) await remove(disk, path);
    await put(disk, "damaged-manifest-000000000003", Buffer.from("?"));
    await refuse(disk, DamagedStore, /No generation/);
  });

  for (const [what, pattern, kind] of [
    ["manifest", /^manifest-\d+3$/, MANIFEST],
    ["segment", /\.segment$/, SEGMENT],
  ] as const) {
    it(`refuses without changes if a newer program wrote a ${what}`, async () => {
      const disk = await writeTwice();
      const newer: Kind = { ...kind, format: kind.format + 1 };
      await put(disk, paths(disk, pattern).at(-1)!, packEnvelope(newer, { anything: "else" }));
      await refuse(
        disk,
        ForeignStore,
        new RegExp(`has format ${newer.format} and this version of spendcube reads up to ${kind.format}`),
      );
    });
  }

  it("reads a manifest with the cut statistics of earlier versions, and ignores them", async () => {
    const disk = await writeTwice();
    const path = paths(disk, /^manifest-\d+3$/)[0]!;
    const { generation, state } = await readManifest(disk, DATA, 3);
    const asked = [{ dimension: "region", cuts: 900, passed: 9 }];
    const datasets = state.datasets.map((record) => ({ ...record, asked }));
    await put(disk, path, packEnvelope(MANIFEST, { generation, state: { ...state, datasets } }));
    const catalog = await openCatalog(disk);
    assert.deepEqual([describeCatalog(catalog), catalog.health.status], [{ town: "second public" }, "ok"]);
  });

  it("ignores and removes files of interrupted writes, but no files of others", async () => {
    const disk = await writeTwice();
    const whole = paths(disk, /./);
    const other = ["README.md", "lock", "manifest-1", "town.tmp", "segments/notes.txt"];
    for (const path of other) await put(disk, path, Buffer.from("kept"));
    const left = [
      `segments/${"a".repeat(32)}.segment`,
      `segments/${"b".repeat(32)}.segment.tmp`,
      "manifest-000000000009.tmp",
      "secret.tmp",
    ];
    for (const path of left) await put(disk, path, Buffer.from("half"));
    const catalog = await openCatalog(disk);
    assert.deepEqual([describeCatalog(catalog), catalog.health.status], [{ town: "second public" }, "ok"]);
    assert.deepEqual(paths(disk, /./).toSorted(), [...whole, ...other].toSorted());
  });

  it("does not serve a generation from a file with another one's name", async () => {
    const disk = await writeTwice();
    const older = disk.files.get(`${DATA}/manifest-000000000002`)!.bytes;
    await put(disk, "manifest-000000000007", older);
    const catalog = await openCatalog(disk);
    assert.deepEqual([describeCatalog(catalog), catalog.health.status], [{ town: "second public" }, "degraded"]);
  });

  it("reads accounts and runs as written, whatever happened to datasets since", async () => {
    const disk = new MemoryDisk();
    const { store } = await Store.open(disk, DATA, async () => null);
    const accounts = [accountCalled("ada")];
    const runs = [
      { dataset: "city", id: 7, status: "failed", errors: ["Row 3"], user: null, managers: [], queued: "2020" },
    ];
    await store.commit((state) => ({ ...state, accounts, runs }));
    const catalog = await openCatalog(disk);
    await loadText(catalog, "town", "first");
    await catalog.drop("town");
    const again = await Store.open(disk, DATA, async () => null);
    const { dropped, ...state } = again.store.state;
    assert.deepEqual([state, dropped?.length], [{ datasets: [], accounts, runs }, 1]);
  });

  it("changes nothing in an empty directory", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    assert.deepEqual(catalog.records, EMPTY_STATE.datasets);
    assert.deepEqual(disk.steps, []);
  });
});
