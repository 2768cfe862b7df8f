import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { crc32 } from "node:zlib";
import { DERIVED, packEnvelope } from "#src/store/disk/envelope.js";
import { verifyDirectory } from "#src/store/disk/verify.js";
import { Random } from "../engines/kernel/random.js";
import { crashStates } from "./disk/crash-states.js";
import { type Call, type ValueError, type FileNode, MemoryDisk } from "./disk/memory-disk.js";
import { DATA } from "./scenario.js";
import { describeCatalog, loadText } from "./tiny.js";
import { derivedOf, loadWithDerived, derivedText, type Served, serveTiny } from "./tiny-derived-data.js";

/** A directory with a loaded dataset and its derived data on disk. */
async function writeTown(disk = new MemoryDisk()): Promise<Served> {
  const served = await serveTiny(disk);
  await loadWithDerived(served.catalog, "town", "first", "sums of first");
  await served.pass();
  return served;
}

async function derivedAgain(disk: MemoryDisk, name = "town"): Promise<string> {
  const { catalog } = await serveTiny(disk);
  assert.deepEqual(catalog.health, { status: "ok", reasons: [] });
  return derivedText(catalog, name);
}

function filesEnding(disk: MemoryDisk, end: string): readonly FileNode[] {
  return [...disk.files].flatMap(([path, file]) => (path.endsWith(end) ? [file] : []));
}

function derivedFileOf(disk: MemoryDisk): FileNode {
  const [file, ...others] = filesEnding(disk, ".extra");
  assert.ok(file && others.length === 0);
  return file;
}

