import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Member } from "#src/core/engine/entry.js";
import type { UnitedPart } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import { planConversion } from "#src/core/union/unite-members.js";
import { spendingModel } from "../../../fixtures.js";

const model = spendingModel();
const dimension = model.dimensions.find(({ name }) => name === "cofog1")!;
const partOf = (name: string): UnitedPart =>
  ({ name, model, dimensionOf: new Map([[dimension, dimension]]) }) as unknown as UnitedPart;

describe("members of several datasets", () => {
  it("have the values of the first dataset, and no more than names and labels are read of the others", () => {
    const members = new Map<Value, Member>();
    const renamed = new Set<string>();
    const key = { dimension, attribute: null };
    const first = { id: 4, values: ["1", "One", "#111111", 1] };
    const united = planConversion(partOf("a"), key, members, renamed, false)(first) as Member;
    assert.deepEqual([united.id, united.values], [1, first.values]);
    const read: string[] = [];
    const values = new Proxy(["1", "Uno", "#222222", 2] as readonly Value[], {
      get(target, at: string) {
        read.push(at);
        return Reflect.get(target, at) as unknown;
      },
    });
    const convert = planConversion(partOf("b"), key, members, renamed, true);
    assert.equal(convert({ id: 9, values }), united);
    assert.deepEqual(read, ["0", "1"]);
    assert.equal(convert({ id: 9, values }), united);
    assert.deepEqual(read, ["0", "1"]);
    assert.deepEqual([...renamed], ['cofog1 "1" is "One" in "a" and "Uno" in "b"']);
  });
});
