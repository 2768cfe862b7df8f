import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Catalog } from "#src/store/catalog.js";
import { verifyDirectory } from "#src/store/disk/verify.js";
import { accountCalled } from "../accounts.js";
import { MemoryDisk } from "./memory-disk.js";
import { ACTS, DATA, openCatalog } from "../scenario.js";
import { describeCatalog, loadText } from "../tiny.js";

type Loss = (disk: MemoryDisk, path: string) => Promise<void>;

const REMOVE: Loss = (disk, path) => disk.unlink(path);
const SPOIL: Loss = async (disk, path) => {
  const file = disk.files.get(path)!;
  file.bytes = file.bytes.subarray(0, -1);
};
const LOSSES = { missing: REMOVE, damaged: SPOIL };

const RIGHTS = `${DATA}/rights`;

function newest(disk: MemoryDisk): string {
  return [...disk.files.keys()]
    .filter((path) => /\/manifest-\d+$/.test(path))
    .toSorted()
    .at(-1)!;
}

/** A dataset `town` that was public and is private now. */
async function retracted(): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const catalog = await openCatalog(disk);
  await loadText(catalog, "town", "first");
  await loadText(catalog, "road", "a");
  await catalog.setPrivate("town", true);
  return disk;
}

/** Check that a catalog gives nobody a right that another one does not. */
function assertNoMore(found: Catalog, allowed: Catalog): void {
  for (const { name, created, private: isPrivate, managers } of found.records) {
    const record = allowed.records.find((each) => each.name === name && each.created === created);
    assert.ok(isPrivate || (record && !record.private), `${name} is public`);
    for (const manager of managers) assert.ok(!record || record.managers.includes(manager), `${manager} of ${name}`);
  }
  assert.deepEqual(found.accounts, allowed.accounts);
}

for (const [loss, lose] of Object.entries(LOSSES)) {
  describe(`when the newest manifest is ${loss}`, () => {
    it("a retracted dataset stays private, and others stay public", async () => {
      const disk = await retracted();
      await lose(disk, newest(disk));
      const catalog = await openCatalog(disk);
      assert.deepEqual(describeCatalog(catalog), { road: "a public", town: "first private" });
      assert.equal(catalog.health.status, "degraded");
      assert.match(catalog.health.reasons.join(), /manifest-0+4 is .*Users, managers and private datasets are as of/);
      assert.doesNotMatch(catalog.health.reasons.join(), /town|road/);
    });

    it("all datasets are private if the rights are lost as well, until they are published again", async () => {
      for (const loseRights of Object.values(LOSSES)) {
        const disk = await retracted();
        await lose(disk, newest(disk));
        await loseRights(disk, RIGHTS);
        const catalog = await openCatalog(disk);
        assert.deepEqual(describeCatalog(catalog), { road: "a private", town: "first private" });
        assert.match(catalog.health.reasons.join(), /All datasets are private now/);
        await catalog.setPrivate("road", false);
        assert.deepEqual(describeCatalog(await openCatalog(disk)), { road: "a public", town: "first private" });
      }
    });

    it("nothing becomes public when the traces of the loss are deleted", async () => {
      for (const loseRights of [async () => {}, ...Object.values(LOSSES)]) {
        const disk = await retracted();
        await lose(disk, newest(disk));
        await loseRights(disk, RIGHTS);
        await openCatalog(disk);
        for (const path of disk.files.keys()) if (/damaged-|rights/.test(path)) await disk.unlink(path);
        const again = await openCatalog(disk);
        assert.match(describeCatalog(again)["town"]!, /private/);
        assert.equal(again.health.status, "ok");
      }
    });

    it("no change of rights is undone, whatever it was", async () => {
      const disk = new MemoryDisk();
      const catalog = await openCatalog(disk);
      await loadText(catalog, "village", "v");
      for (const act of ACTS) {
        await act.do(catalog, disk);
        const damaged = disk.copy();
        await lose(damaged, newest(damaged));
        const found = await openCatalog(damaged);
        assertNoMore(found, catalog);
        assert.equal(found.health.status, "degraded", act.name);
      }
    });
  });
}

describe("when a table of the newest generation is damaged", () => {
  it("its manifest tells the rights, even in a directory without a rights file", async () => {
    const disk = await retracted();
    const catalog = await openCatalog(disk);
    await loadText(catalog, "town", "second");
    await disk.unlink(RIGHTS);
    await SPOIL(
      disk,
      [...disk.files.keys()].findLast((path) => path.endsWith(".segment"))!,
    );
    assert.deepEqual(describeCatalog(await openCatalog(disk)), { road: "a public", town: "first private" });
  });
});

describe("verify", () => {
  const damages = async (disk: MemoryDisk): Promise<readonly string[]> =>
    (await verifyDirectory(disk, DATA)).damages.map(({ error }) => error);

  it("reports a missing manifest", async () => {
    const disk = await retracted();
    assert.deepEqual(await damages(disk), []);
    await REMOVE(disk, newest(disk));
    assert.deepEqual(await damages(disk), ["manifest-000000000004 is missing, and with it the last change"]);
    const other = await retracted();
    await REMOVE(other, `${DATA}/manifest-000000000003`);
    const only = "manifest-000000000004 is the only manifest: the one before or after it is missing";
    assert.deepEqual(await damages(other), [only]);
    const { status, reasons } = (await openCatalog(other)).health;
    assert.deepEqual([status, reasons], ["degraded", [`${only}; generation 4 is served`]]);
  });

  it("reports a missing secret if there are users", async () => {
    const disk = await retracted();
    const catalog = await openCatalog(disk);
    await catalog.requireSecret();
    await catalog.addAccount(accountCalled("ada"));
    assert.deepEqual(await damages(disk), []);
    await REMOVE(disk, `${DATA}/secret`);
    assert.deepEqual(await damages(disk), ["secret is missing, so no API key is valid"]);
  });
});
