import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shapeOf } from "../http/pages/html-shape.js";

describe("the shape of a page", () => {
  const page = '<p id="a1"><a href="/town?year=2009&amp;cut=x">Health, 2009</a> &lt; 3</p>';

  it("is the same for other words and numbers", () => {
    const other = '<p id="a1"><a href="/county?year=2010&amp;cut=yes">Roads and parks, 11</a> &lt; 49</p>';
    assert.equal(shapeOf(page), shapeOf(other));
  });

  it("differs in everything that a validator may object to", () => {
    for (const [from, to] of [
      ["a1", "a2"],
      ["&amp;", "&"],
      ["&lt;", "<"],
      ["Health, 2009", ""],
      ["</a>", ""],
      ["<a", "<b"],
      ['"/town?year=2009&amp;cut=x"', '"#town"'],
      ["Health", "Health &nope;"],
    ] as const) {
      assert.notEqual(shapeOf(page), shapeOf(page.replace(from, to)), `${from} → ${to}`);
    }
  });
});
