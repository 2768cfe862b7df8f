import type { Place, Polygon } from "./read-shape-file.js";

/** A box of longitudes and latitudes. */
interface Box {
  west: number;
  east: number;
  south: number;
  north: number;
}

/** A polygon of a place. */
export interface PlacedPolygon {
  /** Index of its place. */
  readonly of: number;
  readonly polygon: Polygon;
}

/** Polygons that lie near each other. */
export interface PartGroup {
  readonly polygons: readonly PlacedPolygon[];
  /** Longitude and latitude of its middle, and its extent in degrees. */
  readonly center: readonly [longitude: number, latitude: number];
  readonly span: number;
}

/** Degrees of sea that part groups, at least, and as a part of the extent of the largest. */
const GAP = 6;
const FAR = 0.4;
/** Degrees of a cell: two boxes that begin in it are never a gap apart. */
const CELL = 4;
/** Extent of longitudes from which a map is of the world. */
const WORLD = 150;

/**
 * Group the polygons of places: the first group is the one with the largest area, the others lie far from it, such as
 * islands overseas. A map of the world has one group.
 */
export function groupParts(places: readonly Place[]): readonly PartGroup[] {
  const all = places.flatMap(({ polygons }, of) => polygons.map((polygon) => ({ of, polygon })));
  const whole = describeGroup(all);
  const merged = mergeNear(groupByCorner(all), GAP);
  const sorted = merged.toSorted((a, b) => areaOf(b.polygons) - areaOf(a.polygons));
  const [main] = sorted;
  if (!main) return [];
  const extent = Math.max(main.box.east - main.box.west, main.box.north - main.box.south);
  if (whole.span > WORLD && extent > WORLD / 2) return [whole];
  const [first, ...others] = mergeNear(sorted, Math.max(GAP, FAR * extent)).toSorted(
    (a, b) => areaOf(b.polygons) - areaOf(a.polygons),
  );
  return [first!, ...others].map(({ polygons }) => describeGroup(polygons));
}

interface OpenGroup {
  readonly polygons: readonly PlacedPolygon[];
  readonly box: Box;
}

/** Put polygons together whose boxes begin in the same cell, less than the least gap apart: there may be many thousand. */
function groupByCorner(polygons: readonly PlacedPolygon[]): readonly OpenGroup[] {
  const cells = new Map<string, { readonly polygons: PlacedPolygon[]; box: Box }>();
  for (const each of polygons) {
    const box = boxOf(each.polygon);
    const key = `${Math.floor(box.west / CELL)} ${Math.floor(box.south / CELL)}`;
    const cell = cells.get(key);
    if (!cell) cells.set(key, { polygons: [each], box });
    else {
      cell.polygons.push(each);
      cell.box = unite(cell.box, box);
    }
  }
  return [...cells.values()];
}

/** Put groups together whose boxes are near. */
function mergeNear(groups: readonly OpenGroup[], gap: number): readonly OpenGroup[] {
  const left = [...groups];
  const done: OpenGroup[] = [];
  while (left.length > 0) {
    const first = left.pop()!;
    const parts = [first.polygons];
    let { box } = first;
    for (let at = 0; at < left.length;) {
      const other = left[at]!;
      if (distanceOf(box, other.box) > gap) {
        at++;
        continue;
      }
      left.splice(at, 1);
      parts.push(other.polygons);
      box = unite(box, other.box);
      at = 0;
    }
    done.push({ polygons: parts.flat(), box });
  }
  return done;
}

function distanceOf(a: Box, b: Box): number {
  const across = Math.max(0, a.west - b.east, b.west - a.east);
  const up = Math.max(0, a.south - b.north, b.south - a.north);
  const latitude = (Math.max(a.south, b.south) + Math.min(a.north, b.north)) / 2;
  return Math.hypot(across * Math.cos((latitude * Math.PI) / 180), up);
}

function boxOf([outer]: Polygon): Box {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const [x, y] of outer ?? []) {
    box.west = Math.min(box.west, x!);
    box.east = Math.max(box.east, x!);
    box.south = Math.min(box.south, y!);
    box.north = Math.max(box.north, y!);
  }
  return box;
}

function unite(a: Box, b: Box): Box {
  return {
    west: Math.min(a.west, b.west),
    east: Math.max(a.east, b.east),
    south: Math.min(a.south, b.south),
    north: Math.max(a.north, b.north),
  };
}

/** Return the area of polygons on a sphere, without their holes, in no unit. */
function areaOf(polygons: readonly PlacedPolygon[]): number {
  return polygons.reduce((sum, { polygon: [outer] }) => {
    let area = 0;
    for (const [at, [x, y]] of (outer ?? []).entries()) {
      const next = outer![at + 1];
      if (next) area += (next[0]! - x!) * (Math.sin((y! * Math.PI) / 180) + Math.sin((next[1]! * Math.PI) / 180));
    }
    return sum + Math.abs(area);
  }, 0);
}

/** Describe a group; one that lies on both sides of the 180th meridian has its middle there. */
function describeGroup(polygons: readonly PlacedPolygon[]): PartGroup {
  const boxes = polygons.map(({ polygon }) => boxOf(polygon));
  const plain = boxes.reduce(unite);
  const turned = boxes
    .map((box) => (box.west < 0 ? { ...box, west: box.west + 360, east: box.east + 360 } : box))
    .reduce(unite);
  const used = turned.east - turned.west < plain.east - plain.west ? turned : plain;
  return {
    polygons,
    center: [(used.west + used.east) / 2, (used.south + used.north) / 2],
    span: used.east - used.west,
  };
}
