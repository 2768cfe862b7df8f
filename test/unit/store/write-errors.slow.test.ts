import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Unreadable, Unwritable, UserError } from "#src/core/errors/errors.js";
import { Random } from "../engines/kernel/random.js";
import { crashStates } from "./disk/crash-states.js";
import { type Call, type ValueError, MemoryDisk } from "./disk/memory-disk.js";
import { ACTS, describeActs, type Described, openCatalog } from "./scenario.js";
import { describeCatalog } from "./tiny.js";

/** Errors of each call. */
const FAULTS: Readonly<Record<Call, readonly ValueError[]>> = {
  open: [{ code: "EIO" }, { code: "EMFILE" }],
  create: [{ code: "EIO" }, { code: "ENOSPC" }, { code: "EACCES" }],
  read: ["short", { code: "EIO" }],
  write: ["short", { code: "EIO" }, { code: "ENOSPC" }, { code: "EFBIG" }],
  sync: [{ code: "EIO" }, { code: "ENOSPC" }],
  close: [{ code: "EIO" }],
  rename: [{ code: "EIO" }, { code: "ENOSPC" }, { code: "EIO", done: true }],
  unlink: [{ code: "EIO" }],
  readdir: [{ code: "EIO" }],
  mkdir: [{ code: "EIO" }, { code: "ENOSPC" }],
  checkWritable: [{ code: "EROFS" }, { code: "EACCES" }],
  syncDirectory: [{ code: "EIO" }],
  space: [],
};

/** Calls after whose failure the contents of the disk are unknown. */
const UNDECIDED: ReadonlySet<Call> = new Set(["sync", "syncDirectory"]);

describe("a failing call of the file system", () => {
  it("fails only the write that made it, with a clear message, and loses nothing", async () => {
    const expected = await describeActs(new MemoryDisk());
    const calls = await listCalls(async (disk) => void (await describeActs(disk)));
    const random = new Random(4);
    let tried = 0;
    for (const [at, call] of calls.entries()) {
      for (const error of FAULTS[call]) {
        await failAt(at, call, error, expected, random);
        tried++;
      }
    }
    assert.ok(tried > 250, `${tried} errors`);
  });

  it("while a directory is opened stops the start or has no effect, and changes nothing", async () => {
    const written = new MemoryDisk();
    const expected = (await describeActs(written)).at(-1)!;
    const calls = await listCalls(async (disk) => void (await openCatalog(disk)), written);
    for (const [at, call] of calls.entries()) {
      for (const error of FAULTS[call]) {
        const disk = written.copy();
        inject(disk, at, error);
        const place = `${JSON.stringify(error)} of call ${at}, ${call}`;
        try {
          const catalog = await openCatalog(disk);
          assert.deepEqual(describeCatalog(catalog), expected, place);
          assert.notEqual(catalog.health.status, "degraded", place);
        } catch (error) {
          assert.ok(error instanceof Unreadable, `${place}: ${String(error)}`);
        }
        assert.deepEqual([...disk.files.keys()].toSorted(), [...written.files.keys()].toSorted(), place);
        disk.error = () => undefined;
        const again = await openCatalog(disk);
        assert.deepEqual([describeCatalog(again), again.health.status], [expected, "ok"], place);
      }
    }
  });

  it("while a damaged generation is set aside leaves it in place or sets all of it aside", async () => {
    const damaged = new MemoryDisk();
    const expected = (await describeActs(damaged)).at(-2)!;
    const [, newest] = [...damaged.files].findLast(([path]) => path.includes("manifest-"))!;
    newest.bytes = newest.bytes.subarray(0, -1);
    const contents = (disk: MemoryDisk): string[] => [...disk.files.values()].map(({ bytes }) => bytes.toString("hex"));
    const calls = await listCalls(async (disk) => void (await openCatalog(disk)), damaged);
    for (const [at, call] of calls.entries()) {
      for (const error of FAULTS[call]) {
        const disk = damaged.copy();
        inject(disk, at, error);
        const place = `${JSON.stringify(error)} of call ${at}, ${call}`;
        try {
          const catalog = await openCatalog(disk);
          assert.deepEqual(describeCatalog(catalog), expected, place);
          assert.notEqual(catalog.health.status, "ok", place);
          assert.match(catalog.health.reasons.join(), /is damaged and not used/);
        } catch (error) {
          assert.ok(error instanceof Unreadable, `${place}: ${String(error)}`);
        }
        assert.deepEqual(contents(disk).toSorted(), contents(damaged).toSorted(), place);
        disk.error = () => undefined;
        const again = await openCatalog(disk);
        assert.deepEqual([describeCatalog(again), again.health.status], [expected, "degraded"], place);
      }
    }
  });

  it("has no lasting effect when every write fails once, one after the other", async () => {
    const disk = new MemoryDisk();
    let catalog = await openCatalog(disk);
    const random = new Random(5);
    for (let round = 0; round < 12; round++) {
      for (const act of ACTS) {
        const before = describeCatalog(catalog);
        inject(disk, random.int(12), random.pick([{ code: "EIO" }, { code: "ENOSPC" }, "short"] as const));
        const failed = await act.do(catalog, disk).then(
          () => null,
          (error: unknown) => error,
        );
        disk.error = () => undefined;
        if (failed) assert.deepEqual(describeCatalog(catalog), before);
        if (catalog.health.status === "read-only") catalog = await openCatalog(disk);
        const again = await openCatalog(disk.copy());
        assert.deepEqual([describeCatalog(again), again.health.status], [describeCatalog(catalog), "ok"]);
      }
    }
  });
});

