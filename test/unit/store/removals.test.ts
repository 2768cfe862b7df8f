import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Removals, type Visibility } from "#src/store/removals.js";
import { spendingDataset } from "../../fixtures.js";

const PUBLIC = spendingDataset([]);
const ADAS = spendingDataset([], { private: true, managers: ["ada"] });

const anybody = ({ private: isPrivate }: Visibility): boolean => !isPrivate;
const ada = (was: Visibility): boolean => anybody(was) || was.managers.includes("ada");

describe("Removals", () => {
  it("are never earlier than the start", () => {
    const before = new Date();
    assert.ok(new Removals().last(anybody) >= before);
  });

  const changes: readonly [name: string, before: typeof PUBLIC, after: typeof PUBLIC | undefined, tells: string[]][] = [
    ["a drop", PUBLIC, undefined, ["anybody", "ada"]],
    ["a change to private", PUBLIC, ADAS, ["anybody", "ada"]],
    ["a drop of what is private", ADAS, undefined, ["ada"]],
    ["a new version", PUBLIC, spendingDataset([]), []],
    ["a change to public", ADAS, PUBLIC, ["ada"]],
    ["other managers", ADAS, spendingDataset([], { private: true, managers: ["eve"] }), ["ada"]],
    [
      "the same managers in another order",
      spendingDataset([], { managers: ["a", "b"], private: true }),
      spendingDataset([], { managers: ["b", "a"], private: true }),
      [],
    ],
  ];
  for (const [name, before, after, tells] of changes) {
    it(`count ${name} as a removal only for users who could read the dataset before`, () => {
      const removals = new Removals();
      const none = removals.last(anybody);
      removals.note(before, after);
      const affected = Object.entries({ anybody, ada }).filter(([, couldRead]) => removals.last(couldRead) > none);
      assert.deepEqual(
        affected.map(([reader]) => reader),
        tells,
      );
    });
  }

  it("are later than any time that an earlier header could have shown", () => {
    const removals = new Removals();
    const said = Math.floor(Date.now() / 1000) * 1000;
    removals.note(PUBLIC, undefined);
    assert.ok(removals.last(anybody).getTime() > said);
    assert.equal(removals.last(anybody).getTime() % 1000, 0);
  });
});
