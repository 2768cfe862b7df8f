import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Unwritable } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import { nodeFileSystem } from "#src/store/disk/file-system.js";
import { verifyDirectory } from "#src/store/disk/verify.js";
import { Random } from "../../engines/kernel/random.js";
import { accountCalled } from "../accounts.js";
import { crashStates } from "./crash-states.js";
import { MemoryDisk } from "./memory-disk.js";
import { DATA, openCatalog } from "../scenario.js";

const PATH = `${DATA}/secret`;

describe("the secret", () => {
  it("is created once, when first needed, and never changes", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    assert.equal(catalog.secret, null);
    assert.deepEqual(disk.steps, []);
    const [first, second] = await Promise.all([catalog.requireSecret(), catalog.requireSecret()]);
    assert.equal(first.length, 32);
    assert.equal(first, second);
    assert.deepEqual((await openCatalog(disk)).secret, first);
    assert.notDeepEqual(await (await openCatalog(new MemoryDisk())).requireSecret(), first);
  });

  it("is readable by its owner only", async () => {
    const directory = await mkdtemp(join(tmpdir(), "spendcube-"));
    try {
      const catalog = await Catalog.open(directory, null, nodeFileSystem);
      const secret = await catalog.requireSecret();
      const { mode } = await stat(join(directory, "secret"));
      assert.equal(mode & 0o777, 0o600);
      assert.ok((await readFile(join(directory, "secret"))).includes(secret));
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it("is on disk after every crash once it was returned", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    const secret = await catalog.requireSecret();
    const stepsOfSecret = disk.steps.length;
    await catalog.addAccount(accountCalled("ada"));
    const random = new Random(11);
    let states = 0;
    for (let taken = 0; taken <= disk.steps.length; taken++) {
      for (const left of crashStates(disk, taken, random)) {
        const again = await openCatalog(left);
        assert.deepEqual(again.health.reasons, [], `after ${taken} steps`);
        if (taken >= stepsOfSecret || again.accounts.length > 0) assert.deepEqual(again.secret, secret);
        else if (again.secret) assert.deepEqual(again.secret, secret);
        const next = await again.requireSecret();
        assert.deepEqual((await openCatalog(left)).secret, next);
        states++;
      }
    }
    assert.ok(states > 50, `${states} states`);
  });

  it("is reported if it is that of another directory, and keys that are replaced make a new one", async () => {
    const [disk, other] = [new MemoryDisk(), new MemoryDisk()];
    for (const each of [disk, other]) {
      const catalog = await openCatalog(each);
      await catalog.requireSecret();
      await catalog.addAccount(accountCalled("ada"));
    }
    disk.files.get(PATH)!.bytes.set(other.files.get(PATH)!.bytes);
    const catalog = await openCatalog(disk);
    assert.equal(catalog.secret, null);
    assert.match(catalog.health.reasons.join(), /is lost: secret belongs to another data directory/);
    const { damages } = await verifyDirectory(disk, DATA);
    assert.deepEqual(damages, [
      {
        file: "secret",
        error: "secret belongs to another data directory, so no API key is valid",
        datasets: [],
      },
    ]);
    // A write that needs no key keeps the mark.
    await catalog.removeAccount("ada");
    await catalog.addAccount(accountCalled("bob"));
    assert.equal((await openCatalog(disk)).health.status, "degraded");
    const renewed = await catalog.requireSecret();
    await catalog.addAccount(accountCalled("eve"));
    const reopened = await openCatalog(disk);
    assert.deepEqual(reopened.secret, renewed);
    assert.doesNotMatch(reopened.health.reasons.join(), /lost/);
    assert.equal((await verifyDirectory(disk, DATA)).damages.filter(({ error }) => /belongs/.test(error)).length, 0);
  });

  it("is reported if lost or damaged, and set aside when another is created", async () => {
    for (const isLost of [true, false]) {
      const disk = new MemoryDisk();
      const before = await openCatalog(disk);
      const secret = await before.requireSecret();
      await before.addAccount(accountCalled("ada"));
      if (isLost) await disk.unlink(PATH);
      else disk.files.get(PATH)!.bytes[40]! ^= 1;
      const catalog = await openCatalog(disk);
      assert.equal(catalog.secret, null);
      assert.equal(catalog.health.status, "degraded");
      assert.match(catalog.health.reasons.join(), isLost ? /lost: it is missing/ : /lost: secret has another checksum/);
      const { damages } = await verifyDirectory(disk, DATA);
      assert.deepEqual(
        damages.map(({ file }) => file),
        ["secret"],
      );
      assert.notDeepEqual(await catalog.requireSecret(), secret);
      assert.equal(disk.files.has(`${DATA}/damaged-secret`), !isLost);
    }
  });

  it("is absent after a failed write, and can be created later", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    await catalog.addAccount(accountCalled("ada"));
    let isFull = true;
    disk.error = (call) => {
      return isFull && call === "write" ? { code: "ENOSPC" } : undefined;
    };
    await assert.rejects(catalog.requireSecret(), Unwritable);
    assert.equal(catalog.secret, null);
    isFull = false;
    assert.deepEqual((await openCatalog(disk)).secret, null);
    assert.equal((await catalog.requireSecret()).length, 32);
  });
});