describe("derived data", () => {
  it("is read when the directory is opened again", async () => {
    const disk = new MemoryDisk();
    await writeTown(disk);
    assert.equal(await derivedAgain(disk), "sums of first");
  });

  it("is written after a pause in changes, and again only after a longer one", async () => {
    const disk = new MemoryDisk();
    const served = await serveTiny(disk);
    const { catalog, pass } = served;
    await loadWithDerived(catalog, "town", "first", "one");
    const derived = derivedOf(catalog.get("town")!.engine);
    derived.make("two");
    assert.equal(served.waiting.length, 1);
    assert.deepEqual(filesEnding(disk, ".extra"), []);
    await pass();
    assert.equal(await derivedAgain(disk), "two");
    derived.make("three");
    derived.make("four");
    await pass();
    assert.equal(await derivedAgain(disk), "two");
    await pass();
    assert.equal(await derivedAgain(disk), "four");
    await pass();
    const steps = disk.steps.length;
    for (let times = 0; times < 3; times++) await pass();
    assert.equal(disk.steps.length, steps);
  });

  it("is written at the end if any of it is new", async () => {
    const disk = new MemoryDisk();
    const served = await serveTiny(disk);
    const { catalog, writer } = served;
    await loadWithDerived(catalog, "town", "first", "sums");
    await loadWithDerived(catalog, "roads", "first", "others");
    await writer.close();
    assert.deepEqual([await derivedAgain(disk), await derivedAgain(disk, "roads")], ["sums", "others"]);
    const again = await serveTiny(disk);
    const steps = disk.steps.length;
    await again.writer.close();
    derivedOf(catalog.get("town")!.engine).make("more");
    assert.deepEqual([disk.steps.length - steps, served.waiting, again.waiting], [0, [], []]);
  });

  it("is written one table at a time, without a new generation", async () => {
    const disk = new MemoryDisk();
    const { catalog, pass } = await serveTiny(disk);
    for (const name of ["town", "roads", "parks"]) await loadWithDerived(catalog, name, "first", `sums of ${name}`);
    const manifests = filesEnding(disk, "").length;
    let open = 0;
    disk.error = (call, path) => {
      if (!path.includes(".extra")) return undefined;
      if (call === "create") open++;
      if (call === "rename") open--;
      assert.ok(open <= 1);
      return undefined;
    };
    await pass();
    assert.equal(filesEnding(disk, ".extra").length, 3);
    assert.equal(filesEnding(disk, "").length, manifests + 3);
  });

  it("is read again on a rollback, and removed with its version", async () => {
    const disk = new MemoryDisk();
    const { catalog, pass } = await writeTown(disk);
    await loadWithDerived(catalog, "town", "second", "sums of second");
    await pass();
    assert.equal(filesEnding(disk, ".extra").length, 2);
    const again = await serveTiny(disk);
    await again.catalog.rollBack("town");
    assert.equal(derivedText(again.catalog, "town"), "sums of first");
    assert.equal(await derivedAgain(disk), "sums of first");
    await again.catalog.drop("town");
    await loadText(again.catalog, "roads", "r");
    assert.deepEqual(filesEnding(disk, ".extra"), []);
  });

  it("is passed on to the next version", async () => {
    const { catalog } = await writeTown();
    for (const change of [
      () => loadWithDerived(catalog, "town", "second", "sums of second"),
      () => catalog.rollBack("town"),
    ]) {
      const before = derivedText(catalog, "town");
      await change();
      assert.equal(derivedOf(catalog.get("town")!.engine).before, before);
    }
  });

  it("of a replaced or dropped version is no longer written", async () => {
    for (const change of ["replace", "drop"] as const) {
      const disk = new MemoryDisk();
      const { catalog, pass, writer } = await serveTiny(disk);
      await loadWithDerived(catalog, "town", "first", "sums of first");
      const before = catalog.get("town")!.engine;
      if (change === "drop") await catalog.drop("town");
      else await loadText(catalog, "town", "second");
      derivedOf(before).make("late");
      await pass();
      await writer.close();
      assert.deepEqual(filesEnding(disk, ".extra"), []);
    }
  });

  it("is removed if its version was removed during the write", async () => {
    const disk = new MemoryDisk();
    const { catalog, pass } = await serveTiny(disk);
    await loadWithDerived(catalog, "town", "first", "sums of first");
    let changed = Promise.resolve();
    disk.error = (call, path) => {
      if (call !== "rename" || !path.endsWith(".extra")) return undefined;
      disk.error = () => undefined;
      // After two writes the generation that refers to it is gone.
      changed = catalog
        .drop("town")
        .then(() => loadText(catalog, "roads", "r"))
        .then(() => {});
      return undefined;
    };
    await pass();
    await changed;
    await pass();
    assert.deepEqual([filesEnding(disk, ".extra"), filesEnding(disk, ".tmp")], [[], []]);
  });

  it("is never served damaged", async () => {
    const disk = new MemoryDisk();
    await writeTown(disk);
    const whole = derivedFileOf(disk).bytes;
    const random = new Random(3);
    for (let round = 0; round < 400; round++) {
      const bytes = Buffer.from(whole);
      const at = random.int(bytes.length);
      bytes[at]! ^= 1 << random.int(8);
      const damages = [
        bytes,
        whole.subarray(0, at),
        Buffer.concat([whole, bytes.subarray(0, 1 + at)]),
        Buffer.alloc(at),
      ];
      const copy = disk.copy();
      derivedFileOf(copy).bytes = random.pick(damages);
      assert.equal(await derivedAgain(copy), "");
      if (round % 20 === 0) assert.deepEqual((await verifyDirectory(copy, DATA)).damages, []);
    }
  });

  it("is ignored if it belongs to another version of the program or to another segment", async () => {
    const disk = new MemoryDisk();
    const { catalog, pass } = await writeTown(disk);
    await loadWithDerived(catalog, "roads", "other", "sums of roads");
    await pass();
    const [town, roads] = filesEnding(disk, ".extra");
    const foreign = Buffer.from(town!.bytes);
    foreign.writeUInt32LE(DERIVED.format + 1, 16);
    foreign.writeUInt32LE(crc32(foreign.subarray(0, 28)), 28);
    const strange = [null, 7, [], {}, { segment: 1 }].map((value) => packEnvelope(DERIVED, value));
    for (const bytes of [foreign, roads!.bytes, ...strange]) {
      const copy = disk.copy();
      filesEnding(copy, ".extra")[0]!.bytes = bytes;
      assert.equal(await derivedAgain(copy), "");
      assert.equal(await derivedAgain(copy, "roads"), "sums of roads");
    }
  });

  it("is written again if it was damaged", async () => {
    const disk = new MemoryDisk();
    await writeTown(disk);
    derivedFileOf(disk).bytes = derivedFileOf(disk).bytes.subarray(0, 40);
    const { catalog, pass } = await serveTiny(disk);
    derivedOf(catalog.get("town")!.engine).make("made anew");
    await pass();
    assert.equal(await derivedAgain(disk), "made anew");
  });
});

