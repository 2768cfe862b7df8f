import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DamagedStore, UserError } from "#src/core/errors/errors.js";
import { generationOf, SEGMENTS } from "#src/store/disk/file-names.js";
import type { DatasetRecord, RunRecord, State } from "#src/store/disk/manifest.js";
import { readManifest } from "#src/store/disk/read-manifest.js";
import { applyRights, rightsOf } from "#src/store/disk/rights.js";
import { Store } from "#src/store/disk/store.js";
import { verifyDirectory } from "#src/store/disk/verify.js";
import { Random } from "../../engines/kernel/random.js";
import { DATA } from "../scenario.js";
import { crashStates } from "./crash-states.js";
import { MemoryDisk, type ValueError } from "./memory-disk.js";

/** More records than a manifest holds itself. */
const MANY = 300;

function recordOf(name: string, version: number, isPrivate = false, managers: readonly string[] = []): DatasetRecord {
  const segment = { file: `${name}.table`, length: 0, checksum: version };
  const times = { created: "2024-01-08T00:00:00.000Z", lastModified: "2024-01-08T00:00:00.000Z" };
  const current = { number: version, since: times.created, numEntries: 200, sources: [], segment };
  return { name, private: isPrivate, managers, ...times, version: `${name} ${version}`, current, earlier: [] };
}

function townsOf(count: number): readonly DatasetRecord[] {
  return Array.from({ length: count }, (_, at) => recordOf(`town-${at}`, 1));
}

async function openStore(disk: MemoryDisk): Promise<Store> {
  return (await Store.open(disk, DATA, async () => null)).store;
}

async function written(count: number): Promise<{ disk: MemoryDisk; store: Store }> {
  const disk = new MemoryDisk();
  const store = await openStore(disk);
  await store.commit((state) => ({ ...state, datasets: townsOf(count) }));
  await store.commit((state) => change(state, 7));
  return { disk, store };
}

/** Give a dataset another version. */
function change(state: State, at: number): State {
  const { name, current, private: isPrivate, managers } = state.datasets[at]!;
  return { ...state, datasets: state.datasets.with(at, recordOf(name, current.number + 1, isPrivate, managers)) };
}

/** Change a state anyhow. */
function changeAnyhow(state: State, random: Random, round: number): State {
  const at = random.int(state.datasets.length);
  const { name, current, private: isPrivate, managers } = state.datasets[at]!;
  const replaced = (record: DatasetRecord): State => ({ ...state, datasets: state.datasets.with(at, record) });
  const run: RunRecord = { dataset: name, id: round, user: null, managers, queued: "2024-01-08T00:00:00.000Z" };
  switch (random.int(7)) {
    case 0:
      return { ...state, datasets: [...state.datasets, recordOf(`new-${round}`, 1, random.chance(50))] };
    case 1:
      return { ...state, datasets: state.datasets.toSpliced(at, 1 + random.int(3)) };
    case 2:
      return replaced(recordOf(name, current.number, !isPrivate, managers));
    case 3:
      return replaced(recordOf(name, current.number, isPrivate, [`user-${random.int(3)}`]));
    case 4:
      return { ...state, runs: [run, ...state.runs] };
    case 5:
      // Dropped and loaded again.
      return replaced({ ...recordOf(name, 1), created: `2024-01-09T00:00:00.${String(round).padStart(3, "0")}Z` });
    default:
      return change(state, at);
  }
}

function withoutMark({ secretMark: _mark, ...state }: State): Omit<State, "secretMark"> {
  return state;
}

function isOneOf(state: State, states: readonly State[]): boolean {
  return states.some((each) => JSON.stringify(withoutMark(each)) === JSON.stringify(withoutMark(state)));
}

async function blocksOn(disk: MemoryDisk): Promise<readonly string[]> {
  return (await disk.readdir(`${DATA}/${SEGMENTS}`)).toSorted();
}

async function referredOn(disk: MemoryDisk): Promise<readonly string[]> {
  const generations = (await disk.readdir(DATA)).flatMap((name) => generationOf(name) ?? []);
  const manifests = await Promise.all(generations.map((each) => readManifest(disk, DATA, each)));
  return [...new Set(manifests.flatMap(({ blocks }) => blocks))].toSorted();
}

