import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Random } from "../../engines/kernel/random.js";
import { crashStates } from "./crash-states.js";
import { MemoryDisk } from "./memory-disk.js";
import { verifyDirectory } from "#src/store/disk/verify.js";
import { ACTS, DATA, type Described, openCatalog } from "../scenario.js";
import { describeCatalog, loadText } from "../tiny.js";

/** The states that may be found after each number of steps. */
interface History {
  readonly disk: MemoryDisk;
  readonly allowed: readonly (readonly Described[])[];
}

/** Do every kind of write, and record which were acknowledged after which step. */
async function recordActs(disk: MemoryDisk): Promise<History> {
  const catalog = await openCatalog(disk);
  const allowed: Described[][] = [];
  let before = describeCatalog(catalog);
  for (const act of ACTS) {
    await act.do(catalog, disk);
    const after = describeCatalog(catalog);
    // Before the last step, the write may or may not have happened.
    while (allowed.length < disk.steps.length) allowed.push([before, after]);
    before = after;
  }
  allowed.push([before]);
  return { disk, allowed };
}

function isAllowed(found: Described, allowed: readonly Described[]): boolean {
  return allowed.some((each) => JSON.stringify(each) === JSON.stringify(found));
}

describe("a crash", () => {
  it("keeps acknowledged writes, and each other write completely or not at all", async () => {
    const { disk, allowed } = await recordActs(new MemoryDisk());
    const random = new Random(1);
    let states = 0;
    for (let taken = 0; taken <= disk.steps.length; taken++) {
      for (const left of crashStates(disk, taken, random)) {
        const catalog = await openCatalog(left);
        const found = describeCatalog(catalog);
        assert.ok(isAllowed(found, allowed[taken]!), `after ${taken} steps: ${JSON.stringify(found)}`);
        assert.deepEqual(catalog.health, { status: "ok", reasons: [] });
        if (states % 8 === 0) assert.deepEqual((await verifyDirectory(left, DATA)).damages, []);
        states++;
      }
    }
    assert.ok(states > 1500, `${states} states`);
  });

  it("leaves a directory that can be written to, even if it crashes again", async () => {
    const { disk } = await recordActs(new MemoryDisk());
    const random = new Random(2);
    for (let taken = 0; taken <= disk.steps.length; taken += 3) {
      for (const { root } of pick(crashStates(disk, taken, random), 3, random)) {
        const left = new MemoryDisk(root).copy();
        const catalog = await openCatalog(left);
        const before = describeCatalog(catalog);
        await loadText(catalog, "next", "n");
        const after = describeCatalog(catalog);
        for (let more = 0; more <= left.steps.length; more++) {
          for (const again of pick(crashStates(left, more, random), 3, random)) {
            const found = describeCatalog(await openCatalog(again));
            const expected = more < left.steps.length ? [before, after] : [after];
            assert.ok(isAllowed(found, expected), `after ${taken} and ${more} steps: ${JSON.stringify(found)}`);
          }
        }
      }
    }
  });

  it("of the machine loses nothing that was served after a crash of the program", async () => {
    const random = new Random(6);
    for (let at = 0; ; at++) {
      const disk = new MemoryDisk();
      const isKilled = !(await isDoneBefore(disk, at));
      disk.error = () => undefined;
      const served = describeCatalog(await openCatalog(disk));
      for (const left of pick(crashStates(disk, disk.steps.length, random), 5, random)) {
        assert.deepEqual(describeCatalog(await openCatalog(left)), served, `killed at call ${at}`);
      }
      if (!isKilled) break;
    }
  });

  it("while a damaged generation is set aside loses none of its data", async () => {
    const disk = new MemoryDisk();
    const catalog = await openCatalog(disk);
    await loadText(catalog, "town", "first");
    const first = describeCatalog(catalog);
    await loadText(catalog, "town", "second");
    const damaged = disk.copy();
    const newest = [...damaged.files].findLast(([path]) => path.endsWith(".segment"))![1];
    newest.bytes[newest.bytes.length - 1]! ^= 1;
    const start = new MemoryDisk(damaged.root);
    const contents = [...start.files.values()].map(({ bytes }) => bytes.toString("latin1"));
    await openCatalog(start);
    const random = new Random(3);
    for (let taken = 0; taken <= start.steps.length; taken++) {
      for (const left of crashStates(start, taken, random)) {
        const again = await openCatalog(left);
        assert.deepEqual(describeCatalog(again), first);
        assert.equal(again.health.status, "degraded");
        const kept = [...left.files.values()].map(({ bytes }) => bytes.toString("latin1"));
        assert.deepEqual(kept.toSorted(), contents.toSorted());
        assert.equal([...left.files.keys()].filter((path) => path.includes(`${DATA}/damaged-`)).length, 1);
      }
    }
  });
});

/** Do every kind of write in a process that ends at a given call. */
async function isDoneBefore(disk: MemoryDisk, end: number): Promise<boolean> {
  let calls = 0;
  disk.error = () => {
    if (calls++ >= end) throw new Error("killed");
    return undefined;
  };
  try {
    await recordActs(disk);
    return true;
  } catch (error) {
    // Writes that go on without a file, as the end of a purge, say so in words of their own.
    assert.ok(calls > end, (error as Error).stack);
    return false;
  }
}

/** Return a sample of many items. */
function pick<T>(all: Iterable<T>, count: number, random: Random): readonly T[] {
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => random.pick(left));
}
