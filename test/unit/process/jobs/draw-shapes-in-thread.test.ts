import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { BadSource, OverCapacity } from "#src/core/errors/errors.js";
import { shapeDrawerInThread } from "#src/process/jobs/draw-shapes-in-thread.js";
import type { Outcome } from "#src/process/jobs/messages.js";
import { createThreads } from "#src/process/jobs/threads.js";
import { shapeDrawerHere } from "#src/sources/shapes/shape-drawer.js";
import { inDirectory } from "../../../cli/run.js";

const SQUARE = [
  [0, 50],
  [0, 51],
  [1, 51],
  [1, 50],
  [0, 50],
];

/** Write a file with a square for each code. */
async function writeSquares(directory: string, codes: readonly string[], ring = SQUARE): Promise<string> {
  const path = join(directory, "squares.geojson");
  const features = codes.map((code) => ({
    type: "Feature",
    properties: { code },
    geometry: { type: "Polygon", coordinates: [ring] },
  }));
  await writeFile(path, JSON.stringify({ type: "FeatureCollection", features }));
  return path;
}

describe("drawing shapes in a thread", () => {
  it("gives the shapes that this thread would draw, and every fault of a file", () =>
    inDirectory(async (directory) => {
      const drawer = shapeDrawerInThread(createThreads());
      const request = { path: await writeSquares(directory, ["A"]), id: "code" };
      assert.deepEqual(await drawer.drawShapes(request), await shapeDrawerHere.drawShapes(request));
      await writeSquares(directory, ["A", "A"], SQUARE.slice(1));
      await assert.rejects(drawer.drawShapes(request), (error) => {
        assert.ok(error instanceof BadSource);
        assert.equal(error.errors.length, 2);
        return true;
      });
    }));

  it("refuses files while too many wait", async () => {
    const ends: ((outcome: Outcome) => void)[] = [];
    const drawer = shapeDrawerInThread({ runOrder: () => new Promise((resolve) => ends.push(resolve)) });
    const request = { path: "a", id: "code" };
    const waiting = Array.from({ length: 8 }, () => drawer.drawShapes(request));
    await assert.rejects(drawer.drawShapes(request), OverCapacity);
    for (const end of ends) end({ shapes: { width: 1, height: 1, shapes: [], insets: [], warnings: [] } });
    await Promise.all(waiting);
    void drawer.drawShapes(request);
    assert.equal(ends.length, 9);
  });
});
