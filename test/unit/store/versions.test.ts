import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Conflict, NotFound, OverCapacity } from "#src/core/errors/errors.js";
import { Catalog } from "#src/store/catalog.js";
import type { Dataset } from "#src/store/dataset.js";
import { readVersionName } from "#src/store/version-name.js";
import { type Keeping, USUAL_KEEPING } from "#src/store/versions.js";
import { accountCalled } from "./accounts.js";
import { MemoryDisk } from "./disk/memory-disk.js";
import { DATA } from "./scenario.js";
import { loadText, type TinyEngine, tinyFormat, labelDataset } from "./tiny.js";

function open(disk: MemoryDisk, keeping: Keeping = USUAL_KEEPING): Promise<Catalog> {
  return Catalog.open(DATA, tinyFormat(), disk, keeping);
}

async function loadAll(catalog: Catalog, name: string, texts: string): Promise<void> {
  for (const text of texts) await loadText(catalog, name, text);
}

/** Numbers of the versions of a dataset; those whose data is not stored are in brackets. */
function numbersOf(catalog: Catalog, name = "town"): string {
  const { history } = catalog.get(name)!;
  return history.map(({ number, isKept }) => (isKept ? `${number}` : `(${number})`)).join(" ");
}

async function textOf(catalog: Catalog, name: string): Promise<string | undefined> {
  await catalog.openVersion(name);
  return textIn(catalog.get(name));
}

function textIn(dataset: Dataset | undefined): string | undefined {
  return dataset && (dataset.engine as TinyEngine).text;
}

describe("names of versions", () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ["town@3", { dataset: "town", wanted: { number: 3 } }],
    ["town@2026-11-22", { dataset: "town", wanted: { day: "2026-11-22" } }],
    ...["town", "town@", "town@0", "town@03", "town@-1", "town@x", "@3", "a@1@2", "town@2026-02-30"].map(
      (text) => [text, null] as const,
    ),
  ];
  for (const [text, expected] of cases) {
    it(text, () => assert.deepEqual(readVersionName(text), expected));
  }
});