describe("records of many datasets", () => {
  it("are stored anew only around those that a write changes, however many there are", async () => {
    const bytes: number[] = [];
    for (const count of [1000, 8000]) {
      const { disk, store } = await written(count);
      await store.commit((state) => ({ ...state, runs: state.runs }));
      const before = disk.steps.length;
      for (let round = 0; round < 5; round++) await store.commit((state) => change(state, 100 * round + 3));
      await store.commit((state) => ({ ...state, datasets: [...state.datasets, recordOf("new", 1)] }));
      await store.commit((state) => ({ ...state, datasets: state.datasets.toSpliced(40, 1) }));
      const isReserve = (name: string): boolean => name.startsWith("reserve");
      const reserves = new Set(
        disk.steps.flatMap((step) => (step.type === "enter" && isReserve(step.name) ? [step.node] : [])),
      );
      const steps = disk.steps.slice(before);
      bytes.push(
        steps.reduce(
          (sum, step) => sum + (step.type === "write" && !reserves.has(step.file) ? step.bytes.length : 0),
          0,
        ),
      );
    }
    // References to blocks are a hundredth of them.
    assert.ok(bytes[1]! < 2.5 * bytes[0]! && bytes[1]! < 7 * 100_000, bytes.join());
  });

  it("are read as they were written, whatever changed, and no others stay", async () => {
    const random = new Random(11);
    const disk = new MemoryDisk();
    let store = await openStore(disk);
    await store.commit((state) => ({ ...state, datasets: townsOf(MANY) }));
    for (let round = 0; round < 150; round++) {
      if (random.chance(10)) store = await openStore(disk);
      const expected = changeAnyhow(store.state, random, round);
      await store.commit(() => expected);
      const again = (await openStore(disk.copy())).state;
      assert.deepEqual(withoutMark(again), withoutMark(expected));
      assert.deepEqual(await blocksOn(disk), await referredOn(disk));
    }
    assert.ok((await blocksOn(disk)).length > 5);
  });

  it("are complete or as before after a crash at any time", async () => {
    const { disk: before } = await written(MANY);
    const random = new Random(12);
    const disk = before.copy();
    const store = await openStore(disk);
    const allowed: (readonly State[])[] = [];
    let last = store.state;
    for (let round = 0; round < 6; round++) {
      const next = changeAnyhow(last, random, round);
      await store.commit(() => next);
      while (allowed.length < disk.steps.length) allowed.push([last, next]);
      last = next;
    }
    allowed.push([last]);
    for (let taken = 0; taken <= disk.steps.length; taken++) {
      for (const left of sample(crashStates(disk, taken, random), 12, random)) {
        const found = await openStore(left);
        assert.ok(isOneOf(found.state, allowed[taken]!), `after ${taken} steps`);
        assert.deepEqual(found.health, { status: "ok", reasons: [] });
      }
    }
  });

  it("are complete or as before after a call of the system failed", async () => {
    const faults: readonly ValueError[] = [{ code: "EIO" }, { code: "ENOSPC" }, { code: "EIO", done: true }, "short"];
    const { disk: before } = await written(MANY);
    const random = new Random(13);
    for (let at = 0, isOver = false; !isOver; at++) {
      const disk = before.copy();
      const store = await openStore(disk);
      let number = 0;
      const fault = random.pick(faults);
      disk.error = () => (number++ === at ? fault : undefined);
      const was = store.state;
      const next = changeAnyhow(was, random, at);
      const failure = await store
        .commit(() => next)
        .then(
          () => null,
          (error: unknown) => error,
        );
      assert.ok(failure === null || failure instanceof UserError, String(failure));
      disk.error = () => undefined;
      isOver = number <= at;
      const isUndecided = store.health.status === "read-only";
      const again = await openStore(disk.copy());
      assert.ok(isOneOf(again.state, isUndecided ? [was, next] : [store.state]), `call ${at}`);
      assert.deepEqual(again.health, { status: "ok", reasons: [] });
      if (isUndecided) continue;
      const after = changeAnyhow(store.state, random, at + 1000);
      await store.commit(() => after);
      assert.ok(isOneOf((await openStore(disk.copy())).state, [after]));
    }
  });
});

