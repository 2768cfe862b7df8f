import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { UnitedPart } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import { planReading, unitePartMembers } from "#src/core/union/unite-members.js";
import { spendingModel } from "../../../fixtures.js";

const model = spendingModel();
const dimension = model.dimensions.find(({ name }) => name === "cofog1")!;
const partOf = (name: string): UnitedPart =>
  ({ name, model, dimensionOf: new Map([[dimension, dimension]]) }) as unknown as UnitedPart;

describe("members of several datasets", () => {
  it("read no more than names and labels to be numbered", () => {
    const key = { dimension, attribute: null };
    const read: string[] = [];
    const values = new Proxy(["1", "Uno", "#222222", 2] as readonly Value[], {
      get(target, at: string) {
        read.push(at);
        return Reflect.get(target, at) as unknown;
      },
    });
    const { identity, label } = planReading(partOf("b"), key);
    const member = { id: 9, values };
    assert.deepEqual([identity(member), label!(member)], ["1", "Uno"]);
    assert.deepEqual(read, ["0", "1"]);
  });

  it("are those of the first dataset that has them, each once", () => {
    const [a, b] = [partOf("a"), partOf("b")];
    const found = unitePartMembers(
      [
        { part: a, members: [{ id: 4, values: ["1", "One", "#111111", 1] }] },
        {
          part: b,
          members: [
            { id: 9, values: ["1", "Uno", "#222222", 2] },
            { id: 1, values: ["2", "Due", null, null] },
          ],
        },
      ],
      { dimension, attributes: [dimension.identity], filters: [], prefix: "", first: 0, limit: 10 },
    );
    assert.equal(found.count, 2);
    assert.deepEqual(
      found.members.map(({ id, values, home }) => [id, values[1], home!.dataset]),
      [
        [1, "One", "a"],
        [2, "Due", "b"],
      ],
    );
  });
});