describe("versions of a dataset", () => {
  it("are numbered from 1, and found by their numbers, also after a restart", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadAll(catalog, "town", "abc");
    for (const each of [catalog, await open(disk)]) {
      assert.equal(numbersOf(each), "3 2 1");
      assert.equal(each.get("town@1"), undefined);
      for (const [name, text] of [
        ["town@1", "a"],
        ["town@2", "b"],
        ["town@3", "c"],
      ] as const) {
        assert.equal(await textOf(each, name), text);
        const { model, isFixed, number } = each.get(name)!;
        assert.deepEqual([model.dataset.name, isFixed, `town@${number}`], [name, true, name]);
      }
      assert.deepEqual([each.get("town")!.isFixed, each.list().length], [false, 1]);
      for (const missing of ["town@4", "city@1", "town@2026-11-22"]) {
        assert.equal(await textOf(each, missing), undefined, missing);
      }
    }
  });

  it("get no number from a load that changed nothing, an edit, a note or a change of visibility", async () => {
    const catalog = await open(new MemoryDisk());
    await loadAll(catalog, "town", "ab");
    await loadText(catalog, "town", "b", { isChanged: false });
    await labelDataset(catalog, "town", "Our town");
    await catalog.setPrivate("town", true);
    await catalog.setNote("town", 2, "Budget as passed");
    await loadText(catalog, "town", "b", { isChanged: false });
    assert.equal(numbersOf(catalog), "2 1");
    assert.equal(catalog.get("town")!.history[0]!.note, "Budget as passed");
    await catalog.setNote("town", 2, null);
    assert.equal(catalog.get("town")!.history[0]!.note, null);
    await assert.rejects(catalog.setNote("town", 3, "none"), NotFound);
  });

  it("keep the same identifier when they are no longer current", async () => {
    const catalog = await open(new MemoryDisk());
    await loadAll(catalog, "town", "a");
    const before = catalog.get("town@1")!;
    await loadAll(catalog, "town", "b");
    await catalog.openVersion("town@1");
    const after = catalog.get("town@1")!;
    assert.deepEqual([after.version, after.lastModified], [before.version, before.lastModified]);
    assert.notEqual(catalog.get("town@2")!.version, after.version);
  });

  it("are made by a rollback, which can be repeated until none is left", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadAll(catalog, "town", "abc");
    for (const [numbers, text] of [
      ["4 3 2 1", "b"],
      ["5 4 3 2 1", "a"],
    ] as const) {
      await catalog.rollBack("town");
      assert.deepEqual([numbersOf(catalog), textIn(catalog.get("town"))], [numbers, text]);
    }
    await assert.rejects(catalog.rollBack("town"), Conflict);
    await catalog.rollBack("town", undefined, 3);
    await loadAll(catalog, "town", "d");
    await catalog.rollBack("town");
    for (const each of [catalog, await open(disk)]) {
      assert.deepEqual([numbersOf(each), textIn(each.get("town"))], ["8 7 6 5 4 3 2 1", "c"]);
    }
    await assert.rejects(catalog.rollBack("town", undefined, 9), NotFound);
  });

  it("are not numbered anew when a dataset was dropped", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk);
    await loadAll(catalog, "town", "ab");
    await catalog.drop("town");
    for (const [name] of disk.files) assert.ok(!disk.files.get(name)!.bytes.includes("town@"), name);
    await loadAll(await open(disk), "town", "c");
    assert.equal(numbersOf(await open(disk)), "3");
  });

  it("are not numbered anew when a user was removed after that", async () => {
    const catalog = await open(new MemoryDisk());
    await catalog.addAccount(accountCalled("ada"));
    await loadAll(catalog, "town", "ab");
    await catalog.drop("town");
    await catalog.removeAccount("ada");
    await loadAll(catalog, "town", "c");
    assert.equal(numbersOf(catalog), "3");
  });

  it("are closed when their data is dropped, after their last reader", async () => {
    const catalog = await open(new MemoryDisk(), { versions: 2, bytes: Infinity, sources: false });
    await loadAll(catalog, "town", "ab");
    await catalog.openVersion("town@1");
    const reading = catalog.beginReading();
    const { engine } = catalog.get("town@1")!;
    await loadAll(catalog, "town", "c");
    assert.equal(catalog.get("town@1"), undefined);
    assert.equal((engine as TinyEngine).isDisposed, false);
    reading.end();
    assert.equal((engine as TinyEngine).isDisposed, true);
  });

  it("are as visible as their dataset; those loaded while it was private stay so until they are published", async () => {
    const catalog = await open(new MemoryDisk());
    await loadText(catalog, "town", "a", { private: true });
    await loadAll(catalog, "town", "b");
    await catalog.setPrivate("town", false);
    await loadAll(catalog, "town", "c");
    const hidden = async (): Promise<readonly (boolean | undefined)[]> => {
      for (const number of [1, 2, 3]) await catalog.openVersion(`town@${number}`);
      return [1, 2, 3].map((number) => catalog.get(`town@${number}`)?.private);
    };
    assert.deepEqual(await hidden(), [true, false, false]);
    await catalog.setPrivate("town", true);
    assert.deepEqual(await hidden(), [true, true, true]);
    await catalog.setPrivate("town", false, undefined, true);
    assert.deepEqual(await hidden(), [false, false, false]);
  });

  it("give way when there is no memory: the one that was read least recently is closed first", async () => {
    const disk = new MemoryDisk();
    await loadAll(await open(disk), "town", "abcd");
    let free = 3;
    const format = tinyFormat();
    const limited = {
      ...format,
      open: (...given: Parameters<typeof format.open>) => {
        if (free === 0) throw new OverCapacity("no memory");
        free--;
        const opening = format.open(...given);
        const open = async () => {
          const engine = (await opening.open()) as TinyEngine;
          return Object.create(engine, { dispose: { value: () => void (engine.dispose(), free++) } });
        };
        return { parts: opening.parts, open, dispose: () => void (opening.dispose(), free++) };
      },
    };
    const catalog = await Catalog.open(DATA, limited, disk);
    for (const name of ["town@1", "town@2", "town@1", "town@3"]) await catalog.openVersion(name);
    const isOpen = (): readonly boolean[] => [1, 2, 3, 4].map((number) => catalog.get(`town@${number}`) !== undefined);
    assert.deepEqual(isOpen(), [true, false, true, true]);
    const reading = catalog.beginReading();
    await assert.rejects(catalog.openVersion("town@2"), OverCapacity);
    reading.end();
    await catalog.openVersion("town@2");
    assert.deepEqual(isOpen(), [false, true, false, true]);
  });
});

