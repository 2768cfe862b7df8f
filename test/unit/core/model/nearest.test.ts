import assert from "node:assert/strict";
import { test } from "node:test";
import { didYouMean, nearest } from "#src/core/model/nearest.js";

test("the closest names come first, three at most", () => {
  assert.deepEqual(nearest("cofog", ["region", "cofog1", "cofog22", "cofgo", "cofog", "cofog3"]), [
    "cofog",
    "cofog1",
    "cofog22",
  ]);
});

test("letter case does not matter", () => assert.deepEqual(nearest("REGION", ["region"]), ["region"]));

test("a name that begins with the typed text is similar", () => {
  assert.deepEqual(nearest("dep", ["department", "to"]), ["department"]);
  assert.deepEqual(nearest("d", ["department"]), []);
});

test("a text unlike every name has no similar ones", () => {
  assert.deepEqual(nearest("colour", ["to", "from"]), []);
  assert.deepEqual(nearest("", ["to"]), []);
});

test("long and empty texts are not compared", () => {
  assert.deepEqual(nearest("a".repeat(101), ["a".repeat(101)]), []);
  assert.deepEqual(nearest("abc", ["abc".repeat(100)]), []);
});

test("the question lists the names, and is empty without any", () => {
  assert.equal(didYouMean("cofog", ["cofog1", "cofog2"]), '; did you mean "cofog1" or "cofog2"?');
  assert.equal(didYouMean("colour", ["to"]), "");
});

test("two letters that changed places are one slip", () => {
  assert.deepEqual(nearest("veiws", ["views", "notes"]), ["views"]);
  assert.deepEqual(nearest("ntoes", ["views", "notes"]), ["notes"]);
  assert.deepEqual(nearest("aeiov", ["views"]), []);
});
