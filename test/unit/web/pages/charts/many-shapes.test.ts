import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeLayer } from "#src/sources/shapes/make-layer.js";
import type { Place } from "#src/sources/shapes/read-shape-file.js";
import { drawMap, type MapPlace } from "#src/web/pages/charts/map.js";

const ROWS = 20;
const COLUMNS = 25;
const STEP = 0.2;
const POINTS = 20;

/** Write a winding border from a point, without its end. Neighbours have the same. */
function borderFrom(x: number, y: number, isAcross: boolean): readonly [number, number][] {
  return Array.from({ length: POINTS }, (_, at) => {
    const part = at / POINTS;
    const bend = Math.sin(x * 7.3 + y * 3.1 + part * 17) * 0.015 * Math.sin(Math.PI * part);
    return isAcross ? [x + STEP * part, y + bend] : [x + bend, y + STEP * part];
  });
}

/** Five hundred places beside each other, with borders of eighty points. */
const PLACES: readonly Place[] = Array.from({ length: ROWS * COLUMNS }, (_, at) => {
  const [x, y] = [(at % COLUMNS) * STEP - 2, 50 + Math.floor(at / COLUMNS) * STEP];
  const ring = [
    ...borderFrom(x, y, true),
    ...borderFrom(x + STEP, y, false),
    [x + STEP, y + STEP],
    ...borderFrom(x, y + STEP, true)
      .slice(1)
      .toReversed(),
    [x, y + STEP],
    ...borderFrom(x, y, false).slice(1).toReversed(),
    [x, y],
  ];
  return { id: `K${at}`, label: `Commune ${at}`, polygons: [[ring]] };
});

describe("a map of five hundred shapes", () => {
  const { shapes, ...size } = makeLayer(PLACES);
  const facts = { name: "a", label: "A", taxonomy: null, licence: null, source: null, id: "code", added: "" };
  const shown = PLACES.map(({ id, label }, at): MapPlace => ({
    id,
    label,
    shown: `£${at}`,
    exact: `£${1000 + at}.50`,
    more: `£${100_000 + at} in all`,
    href: `/town/explore?drilldown=area&cut=place:${id}`,
    color: "#2a8078",
  }));
  const { markup } = drawMap({ ...facts, ...size, shapes }, shown, {
    label: "Map",
    className: "chart map",
    direction: "ltr",
    width: 440,
    height: 480,
    classes: [],
    of: "Amount",
    others: "Not on the map",
    withoutAmount: (label) => label,
  });

  it("takes few bytes besides names, figures and links, which each has", () => {
    assert.equal(markup.match(/<path d="M[\d,l -]+z" fill="#2a8078"/g)!.length, PLACES.length);
    const texts = shown.reduce((sum, { label, exact, href }) => sum + label.length + exact.length + href!.length, 0);
    assert.ok(markup.length - texts < 48_000, `${markup.length - texts}`);
    assert.ok(markup.length < 84_000, `${markup.length}`);
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
    const inner = corners[ROWS * 12 + 12]!;
    assert.ok(inner.every((corner) => others.get(String(corner))! > 1));
  });
});