describe("versions that nobody reads", () => {
  it("are closed ten minutes after they were read last", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
    const minutes = (count: number): void => t.mock.timers.tick(count * 60_000);
    const catalog = await open(new MemoryDisk());
    await loadAll(catalog, "town", "abc");
    await catalog.openVersion("town@1");
    await catalog.openVersion("town@2");
    minutes(6);
    await catalog.openVersion("town@2");
    minutes(6);
    assert.deepEqual([textIn(catalog.get("town@1")), textIn(catalog.get("town@2"))], [undefined, "b"]);
    minutes(6);
    assert.equal(catalog.get("town@2"), undefined);
  });
});

describe("versions that are too many", () => {
  it("lose their data, the oldest first, and stay in the list", async () => {
    const disk = new MemoryDisk();
    const catalog = await open(disk, { versions: 3, bytes: Infinity, sources: false });
    await loadAll(catalog, "town", "abcde");
    for (const each of [catalog, await open(disk)]) {
      assert.equal(numbersOf(each), "5 4 3 (2) (1)");
      assert.equal(await textOf(each, "town@2"), undefined);
    }
    // The generation before has the one that was dropped last.
    assert.equal([...disk.files.keys()].filter((name) => name.endsWith(".segment")).length, 4);
  });

  it("lose their data last if they have a note", async () => {
    const catalog = await open(new MemoryDisk(), { versions: 3, bytes: Infinity, sources: false });
    await loadAll(catalog, "town", "a");
    await catalog.setNote("town", 1, "Budget as passed");
    await loadAll(catalog, "town", "bcde");
    assert.equal(numbersOf(catalog), "5 4 (3) (2) 1");
    await catalog.setNote("town", 5, "Audited");
    await catalog.setNote("town", 4, "Corrected");
    await loadAll(catalog, "town", "f");
    assert.equal(numbersOf(catalog), "6 5 4 (3) (2) (1)");
  });

  it("lose their data if they take too many bytes, but not the one before the current one", async () => {
    const catalog = await open(new MemoryDisk(), { versions: 20, bytes: 0, sources: false });
    await loadAll(catalog, "town", "abc");
    await loadAll(catalog, "city", "de");
    assert.deepEqual([numbersOf(catalog), numbersOf(catalog, "city")], ["3 2 (1)", "2 1"]);
    const length = catalog.records[0]!.earlier[0]!.segment!.length;
    // The file of a restored version is there once.
    const restored = await open(new MemoryDisk(), { versions: 20, bytes: 2 * length, sources: false });
    await loadAll(restored, "town", "ab");
    await restored.rollBack("town");
    await restored.rollBack("town", undefined, 2);
    await restored.rollBack("town", undefined, 1);
    assert.equal(numbersOf(restored), "5 4 3 2 1");
    const larger = await open(new MemoryDisk(), { versions: 20, bytes: 3 * length, sources: false });
    await loadAll(larger, "town", "abc");
    await loadAll(larger, "city", "de");
    await loadAll(larger, "town", "f");
    assert.deepEqual([numbersOf(larger), numbersOf(larger, "city")], ["4 3 2 (1)", "2 1"]);
  });
});
