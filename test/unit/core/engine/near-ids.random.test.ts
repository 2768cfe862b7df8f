import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { listNearIdTests, NearIds, nearIdKey, type NearIdTest, piecesOfId } from "#src/core/engine/near-ids.js";
import { filterClause } from "#src/core/query/condition/condition.js";
import { isWithinEdits } from "#src/core/query/text/edits.js";
import { randomRuns } from "../../../full.js";

const digit = fc.constantFrom(..."0123456789abcdef");
/** Few digits make ids in which much repeats. */
const id = fc.array(fc.oneof(digit, fc.constantFrom("0", "1")), { minLength: 40, maxLength: 40 });
const edit = fc.record({
  at: fc.nat(39),
  kind: fc.constantFrom("insert", "remove", "replace", "swap", "swap around"),
  letter: fc.oneof(digit, fc.constantFrom("g", "é", "\u{10400}")),
});

/** Change a text: one edit, or two for a swap around a letter that is put in between. */
function change(
  letters: readonly string[],
  { at, kind, letter }: { at: number; kind: string; letter: string },
): string[] {
  const changed = [...letters];
  if (kind === "insert") changed.splice(at, 0, letter);
  else if (kind === "remove") changed.splice(at, 1);
  else if (kind === "replace") changed[at] = letter;
  else {
    const [a, b] = changed.slice(at, at + 2);
    changed.splice(at, 2, ...[b, ...(kind === "swap" ? [] : [letter]), a].filter((each) => each !== undefined));
  }
  return changed;
}

describe("ids that are similar to texts", () => {
  it("are found as each is compared with each", () => {
    const changes = fc.array(edit, { maxLength: 3 });
    const cases = fc.tuple(
      fc.array(id, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(3), changes, fc.nat(2))),
    );
    fc.assert(
      fc.property(cases, ([ids, made]) => {
        const tests = made.map(([which, edits, most]): NearIdTest => ({
          is: "near",
          text: edits.reduce(change, ids[which % ids.length]!).join(""),
          edits: most,
        }));
        const near = new NearIds(tests);
        for (const letters of ids) {
          const own = letters.join("");
          const bytes = Buffer.from(`ff${own}`, "hex");
          const wanted = tests.filter(({ text, edits }) => isWithinEdits(text, own, edits));
          assert.deepEqual(new Set(near.passedBy(bytes, 1)), new Set(wanted));
          for (const test of wanted) assert.ok(piecesOfId(test).some((piece) => own.includes(piece)));
        }
      }),
      { numRuns: randomRuns(300, 6000) },
    );
  });

  it("are not looked for if none can be", () => {
    for (const text of ["", "road", "g".repeat(40), "0".repeat(43), "0".repeat(37)]) {
      assert.deepEqual(piecesOfId({ is: "near", text, edits: 2 }), []);
      assert.ok(new NearIds([{ is: "near", text, edits: 2 }]).isEmpty);
    }
  });

  it("are of the tests of a condition, each once", () => {
    const clause = (text: string, edits: number) =>
      filterClause({ on: "id", id: { whole: { is: "near", text, edits }, parts: [] } });
    const [a, b, c] = [clause("a", 1), clause("a", 2), clause("b", 1)];
    const found = listNearIdTests([{ is: "any", of: [a, { is: "not", of: b }, a] }, c]);
    assert.deepEqual(found.map(nearIdKey), ["1 a", "2 a", "1 b"]);
  });
});
