import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  areAllListed,
  areMembersOf,
  canListNames,
  codesNamed,
  hashName,
  isListed,
  mayBeNamed,
  NameLister,
} from "#src/core/engine/name-index.js";

describe("an index of names", () => {
  const lister = new NameLister();
  lister.add(0, 3, ["muller-sohne", "Müller & Söhne"]);
  lister.add(0, 1, ["MULLER & SOHNE", "muller & sohne"]);
  lister.add(30, 2 ** 27 - 1, ["Müller & Söhne"]);
  lister.leaveOut(7);
  const names = lister.finish();

  it("finds the members of a name in a dimension, case and accents aside, each once", () => {
    const codes = (dimension: number, name: string): readonly number[] => codesNamed(names, dimension, hashName(name));
    assert.deepEqual(codes(0, "müller & söhne"), [1, 3]);
    assert.deepEqual(codes(0, "MULLER-SOHNE"), [3]);
    assert.deepEqual(codes(30, "muller & sohne"), [2 ** 27 - 1]);
    assert.deepEqual(codes(1, "muller & sohne"), []);
    assert.deepEqual(codes(0, "muller"), []);
  });

  it("says if any member may have a name, and which dimensions it has", () => {
    assert.deepEqual(
      ["Muller & Sohne", "muller", ""].map((name) => mayBeNamed(names, hashName(name))),
      [true, false, false],
    );
    assert.equal(areAllListed(names), false);
    assert.deepEqual(
      [0, 7, 30, 31, 40].map((dimension) => isListed(names, dimension)),
      [true, false, true, true, true],
    );
    assert.deepEqual([canListNames(30), canListNames(31)], [true, false]);
  });

  it("does without any name, and shares a bit among dimensions after the 31st", () => {
    const none = new NameLister();
    none.leaveOut(40);
    const empty = none.finish();
    assert.equal(mayBeNamed(empty, hashName("x")), false);
    assert.deepEqual([isListed(empty, 31), isListed(empty, 30)], [false, true]);
  });

  it("notices members that are not there", () => {
    const small = new NameLister();
    small.add(1, 4, ["x"]);
    assert.equal(areMembersOf(small.finish(), [0, 5]), true);
    assert.equal(areMembersOf(small.finish(), [9, 4]), false);
    assert.equal(areMembersOf(small.finish(), [9]), false);
  });
});
