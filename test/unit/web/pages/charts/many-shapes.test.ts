import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drawMap } from "#src/web/pages/charts/map.js";
import { countPlaceTexts, MANY_PLACES, mapOfManyPlaces, PLACES_IN_ROW } from "../../../../many-places.js";

describe("a map of five hundred shapes", () => {
  const [layer, shown, style] = mapOfManyPlaces(() => "#2a8078");
  const { shapes } = layer;
  const { markup } = drawMap(layer, shown, style);

  it("takes few bytes besides names, figures and links, which each has", () => {
    assert.equal(markup.match(/<path d="M[\d,l -]+z"/g)!.length, MANY_PLACES.length);
    assert.equal(markup.match(/#2a8078/g)!.length, 1);
    const texts = countPlaceTexts(shown);
    assert.ok(markup.length - texts < 37_000, `${markup.length - texts}`);
    assert.ok(markup.length < 60_000, `${markup.length}`);
  });

  it("has borders of neighbours that meet: each corner of one is near a corner of another", () => {
    const corners = shapes.map(({ path }) => {
      const [start, steps] = path.slice(1, -1).split("l") as [string, string];
      let [x, y] = start.split(",").map(Number) as [number, number];
      return [
        [x, y] as const,
        ...steps.split(" ").map((step) => {
          const [dx, dy] = step.split(",").map(Number) as [number, number];
          return [(x += dx), (y += dy)] as const;
        }),
      ];
    });
    const others = new Map<string, number>();
    for (const own of corners)
      for (const corner of new Set(own.map(String))) others.set(corner, (others.get(corner) ?? 0) + 1);
    const inner = corners[PLACES_IN_ROW * 10 + 12]!;
    assert.ok(inner.every((corner) => others.get(String(corner))! > 1));
  });
});
