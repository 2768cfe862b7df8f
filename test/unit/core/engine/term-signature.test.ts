import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countOfTerm, mayHaveBeginning, mayHaveTerm, TermSigner } from "#src/core/engine/term-signature.js";

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

  it("is empty without terms", () => {
    const empty = new TermSigner().finish();
    assert.deepEqual([empty.length, mayHaveTerm(empty, "road"), mayHaveBeginning(empty, "r")], [0, false, false]);
  });
});
