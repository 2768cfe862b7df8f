import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countOfTerm, mayHaveBeginning, mayHaveTerm, mayPassIn, TermSigner } from "#src/core/engine/term-signature.js";
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
    assert.equal(countOfTerm(signature, "r"), null);
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
    const earlier = signature.map((word, at) => (at < (signature.length * 2) / 3 ? word : word & 0x1ff));
    const phrase = makeTextTest({ is: "phrase", text: "road repair" })!;
    assert.deepEqual(
      [mayPassIn(earlier, 1, phrase), countOfTerm(earlier, "road"), mayHaveTerm(earlier, "roads")],
      [true, { entries: 7, tokens: 1, isExact: true }, false],
    );
  });

  it("is empty without terms", () => {
    const empty = new TermSigner().finish();
    assert.deepEqual([empty.length, mayHaveTerm(empty, "road"), mayHaveBeginning(empty, "r")], [0, false, false]);
  });
});
