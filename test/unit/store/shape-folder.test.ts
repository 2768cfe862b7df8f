import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Conflict, NotFound } from "#src/core/errors/errors.js";
import type { ShapeLayer } from "#src/core/model/shape-layer.js";
import { nodeFileSystem } from "#src/store/disk/file-system.js";
import { ShapeFolder } from "#src/store/shape-folder.js";

const layerOf = (name: string, label = name): ShapeLayer => ({
  name,
  label,
  taxonomy: null,
  licence: null,
  source: null,
  id: "code",
  added: "2026-01-01T00:00:00.000Z",
  width: 10,
  height: 10,
  shapes: [{ id: "A", label: "A", path: "M0,0l1,0 0,1z", x: 0, y: 0 }],
  insets: [],
});

describe("layers of shapes in a data directory", () => {
  let directory: string;
  before(() => (directory = mkdtempSync(join(tmpdir(), "spendcube-shapes-"))));
  after(() => rmSync(directory, { recursive: true }));

  it("are kept, replaced and removed, also for others that read them", async () => {
    const [own, other] = [new ShapeFolder(directory), new ShapeFolder(directory)];
    assert.deepEqual(other.list(), []);
    assert.equal(other.version(), "");
    await own.add(layerOf("b"));
    await own.add(layerOf("a"));
    const version = other.version();
    assert.deepEqual(
      other.list().map(({ name, numShapes }) => [name, numShapes]),
      [
        ["a", 1],
        ["b", 1],
      ],
    );
    await own.add(layerOf("a", "new"));
    assert.equal(other.get("a").label, "new");
    assert.notEqual(other.version(), version);
    await own.drop("b");
    assert.throws(() => other.get("b"), NotFound);
    await assert.rejects(own.drop("b"), NotFound);
    assert.equal(readdirSync(join(directory, "shapes")).length, 2);
  });

  it("lose none if several are added at once, and replace only the one that is meant", async () => {
    const own = new ShapeFolder(directory);
    await Promise.all(["p", "q", "r"].map((name) => own.add(layerOf(name))));
    const names = new Set(own.list().map(({ name }) => name));
    for (const name of ["p", "q", "r"]) assert.ok(names.has(name), name);
    await assert.rejects(own.add(layerOf("p", "other"), null), Conflict);
    await assert.rejects(own.add(layerOf("p", "other"), new Date(0).toISOString()), Conflict);
    assert.equal(own.get("p").label, "p");
    await own.add(layerOf("p", "other"), layerOf("p").added);
    assert.equal(own.get("p").label, "other");
    for (const name of ["p", "q", "r"]) await own.drop(name);
  });

  it("stay as they were if a write fails, and lose what it left behind after the next", async () => {
    const failing = new ShapeFolder(directory, {
      ...nodeFileSystem,
      rename: (from, to) =>
        to.endsWith("index.json") ? Promise.reject(new Error("full")) : nodeFileSystem.rename(from, to),
    });
    await assert.rejects(failing.add(layerOf("c")), /full/);
    writeFileSync(join(directory, "shapes", "left.json"), "{");
    const folder = new ShapeFolder(directory);
    assert.deepEqual(
      folder.list().map(({ name }) => name),
      ["a"],
    );
    await folder.add(layerOf("d"));
    assert.equal(readdirSync(join(directory, "shapes")).length, 3);
  });
});
