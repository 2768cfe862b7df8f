import { errorText } from "../../core/errors/error-text.js";
import { geoAzimuthalEqualArea, geoEqualEarth } from "d3-geo";
import type { Feature, FeatureCollection, Polygon as GeoPolygon, Position } from "geojson";
import { feature as featureOf } from "topojson-client";
import { topology } from "topojson-server";
import { presimplify, simplify } from "topojson-simplify";
import type { GeometryCollection, Objects, Topology } from "topojson-specification";
import { BadSource } from "../../core/errors/errors.js";
import type { Inset, Shape, ShapeLayer } from "../../core/model/shape-layer.js";
import { groupParts, type PartGroup } from "./group-parts.js";
import type { Place } from "./read-shape-file.js";

/** Size of a map; its height is at most this. */
const WIDTH = 1000;
const MAX_HEIGHT = 1150;
/** Share of the width that a part far away gets, and the height of the row of such parts. */
const INSET_WIDTH = 190;
const INSET_HEIGHT = 130;
const MAX_INSETS = 5;
const PADDING = 8;
/** Maximum characters of the paths of a layer: a page has room for them. */
const MAX_PATHS = 44_000;
/** Characters of a shape besides its path, for which a layer of many has less room, and the least that is left. */
const PER_SHAPE = 60;
const MIN_PATHS = 13_000;
/** Extent of longitudes from which a map is of the world. */
const WORLD = 150;
/** Areas below this, in square units, are seen by nobody: of islands, and of corners that are left out first. */
const MIN_RING = 2;
const MIN_CORNER = 0.5;
/** Number of shapes from which a layer is half as large: each step of their borders takes fewer digits. */
const MANY = 200;

/** The shapes of a layer and its size. */
export type DrawnLayer = Pick<ShapeLayer, "width" | "height" | "shapes" | "insets">;

/** Rings in the plane, by place. */
type Rings = readonly (readonly Position[])[];

/**
 * Project places with an equal-area projection for their extent, and simplify their borders, which neighbours share, until
 * a page has room for them. Parts far away stand in frames below.
 */
export function makeLayer(places: readonly Place[]): DrawnLayer {
  const [main, ...far] = groupParts(places);
  if (!main) throw new BadSource(errorText("no_shapes"));
  const own = placeGroup(main, { x: 0, y: 0, width: WIDTH, height: MAX_HEIGHT });
  const shown = far.filter((group, at) => at < MAX_INSETS || isOnlyPart(group, [main, ...far]));
  const insets = shown.map((_, at): Inset => {
    const perRow = Math.floor(WIDTH / (INSET_WIDTH + PADDING));
    return {
      x: (at % perRow) * (INSET_WIDTH + PADDING),
      y: Math.ceil(own.height) + PADDING * 2 + Math.floor(at / perRow) * (INSET_HEIGHT + PADDING),
      width: INSET_WIDTH,
      height: INSET_HEIGHT,
    };
  });
  const rings: Position[][][] = places.map(() => []);
  for (const group of [own, ...shown.map((each, at) => placeGroup(each, insets[at]!, PADDING))]) {
    for (const { of, drawn } of group.rings) for (const ring of drawn) rings[of]!.push(ring);
  }
  const last = insets.at(-1);
  const part = places.length > MANY ? 0.5 : 1;
  const shrink = (size: number): number => Math.round(size * part);
  return {
    width: shrink(WIDTH),
    height: Math.ceil((last ? last.y + last.height : own.height) * part) + 1,
    shapes: simplifyShapes(places, part === 1 ? rings : rings.map((each) => shrinkRings(each, part))),
    insets: insets.map(({ x, y, width, height }) => ({
      x: shrink(x),
      y: shrink(y),
      width: shrink(width),
      height: shrink(height),
    })),
  };
}

function shrinkRings(rings: Rings, part: number): Position[][] {
  return rings.map((ring) => ring.map(([x, y]) => [x! * part, y! * part]));
}

/** True if a place lies in a group alone. */
function isOnlyPart(group: PartGroup, groups: readonly PartGroup[]): boolean {
  const others = new Set(groups.flatMap((each) => (each === group ? [] : each.polygons.map(({ of }) => of))));
  return group.polygons.some(({ of }) => !others.has(of));
}