const FAULTS: readonly (readonly [Call, ValueError])[] = [
  ["create", { code: "EACCES" }],
  ["create", { code: "EROFS" }],
  ["write", { code: "ENOSPC" }],
  ["write", "short"],
  ["write", { code: "EIO" }],
  ["close", { code: "EIO" }],
  ["rename", { code: "EIO" }],
  ["rename", { code: "EIO", done: true }],
  ["unlink", { code: "EIO" }],
];

describe("an error while derived data is written", () => {
  for (const [call, error] of FAULTS) {
    it(`changes nothing else: ${call}, ${JSON.stringify(error)}`, async () => {
      const disk = new MemoryDisk();
      const { catalog, pass, errors } = await writeTown(disk);
      const before = describeCatalog(catalog);
      disk.error = (each, path) => (each === call && path.includes(".extra") ? error : undefined);
      for (let times = 0; times < 3; times++) {
        derivedOf(catalog.get("town")!.engine).make(`more ${times}`);
        for (let waits = 0; waits < 3; waits++) await pass();
      }
      const failed = error !== "short" && call !== "unlink";
      assert.equal(errors.length, failed ? 1 : 0);
      assert.deepEqual([describeCatalog(catalog), catalog.health.status], [before, "ok"]);
      const left = await derivedAgain(disk.copy());
      assert.ok(left === "sums of first" || left.startsWith("more"), left);
      disk.error = () => undefined;
      await loadWithDerived(catalog, "town", "second", "sums of second");
      for (let waits = 0; waits < 3; waits++) await pass();
      assert.deepEqual([await derivedAgain(disk), filesEnding(disk, ".tmp")], ["sums of second", []]);
      assert.equal(catalog.health.status, "ok");
    });
  }

  it("is reported again if a write has succeeded in between", async () => {
    const disk = new MemoryDisk();
    const { catalog, pass, errors } = await writeTown(disk);
    const derived = derivedOf(catalog.get("town")!.engine);
    for (const isFull of [true, true, false, true]) {
      disk.error = (call) => (isFull && call === "write" ? { code: "ENOSPC" } : undefined);
      derived.make(`full: ${isFull}`);
      for (let waits = 0; waits < 2; waits++) await pass();
    }
    assert.equal(errors.length, 2);
  });

  it("or a crash leaves the file complete or absent, and everything else unchanged", async () => {
    const disk = new MemoryDisk();
    const { catalog, pass } = await writeTown(disk);
    derivedOf(catalog.get("town")!.engine).make("sums, some more");
    await pass();
    await pass();
    const random = new Random(9);
    let states = 0;
    for (let taken = 0; taken <= disk.steps.length; taken++) {
      for (const left of crashStates(disk, taken, random)) {
        const again = await serveTiny(left);
        assert.deepEqual(again.catalog.health, { status: "ok", reasons: [] });
        states++;
        if (!again.catalog.get("town")) continue;
        assert.ok(["", "sums of first", "sums, some more"].includes(derivedText(again.catalog, "town")));
        derivedOf(again.catalog.get("town")!.engine).make("new");
        await again.pass();
        assert.equal(await derivedAgain(left), "new");
        assert.deepEqual(filesEnding(left, ".tmp"), []);
      }
    }
    assert.ok(states > 100, `${states}`);
  });

  it("does not happen in a read-only store, which writes nothing", async () => {
    const disk = new MemoryDisk();
    const { catalog, pass, errors } = await writeTown(disk);
    disk.error = (call) => (call === "syncDirectory" ? { code: "EIO" } : undefined);
    await assert.rejects(loadText(catalog, "roads", "r"));
    assert.equal(catalog.health.status, "read-only");
    disk.error = () => undefined;
    const steps = disk.steps.length;
    derivedOf(catalog.get("town")!.engine).make("more");
    for (let waits = 0; waits < 3; waits++) await pass();
    assert.equal(disk.steps.length, steps);
    assert.deepEqual([errors.length, derivedOf(catalog.get("town")!.engine).isNew], [1, true]);
  });
});
