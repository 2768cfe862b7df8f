import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { compareValues } from "#src/core/engine/compare.js";
import type { Attribute } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { writeColumn } from "../writing/columns-of.js";

const kernel = Kernel.start();
after(() => kernel.close());

/**
 * Texts with long common prefixes, of which some are prefixes of others. Their bytes include zeros and bytes above 127,
 * which a sort by four bytes at a time could compare wrongly.
 */
const alike = fc
  .tuple(
    fc.constantFrom("", "a", "The supplier ", "The supplier s0000"),
    fc.stringMatching(/^[\0a\u00e4\u{1F600}]{0,9}$/u),
  )
  .map((parts) => parts.join(""));
const text = fc.option(
  fc.oneof(
    alike,
    fc.string({ unit: "binary", maxLength: 12 }).map((each) => each.toWellFormed()),
  ),
);
const number = fc.constantFrom<number | null>(null, 0, 1, -1, 0.5, 1e300, -1e-7);

const kinds: readonly [Attribute["type"], fc.Arbitrary<readonly Value[]>][] = [
  ["text", fc.array(text, { maxLength: 60 })],
  ["number", fc.array(number, { maxLength: 60 })],
];

describe("the values of an attribute", () => {
  for (const [type, arbitrary] of kinds) {
    const check = (property: (ways: ReturnType<typeof writeColumn>["ways"], values: readonly Value[]) => void): void =>
      fc.assert(
        fc.property(arbitrary, (values) => {
          const { ways, release } = writeColumn(kernel, type, values);
          property(ways, values);
          release();
        }),
      );

    it(`are read as they were written, in any order and with repeats: ${type}`, () => {
      check((ways, values) => {
        const members = [...values.keys(), ...values.keys()].toReversed();
        for (const way of ways) {
          assert.equal(way.length, values.length);
          assert.deepEqual(
            way.pick(members),
            members.map((member) => values[member]),
          );
          assert.deepEqual(
            values.map((_, member) => way.at(member)),
            values,
          );
        }
      });
    });

    it(`are found for every member that has them: ${type}`, () => {
      check((ways, values) => {
        for (const value of [...new Set(values), type === "text" ? "nowhere" : 7]) {
          if (value === null) continue;
          const wanted = values.flatMap((each, member) => (each === value ? [member] : []));
          for (const way of ways)
            assert.deepEqual(
              way.find(value).toSorted((a, b) => a - b),
              wanted,
            );
        }
      });
    });

    it(`are ordered as compareValues orders them: ${type}`, () => {
      check(([way], values) => {
        const order = [...way!.order()];
        assert.deepEqual(
          order.toSorted((a, b) => a - b),
          [...values.keys()],
        );
        assert.deepEqual(
          order.map((member) => values[member]),
          values.toSorted((a, b) => compareValues(a, b)),
        );
      });
    });
  }
});

describe("texts", () => {
  it("are found in a column without repeats", () => {
    const texts = Array.from({ length: 3000 }, (_, at) => `text ${at} \u{1F600}`);
    const { ways, release } = writeColumn(kernel, "text", [null, ...texts], false);
    for (const way of ways) {
      texts.forEach((each, at) => assert.deepEqual(way.find(each), [at + 1]));
      assert.deepEqual(way.find(""), []);
    }
    release();
  });

  it("are not found if they are not well-formed Unicode", () => {
    const { ways, release } = writeColumn(kernel, "text", ["\ufffd"]);
    for (const way of ways) assert.deepEqual(way.find("\ud800"), []);
    release();
  });

  it("are complete if they are longer than a run that is decoded together", () => {
    const texts = ["ä".repeat(100_000), "a", "b".repeat(65_536), "c", "d", "e", "f", "g"];
    const { ways, release } = writeColumn(kernel, "text", texts);
    for (const way of ways) assert.deepEqual(way.pick([...texts.keys()]), texts);
    release();
  });

  it("are ordered by code point in a column of 20,000", () => {
    const texts = Array.from({ length: 20_000 }, (_, at) => `The supplier ${(at * 7919) % 15_000}`);
    const { ways, release } = writeColumn(kernel, "text", texts);
    assert.deepEqual(
      Array.from(ways[0]!.order(), (member) => texts[member]),
      texts.toSorted(),
    );
    release();
  });
});
