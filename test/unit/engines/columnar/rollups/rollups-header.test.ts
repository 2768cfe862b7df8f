import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { readRollups } from "#src/engines/columnar/rollups/read-rollups.js";
import { DamagedStore } from "#src/core/errors/errors.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { TABLE_START } from "#src/engines/kernel/memory/cube-memory.js";
import { changedModel, loadTown, makeSerialized, ROWS } from "./stored.js";

const kernel = Kernel.start();
after(() => kernel.close());
const plain = loadTown(kernel);
after(() => plain.dispose());

/** List the paths of all values in a header. */
function* pathsInto(value: unknown, path: readonly string[] = []): Iterable<readonly string[]> {
  yield path;
  if (typeof value !== "object" || value === null) return;
  for (const [key, each] of Object.entries(value)) yield* pathsInto(each, [...path, key]);
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: (was: unknown) => unknown): unknown {
  if (key === undefined) return by(value);
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

const OTHERS: readonly ((was: unknown) => unknown)[] = [
  () => null,
  () => -1,
  () => 0,
  () => 0.5,
  () => 2 ** 31,
  () => 2 ** 53,
  () => "time",
  () => "9".repeat(30),
  () => [],
  () => ({}),
  (was) => (typeof was === "number" ? was + 1 : was),
  (was) => (typeof was === "number" ? was + 64 : was),
  (was) => (typeof was === "number" ? was * 2 : was),
  (was) => (Array.isArray(was) ? was.slice(1) : was),
  (was) => (Array.isArray(was) ? [...(was as unknown[]), ...(was as unknown[])] : was),
  (was) => (Array.isArray(was) ? was.toReversed() : was),
];

describe("a header of stored rollups", () => {
  it("with any change is refused, or still points into the memories", async () => {
    const { serialized } = await makeSerialized(kernel, plain);
    const lengths = serialized.parts.map(({ length }) => length);
    const { table } = plain;
    let refused = 0;
    for (const path of pathsInto(serialized.header)) {
      for (const other of OTHERS) {
        const header = replaced(serialized.header, path, other);
        try {
          readRollups(table, header, lengths).rollups.forEach(
            ({ rows, bytes, grouping, codes, limbs, entries }, at) => {
              assert.ok(bytes === lengths[at] && rows >= 1 && rows <= table.rows);
              for (const { pointers, width } of [...codes, ...limbs, entries]) {
                assert.equal(pointers.length, 1);
                assert.ok(pointers[0]! >= TABLE_START && pointers[0]! + rows * width <= TABLE_START + bytes);
              }
              grouping.forEach(({ dimension, attributes }, part) => {
                const { size, width } = table.dimensions[dimension]!.codes;
                assert.deepEqual([codes[part]!.size, codes[part]!.width], [size, width]);
                assert.ok(attributes === null || attributes.every((each) => each >= 0));
              });
              assert.equal(limbs.length, table.measures.flatMap((each) => each.limbs).length);
            },
          );
        } catch (error) {
          assert.ok(error instanceof DamagedStore, `${path.join(".")}: ${String(error)}`);
          refused++;
        }
      }
    }
    assert.ok(refused > 1000, `${refused}`);
  });

  it("of other lengths or of another table is refused", async () => {
    const { serialized } = await makeSerialized(kernel, plain);
    const lengths = serialized.parts.map(({ length }) => length);
    for (const others of [lengths.slice(1), [...lengths, 64], lengths.map((each) => each + 64), lengths.toReversed()]) {
      assert.throws(() => readRollups(plain.table, serialized.header, others), DamagedStore);
    }
    const fewer = loadTown(kernel, ROWS - 1);
    for (const other of [fewer.table, { ...plain.table, model: changedModel() }]) {
      assert.throws(() => readRollups(other, serialized.header, lengths), DamagedStore);
    }
    fewer.dispose();
  });
});