/** Project a group into a box. @returns its rings, and the height that it takes */
function placeGroup(
  { polygons, center, span }: PartGroup,
  box: Inset,
  padding = 1,
): { readonly rings: readonly { readonly of: number; readonly drawn: Position[][] }[]; readonly height: number } {
  const projection = (span > WORLD ? geoEqualEarth() : geoAzimuthalEqualArea())
    .scale(1)
    .translate([0, 0])
    .rotate(span > WORLD ? [-center[0], 0] : [-center[0], -center[1]]);
  const projected = polygons.map(({ of, polygon }) => ({
    of,
    rings: polygon.map((ring) => ring.map((position) => projection([position[0]!, position[1]!])!)),
  }));
  const [xs, ys] = [0, 1].map((at) => {
    let [low, high] = [Infinity, -Infinity];
    for (const { rings } of projected)
      for (const position of rings.flat()) [low, high] = [Math.min(low, position[at]!), Math.max(high, position[at]!)];
    return { low, size: Math.max(1e-9, high - low) };
  }) as [{ low: number; size: number }, { low: number; size: number }];
  const [width, height] = [box.width - padding * 2, box.height - padding * 2];
  const scale = Math.min(width / xs.size, height / ys.size);
  const [left, top] = [
    box.x + padding + (width - xs.size * scale) / 2,
    box.y + padding + (padding > 1 ? (height - ys.size * scale) / 2 : 0),
  ];
  return {
    rings: projected.map(({ of, rings }) => ({
      of,
      drawn: rings.map((ring) => ring.map(([x, y]) => [(x! - xs.low) * scale + left, (y! - ys.low) * scale + top])),
    })),
    height: ys.size * scale + padding * 2,
  };
}

/** Leave out corners, those of the smallest triangles first, until the paths are short enough. */
function simplifyShapes(places: readonly Place[], rings: readonly Rings[]): readonly Shape[] {
  const features = rings.map((own): Feature<GeoPolygon> => ({
    type: "Feature",
    properties: {},
    geometry: { type: "Polygon", coordinates: dropSmall(own as Position[][]) },
  }));
  const collection: FeatureCollection<GeoPolygon> = { type: "FeatureCollection", features };
  const joined = presimplify(topology({ places: collection }, 1e5) as unknown as Topology<Objects<object>>);
  const room = Math.max(MIN_PATHS, MAX_PATHS - PER_SHAPE * places.length);
  for (let corner = MIN_CORNER; ; corner *= 1.6) {
    const simple = simplify(joined, corner);
    const object = simple.objects["places"] as GeometryCollection;
    const drawn = featureOf(simple, object).features.map(({ geometry }) => (geometry as GeoPolygon).coordinates ?? []);
    const shapes = places.map(({ id, label }, at): Shape => {
      const [x, y] = middleOf(rings[at]!);
      return { id, label, path: writePath(drawn[at]!), x, y };
    });
    if (shapes.reduce((sum, { path }) => sum + path.length, 0) <= room || corner > 5000) return shapes;
  }
}

/** Leave out rings that are too small to be seen, but the largest. */
function dropSmall(rings: Position[][]): Position[][] {
  const areas = rings.map((ring) => Math.abs(areaOf(ring)));
  const largest = areas.reduce((most, each) => Math.max(most, each), 0);
  return rings.filter((_, at) => areas[at]! >= MIN_RING || areas[at] === largest);
}

function areaOf(ring: readonly Position[]): number {
  let area = 0;
  for (const [at, [x, y]] of ring.entries()) {
    const next = ring[at + 1];
    if (next) area += x! * next[1]! - next[0]! * y!;
  }
  return area / 2;
}

/** Return the centre of gravity of the largest ring. */
function middleOf(rings: Rings): readonly [x: number, y: number] {
  const [largest] = rings.toSorted((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a)));
  if (!largest) return [0, 0];
  const area = areaOf(largest);
  if (area === 0) return [Math.round(largest[0]![0]!), Math.round(largest[0]![1]!)];
  let [x, y] = [0, 0];
  for (const [at, [x0, y0]] of largest.entries()) {
    const next = largest[at + 1];
    if (!next) continue;
    const cross = x0! * next[1]! - next[0]! * y0!;
    x += (x0! + next[0]!) * cross;
    y += (y0! + next[1]!) * cross;
  }
  return [Math.round(x / (6 * area)), Math.round(y / (6 * area))];
}

/** Write rings as path data in whole units, each point relative to the one before. */
function writePath(rings: readonly (readonly Position[])[]): string {
  return rings
    .map((ring) => {
      const points = ring.map(([x, y]) => [Math.round(x!), Math.round(y!)] as const);
      let [x, y] = points[0]!;
      const steps: string[] = [];
      for (const [nextX, nextY] of points.slice(1, -1)) {
        if (nextX === x && nextY === y) continue;
        steps.push(`${nextX - x},${nextY - y}`);
        [x, y] = [nextX, nextY];
      }
      return steps.length < 2 ? `M${points[0]!.join(",")}h2v2h-2z` : `M${points[0]!.join(",")}l${steps.join(" ")}z`;
    })
    .join("");
}