describe("damage to the records of many datasets", () => {
  it("in one copy loses nothing, is reported, and is mended by the next change there", async () => {
    const { disk, store } = await written(MANY);
    for (const file of await blocksOn(disk)) {
      for (const half of [0, 1]) {
        const damaged = disk.copy();
        const node = damaged.files.get(`${DATA}/${SEGMENTS}/${file}`)!;
        const at = half * (node.bytes.length / 2) + 40;
        node.bytes = Buffer.from(node.bytes.with(at, node.bytes[at]! ^ 1));
        const { damages } = await verifyDirectory(damaged, DATA);
        assert.deepEqual(
          damages.map(({ file: each }) => each).filter((each) => each.endsWith(".records")),
          [`${SEGMENTS}/${file}`],
        );
        const found = await openStore(damaged);
        assert.ok(isOneOf(found.state, [store.state]));
        if (half === 1) continue;
        assert.equal(found.health.status, "degraded");
        assert.match(found.health.reasons.join(), new RegExp(`${file} .*the next change writes it again`));
        for (let round = 0; round < 2; round++) await found.commit((state) => change(state, round));
        assert.equal((await openStore(damaged)).health.status, "ok");
      }
    }
  });

  it("in both copies, or a lost file, is refused, or undone where the generation before has other records", async () => {
    const { disk, store } = await written(MANY);
    const [previous, current] = await Promise.all(
      (await disk.readdir(DATA))
        .flatMap((name) => generationOf(name) ?? [])
        .toSorted()
        .map((each) => readManifest(disk, DATA, each)),
    );
    const outcomes = { refused: 0, undone: 0, unharmed: 0 };
    for (const file of await blocksOn(disk)) {
      for (const spoil of [
        (bytes: Buffer) => bytes.subarray(0, 100),
        (bytes: Buffer) => Buffer.alloc(bytes.length),
        null,
      ]) {
        const damaged = disk.copy();
        const path = `${DATA}/${SEGMENTS}/${file}`;
        if (spoil) damaged.files.get(path)!.bytes = spoil(damaged.files.get(path)!.bytes);
        else await damaged.unlink(path);
        const { damages } = await verifyDirectory(damaged, DATA);
        assert.ok(damages.some(({ file: each }) => each === `${SEGMENTS}/${file}`));
        try {
          const found = await openStore(damaged);
          assert.equal(found.health.status, "degraded");
          const isCurrent = isOneOf(found.state, [store.state]);
          assert.ok(isCurrent || isOneOf(found.state, [previous!.state]));
          outcomes[isCurrent ? "unharmed" : "undone"]++;
        } catch (error) {
          assert.ok(error instanceof DamagedStore);
          assert.match(error.message, new RegExp(file));
          assert.ok(previous!.blocks.includes(file) && current!.blocks.includes(file));
          outcomes.refused++;
        }
      }
    }
    assert.ok(
      Object.values(outcomes).every((count) => count >= 3),
      JSON.stringify(outcomes),
    );
  });
});

describe("rights as they are stored", () => {
  for (const count of [4, MANY]) {
    it(`take nothing back that the last of any changes to ${count} datasets made private`, async () => {
      const random = new Random(count);
      const disk = new MemoryDisk();
      let store = await openStore(disk);
      await store.commit((state) => ({ ...state, datasets: townsOf(count) }));
      let before = store.state;
      for (let round = 0; round < 200; round++) {
        if (random.chance(10)) store = await openStore(disk);
        const next = changeAnyhow(store.state, random, round);
        if (next.datasets.length === 0) continue;
        before = store.state;
        await store.commit(() => next);
        const lost = disk.copy();
        const names = (await lost.readdir(DATA)).filter((name) => generationOf(name) !== undefined).toSorted();
        await lost.unlink(`${DATA}/${names.at(-1)!}`);
        const generation = generationOf(names[0]!)!;
        const expected = applyRights({ generation, state: before, blocks: [], bytes: 0 }, rightsOf(next));
        const found = (await openStore(lost)).state;
        assert.deepEqual(withoutMark(found), withoutMark(expected), `round ${round}`);
      }
    });
  }
});

/** Choose some of many. */
function sample<T>(all: Iterable<T>, count: number, random: Random): readonly T[] {
  const list = [...all];
  return list.length <= count ? list : Array.from({ length: count }, () => random.pick(list));
}