/** Do every kind of write, with one failing call. */
async function failAt(
  at: number,
  call: Call,
  error: ValueError,
  expected: readonly Described[],
  random: Random,
): Promise<void> {
  const place = `${JSON.stringify(error)} of call ${at}, ${call}`;
  const disk = new MemoryDisk();
  inject(disk, at, error);
  const catalog = await openCatalog(disk).catch((error: unknown) => {
    assert.ok(error instanceof Unreadable, place);
    return openCatalog(disk);
  });
  let maybe: Described | undefined;
  for (const [number, act] of ACTS.entries()) {
    const before = describeCatalog(catalog);
    try {
      await act.do(catalog, disk);
      // After a failed act, the next one may behave differently.
      if (!maybe) assert.deepEqual(describeCatalog(catalog), expected[number + 1], place);
    } catch (error) {
      assert.ok(error instanceof UserError, `${place}: ${String((error as Error).stack)}`);
      assert.deepEqual(describeCatalog(catalog), before, place);
      const isFirst = maybe === undefined;
      maybe ??= expected[number + 1]!;
      if (!isFirst) continue;
      assert.ok(error instanceof Unwritable || error instanceof Unreadable, place);
      assert.equal(catalog.health.status, UNDECIDED.has(call) ? "read-only" : "ok", place);
    }
  }
  const found = describeCatalog(catalog);
  const isReadOnly = catalog.health.status === "read-only";
  if (isReadOnly) assert.ok(maybe && expected.includes(maybe), place);
  const outcomes = isReadOnly ? [found, maybe] : [found];
  disk.error = () => undefined;
  const left = [disk.copy(), ...Array.from({ length: 3 }, () => crashNow(disk, random))];
  for (const each of left) {
    const again = await openCatalog(each);
    assert.ok(
      outcomes.some((outcome) => JSON.stringify(outcome) === JSON.stringify(describeCatalog(again))),
      `${place}: after a restart ${JSON.stringify(describeCatalog(again))}, not one of ${JSON.stringify(outcomes)}`,
    );
    assert.deepEqual(again.health, { status: "ok", reasons: [] }, place);
  }
}

function crashNow(disk: MemoryDisk, random: Random): MemoryDisk {
  return random.pick([...crashStates(disk, disk.steps.length, random)]);
}

/** Make the call with this number fail. */
function inject(disk: MemoryDisk, at: number, error: ValueError): void {
  let number = 0;
  disk.error = () => (number++ === at ? error : undefined);
}

/** List the calls of an act when none fails. */
async function listCalls(use: (disk: MemoryDisk) => Promise<void>, from = new MemoryDisk()): Promise<readonly Call[]> {
  const disk = from.copy();
  const calls: Call[] = [];
  disk.error = (call) => void calls.push(call);
  await use(disk);
  return calls;
}
