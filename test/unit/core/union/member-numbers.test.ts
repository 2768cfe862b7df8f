import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { uniteModels } from "#src/core/model/unite-models.js";
import type { Member } from "#src/core/engine/entry.js";
import { MemberNumbers, NO_NUMBER, UnionNumbers } from "#src/core/union/member-numbers.js";
import { spendingModel } from "../../../fixtures.js";

const model = spendingModel();
const named = (name: string): typeof model => ({ ...model, dataset: { ...model.dataset, name } });
const { dimensions, united } = uniteModels([named("a"), named("b")]);
const dimension = dimensions.find(({ name }) => name === "cofog1")!;
const key = { dimension, attribute: null };

function memberOf(name: string, label: string): Member {
  return { id: 1, values: dimension.attributes.map((each) => (each === dimension.identity ? name : label)) };
}

describe("numbers of the members of a union", () => {
  it("are the same for the same name in any dataset, and read once for each code", async () => {
    const name = fc.constantFrom("1", "2", "3", "4", "5");
    const dictionary = fc.uniqueArray(name, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(dictionary, dictionary),
        fc.array(fc.tuple(fc.constantFrom(0, 1), fc.array(fc.nat(4))), { maxLength: 6 }),
        async (names, questions) => {
          const numbers = new MemberNumbers(united!, key);
          const nameOf = new Map<number, string>();
          const read = new Set<string>();
          for (const [part, picked] of questions) {
            const own = names[part]!;
            const codes = Uint32Array.from(picked, (code) => code % own.length);
            const found = await numbers.ofCodes(part, codes, async (unknown) => {
              for (const code of unknown) {
                assert.ok(!read.has(`${part} ${code}`));
                read.add(`${part} ${code}`);
              }
              return Array.from(unknown, (code) => memberOf(own[code]!, "same"));
            });
            for (const [row, number] of found.entries()) {
              const before = nameOf.get(number);
              assert.equal(before ?? own[codes[row]!], own[codes[row]!]);
              nameOf.set(number, own[codes[row]!]!);
              assert.equal(numbers.names[number], own[codes[row]!]);
            }
          }
          assert.equal(new Set(nameOf.values()).size, nameOf.size);
          assert.equal(numbers.relabelled.size, 0);
        },
      ),
    );
  });

  it("are read in slices, so that others have their turn", async () => {
    const numbers = new MemberNumbers(united!, key);
    const codes = Uint32Array.from({ length: 10_000 }, (_, at) => at);
    const lengths: number[] = [];
    const found = await numbers.ofCodes(0, codes, async (slice) => {
      lengths.push(slice.length);
      return Array.from(slice, (code) => memberOf(`name ${code}`, "same"));
    });
    assert.deepEqual(lengths, [4096, 4096, 1808]);
    assert.deepEqual([found[0], found[9_999]], [1, 10_000]);
  });

  it("tell members with different labels, and those without a name", () => {
    const numbers = new MemberNumbers(united!, key);
    const first = numbers.ofItems(0, [memberOf("1", "One"), memberOf("2", "Two"), null]);
    const second = numbers.ofItems(1, [memberOf("2", "Due"), memberOf("1", "One")]);
    assert.deepEqual([...first, ...second], [1, 2, NO_NUMBER, 2, 1]);
    assert.deepEqual([...numbers.relabelled], [2]);
  });

  it("are kept with the union, and take more bytes with each name", () => {
    const all = new UnionNumbers(united!);
    const numbers = all.of(key);
    const before = numbers.bytes;
    numbers.ofItems(0, [memberOf("a name", "a label")]);
    assert.ok(numbers.bytes > before);
    all.keep(numbers);
    assert.equal(all.of(key), numbers);
    assert.notEqual(all.of({ dimension, attribute: dimension.identity }), numbers);
    all.drop(dimension);
    assert.notEqual(all.of(key), numbers);
  });
});
