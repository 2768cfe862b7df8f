import type { Feature, FeatureCollection, Position } from "geojson";
import type { Topology } from "topojson-specification";
import { errorText } from "../../core/errors/error-text.js";
import { BadSource } from "../../core/errors/errors.js";
import { didYouMean, joinKnown } from "../../core/model/nearest.js";
import { isArea, isPair, readTopology } from "./read-topology.js";
import { clipName, quotePlace, ShapeErrors } from "./shape-errors.js";

/** Closed rings of positions; the first of a polygon is its outer one. */
export type Polygon = readonly (readonly Position[])[];

/** A place of a file of shapes. */
export interface Place {
  readonly id: string | null;
  readonly label: string;
  readonly polygons: readonly Polygon[];
}

/** The places of a file, and what it lacks. */
export interface ReadPlaces {
  readonly places: readonly Place[];
  readonly warnings: readonly string[];
}

/** Maximum bytes of a file of shapes. */
export const SHAPE_FILE_BYTES = 32 * 2 ** 20;
/** Maximum numbers of shapes, of their rings and of positions of these. */
const MAX_PLACES = 2000;
const MAX_RINGS = 100_000;
const MAX_POSITIONS = 1_500_000;
const MAX_LISTED = 5;

/**
 * Read the places of a GeoJSON or a TopoJSON file.
 * @param id property that identifies a place; `id` is also the features' own
 * @throws BadSource with every error
 */
export function readShapeFile(bytes: Uint8Array, id: string): ReadPlaces {
  if (bytes.length > SHAPE_FILE_BYTES)
    throw new BadSource(errorText("shape_file_too_large", { bytes: bytes.length, maximum: SHAPE_FILE_BYTES }));
  const features = chooseFeatures(parseJson(bytes), id);
  if (features.length === 0) throw new BadSource(errorText("no_shapes"));
  const ids = features.map((each) => idOf(each, id));
  if (ids.every((each) => each === null)) {
    const known = [...new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})))];
    throw new BadSource(
      errorText("no_shape_with_property", {
        property: clipName(id),
        known: joinKnown(known.map(clipName)),
        remedy: didYouMean(id, known),
      }),
    );
  }
  const errors = new ShapeErrors();
  const places = features.map((each, at): Place => {
    const label = labelOf(each, id) ?? ids[at] ?? `shape ${at + 1}`;
    return { id: ids[at]!, label, polygons: readPolygons(each, at, quotePlace(label), errors) };
  });
  checkIds(ids, id, errors);
  checkNumbers(places, errors);
  errors.throwAny();
  const unnamed = places.filter((place) => place.id === null).map(({ label }) => label);
  return {
    places,
    warnings:
      unnamed.length === 0
        ? []
        : [errorText("shapes_unnamed", { count: unnamed.length, property: id, names: listSome(unnamed) })],
  };
}

function checkIds(ids: readonly (string | null)[], property: string, errors: ShapeErrors): void {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const id of ids) {
    if (id === null) continue;
    if (seen.has(id)) twice.add(id);
    seen.add(id);
  }
  if (twice.size === 0) return;
  const values = `${listSome([...twice])} ${twice.size === 1 ? "is" : "are"}`;
  errors.add("file", "shapes_not_unique", { property, values });
}

/** Refuse files that take too long: the time grows with the numbers of rings and of positions. */
function checkNumbers(places: readonly Place[], errors: ShapeErrors): void {
  let [rings, positions] = [0, 0];
  for (const { polygons } of places) {
    for (const polygon of polygons) {
      rings += polygon.length;
      for (const ring of polygon) positions += ring.length;
    }
  }
  if (rings > MAX_RINGS) errors.add("file", "too_many_rings", { count: rings, maximum: MAX_RINGS });
  if (positions > MAX_POSITIONS) errors.add("file", "too_many_positions", { count: positions, maximum: MAX_POSITIONS });
}

function listSome(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return names.slice(0, MAX_LISTED).map(clipName).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new BadSource(errorText("shape_file_not_json", { detail: clipName((error as Error).message) }));
  }
}

