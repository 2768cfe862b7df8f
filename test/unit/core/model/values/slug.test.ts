import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import * as fc from "fast-check";
import { slug } from "#src/core/model/values/slug.js";

const SLUGS: [string, string][] = [
  ["London", "london"],
  ["Städte & Gemeinden", "stadte-gemeinden"],
  ["đ", "d"],
  ["Straße", "strasse"],
  ["þing", "thing"],
  ["Opšte javne usluge", "opste-javne-usluge"],
  ["  01.1.1  ", "01-1-1"],
  ["--a__b--", "a-b"],
  ["Ελλάδα", "ellada"],
  ["Москва", "moskva"],
  ["Citt\u00c0\u00a0di", "citta-di"],
  ["a😀b", "ab"],
  ["", ""],
  [" \t", ""],
];

for (const [text, expected] of SLUGS) {
  test(`the slug of ${JSON.stringify(text)} is ${JSON.stringify(expected)}`, () => assert.equal(slug(text), expected));
}

test("the slug of a text without letters or digits is made from its hash", () => {
  for (const text of ["😀", "---", " ! "]) {
    assert.equal(slug(text), `x-${createHash("sha1").update(text).digest("hex").slice(0, 10)}`);
  }
});

test("a slug is words of a-z and 0-9 between single hyphens, and its own slug", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const found = slug(text);
      assert.match(found, /^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      assert.equal(slug(found), found);
    }),
  );
});
