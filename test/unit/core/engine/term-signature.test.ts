import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  countOfTerm,
  mayHaveBeginning,
  mayHaveTerm,
  mayPassIn,
  TermFilterer,
  TermSigner,
} from "#src/core/engine/term-signature.js";
import { makeTextTest } from "#src/core/query/text/make-test.js";

describe("a signature of terms", () => {
  const signer = new TermSigner();
  signer.add("road", 0, 3, 2);
  signer.add("road", 0, 4, 1);
  signer.add("repair", 0, 5, 2);
  signer.add("repair", 1, 6, 9);
  const signature = signer.finish();

  it("knows whole terms, and no others", () => {
    assert.deepEqual(
      ["road", "repair", "roa", "roads", ""].map((term) => mayHaveTerm(signature, term)),
      [true, true, false, false, false],
    );
  });

  it("knows beginnings of any length", () => {
    const heads = ["", "r", "ro", "roa", "road", "repai", "repair"];
    assert.deepEqual(
      heads.map((head) => mayHaveBeginning(signature, head)),
      heads.map(() => true),
    );
    assert.deepEqual(
      ["b", "roe", "x"].map((head) => mayHaveBeginning(signature, head)),
      [false, false, false],
    );
  });

  it("counts the entries with a term, exactly if one dimension has it", () => {
    assert.deepEqual(countOfTerm(signature, "road"), { entries: 7, tokens: 1, isExact: true });
    assert.deepEqual(countOfTerm(signature, "repair"), { entries: 11, tokens: 2, isExact: false });
    assert.deepEqual(countOfTerm(signature, "r"), { entries: 0, tokens: 255, isExact: true });
  });

  it("knows which dimensions have all words of a phrase, or a term that begins like a pattern", () => {
    const phrase = makeTextTest({ is: "phrase", text: "Road repair" })!;
    const beginning = makeTextTest({ is: "word", pieces: ["repai", { wildcard: "*" }] })!;
    const passing = (text: typeof phrase, of = signature) =>
      [0, 1, 2].filter((dimension) => mayPassIn(of, dimension, text));
    assert.deepEqual([passing(phrase), passing(beginning)], [[0], [0, 1]]);
    const many = new TermSigner();
    for (const dimension of [1, 22, 40]) many.add("road", dimension, 1, 1);
    const road = makeTextTest({ is: "phrase", text: "road" })!;
    assert.deepEqual(
      [0, 1, 21, 22, 23, 40].map((dimension) => mayPassIn(many.finish(), dimension, road)),
      [false, true, false, true, true, true],
    );
  });

  it("of an earlier version of the program does not tell dimensions apart", () => {
    const { terms } = signature;
    const before = terms.map((word, at) => (at < (terms.length * 2) / 3 ? word : word & 0x1ff));
    const earlier = { terms: before, filtered: null };
    const phrase = makeTextTest({ is: "phrase", text: "road repair" })!;
    assert.deepEqual(
      [mayPassIn(earlier, 1, phrase), countOfTerm(earlier, "road"), mayHaveTerm(earlier, "roads")],
      [true, { entries: 7, tokens: 1, isExact: true }, false],
    );
  });

  it("has the terms of large dimensions, and beginnings of them, and does not count them", () => {
    const filterer = new TermFilterer();
    for (let invoice = 0; invoice < 20_000; invoice++) filterer.add(`t7x${invoice}`, 2);
    filterer.add("repair", 3);
    const filtered = signer.finish(filterer.finish());
    const invoices = Array.from({ length: 20_000 }, (_, invoice) => `t7x${invoice}`);
    assert.ok(invoices.every((invoice) => mayHaveTerm(filtered, invoice) && mayHaveBeginning(filtered, invoice)));
    assert.ok(["t", "t7", "t7x1", "t7x12345"].every((head) => mayHaveBeginning(filtered, head)));
    const others = Array.from({ length: 20_000 }, (_, other) => `u8x${other}`);
    const wrong = others.filter((other) => mayHaveTerm(filtered, other)).length;
    assert.ok(wrong < 400, `${wrong} of 20,000`);
    assert.ok(filtered.filtered!.filter.byteLength < 60_000);
    assert.deepEqual(countOfTerm(filtered, "road"), { entries: 7, tokens: 1, isExact: true });
    assert.equal(countOfTerm(filtered, "repair"), null);
    const passing = (text: string) =>
      [0, 1, 2, 3].filter((dimension) => mayPassIn(filtered, dimension, makeTextTest({ is: "phrase", text })!));
    assert.deepEqual([passing("road"), passing("repair"), passing("t7x5")], [[0], [0, 1, 2, 3], [2, 3]]);
  });

  it("is empty without terms", () => {
    const empty = new TermSigner().finish();
    assert.deepEqual([empty.terms.length, mayHaveTerm(empty, "road"), mayHaveBeginning(empty, "r")], [0, false, false]);
  });
});