/** Return the features of a collection; of a topology those of the first object of areas that has the property. */
function chooseFeatures(file: unknown, id: string): readonly Feature[] {
  const { type } = (file ?? {}) as { readonly type?: unknown };
  const features =
    type === "Topology"
      ? readTopology(file as Topology, (each) => idOf(each, id) !== null, MAX_POSITIONS)
      : type === "FeatureCollection"
        ? (file as FeatureCollection).features
        : null;
  if (!Array.isArray(features)) {
    const named = typeof type === "string" ? `a ${JSON.stringify(clipName(type))}` : "something else";
    throw new BadSource(errorText("not_shapes", { type: named }));
  }
  if (features.length > MAX_PLACES)
    throw new BadSource(errorText("too_many_shapes", { count: features.length, maximum: MAX_PLACES }));
  return features.map((each: unknown) => (typeof each === "object" && each !== null ? (each as Feature) : NOTHING));
}

/** The stand-in for an item of a list of features that is none. */
const NOTHING = { type: "Feature", properties: {}, geometry: null } as unknown as Feature;

function idOf({ id: own, properties }: Feature, id: string): string | null {
  const value: unknown = properties?.[id] ?? (id === "id" ? own : undefined);
  const text = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  return text === "" ? null : text;
}

/** Return the name of a place: that of a property called so, else the longest text. */
function labelOf({ properties }: Feature, id: string): string | null {
  const texts = Object.entries(properties ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && pair[0] !== id && pair[1].trim() !== "",
  );
  const named =
    texts.find(([key]) => /^(?:name|label|title)$/i.test(key)) ?? texts.find(([key]) => /n(?:a)?me?$/i.test(key));
  return (named ?? texts.toSorted((a, b) => b[1].length - a[1].length)[0])?.[1].trim() ?? null;
}

function readPolygons({ geometry }: Feature, at: number, name: string, errors: ShapeErrors): readonly Polygon[] {
  if (!geometry || !isArea(geometry)) {
    const { type } = (geometry ?? {}) as { readonly type?: unknown };
    const found = typeof type === "string" ? `a ${clipName(type)}` : "nowhere";
    errors.add(at, "shape_not_an_area", { name, geometry: found });
    return [];
  }
  const { coordinates } = geometry as { readonly coordinates: unknown };
  const polygons = (geometry.type === "MultiPolygon" ? coordinates : [coordinates]) as Polygon[];
  const isPolygon = (rings: unknown): boolean =>
    Array.isArray(rings) && rings.length > 0 && rings.every((ring) => Array.isArray(ring));
  if (!Array.isArray(polygons) || polygons.length === 0 || !polygons.every(isPolygon)) {
    errors.add(at, "shape_without_rings", { name });
    return [];
  }
  for (const ring of polygons.flat()) checkRing(ring, at, name, errors);
  return polygons;
}

function checkRing(ring: readonly Position[], place: number, name: string, errors: ShapeErrors): void {
  if (!ring.every(isPair)) return errors.add(place, "position_not_a_pair", { name });
  if (ring.length < 4) return errors.add(place, "ring_too_short", { name, count: ring.length });
  const [first, last] = [ring[0]!, ring.at(-1)!];
  if (first[0] !== last[0] || first[1] !== last[1]) errors.add(place, "ring_not_closed", { name });
  const outside = ring.find(([x, y]) => Math.abs(x!) > 180 || Math.abs(y!) > 90);
  if (outside) return errors.add(place, "shape_off_the_earth", { name, longitude: outside[0], latitude: outside[1] });
  const jump = ring.findIndex(([x, y], at) => {
    const next = ring[at + 1];
    return next !== undefined && Math.abs(next[0]! - x!) > 180 && !(Math.abs(y!) === 90 && Math.abs(next[1]!) === 90);
  });
  if (jump < 0) return;
  errors.add(place, "shape_over_meridian", { name, from: ring[jump]![0], to: ring[jump + 1]![0] });
}
