import { errorText } from "../../core/errors/error-text.js";
import type { Feature, FeatureCollection, Geometry, Position } from "geojson";
import { feature as featureOf } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { BadSource } from "../../core/errors/errors.js";
import { didYouMean } from "../../core/model/nearest.js";

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
/** Maximum number of shapes. */
const MAX_PLACES = 2000;
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
  if (features.length > MAX_PLACES)
    throw new BadSource(errorText("too_many_shapes", { count: features.length, maximum: MAX_PLACES }));
  const known = [...new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const ids = features.map((each) => idOf(each, id));
  if (ids.every((each) => each === null))
    throw new BadSource(
      errorText("no_shape_with_property", { property: id, known: known.join(", "), remedy: didYouMean(id, known) }),
    );
  const errors: string[] = [];
  const places = features.map((each, at): Place => {
    const label = labelOf(each, id) ?? ids[at] ?? `shape ${at + 1}`;
    return { id: ids[at]!, label, polygons: readPolygons(each.geometry, `"${label}"`, errors) };
  });
  const named = ids.filter((each) => each !== null);
  const twice = [...new Set(named.filter((each, at) => named.indexOf(each) !== at))];
  if (twice.length > 0)
    errors.push(
      errorText("shapes_not_unique", {
        property: id,
        values: `${listSome(twice)} ${twice.length === 1 ? "is" : "are"}`,
      }),
    );
  if (errors.length > 0) throw new BadSource([...new Set(errors)]);
  const unnamed = places.filter((place) => place.id === null).map(({ label }) => label);
  return {
    places,
    warnings:
      unnamed.length === 0
        ? []
        : [`${unnamed.length} without "${id}", which no amount can be of: ${listSome(unnamed)}`],
  };
}

function listSome(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return names.slice(0, MAX_LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new BadSource(errorText("shape_file_not_json", { detail: (error as Error).message }));
  }
}

/** Return the features of a collection; of a topology those of the first object of areas that has the property. */
function chooseFeatures(file: unknown, id: string): readonly Feature[] {
  const { type } = (file ?? {}) as { readonly type?: unknown };
  if (type === "FeatureCollection") {
    const { features } = file as FeatureCollection;
    if (Array.isArray(features)) return features;
  }
  if (type === "Topology") return readTopology(file as Topology, id);
  throw new BadSource(
    errorText("not_shapes", { type: typeof type === "string" ? `a ${JSON.stringify(type)}` : "something else" }),
  );
}

function readTopology(topology: Topology, id: string): readonly Feature[] {
  try {
    const collections = Object.values(topology.objects)
      .filter((object): object is GeometryCollection => object.type === "GeometryCollection")
      .map((object) => featureOf(topology, object).features)
      .filter((features) => features.some(({ geometry }) => isArea(geometry)));
    return collections.find((features) => features.some((each) => idOf(each, id) !== null)) ?? collections[0] ?? [];
  } catch (error) {
    throw new BadSource(errorText("topology_not_read", { detail: (error as Error).message }));
  }
}

function isArea(geometry: Geometry | null): boolean {
  return geometry?.type === "Polygon" || geometry?.type === "MultiPolygon";
}

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

function readPolygons(geometry: Geometry | null, name: string, errors: string[]): readonly Polygon[] {
  if (!geometry || !isArea(geometry)) {
    errors.push(errorText("shape_not_an_area", { name, geometry: geometry ? `a ${geometry.type}` : "nowhere" }));
    return [];
  }
  const polygons =
    geometry.type === "MultiPolygon" ? geometry.coordinates : [(geometry as { coordinates: Position[][] }).coordinates];
  if (
    !Array.isArray(polygons) ||
    !polygons.every((rings) => Array.isArray(rings) && rings.every((ring) => Array.isArray(ring)))
  ) {
    errors.push(errorText("shape_without_rings", { name }));
    return [];
  }
  for (const ring of polygons.flat()) checkRing(ring, name, errors);
  return polygons;
}

function checkRing(ring: readonly Position[], name: string, errors: string[]): void {
  const isPosition = (position: unknown): boolean =>
    Array.isArray(position) && position.length >= 2 && position.slice(0, 2).every((each) => Number.isFinite(each));
  if (!ring.every(isPosition)) return void errors.push(errorText("position_not_a_pair", { name }));
  if (ring.length < 4) return void errors.push(errorText("ring_too_short", { name, count: ring.length }));
  const [first, last] = [ring[0]!, ring.at(-1)!];
  if (first[0] !== last[0] || first[1] !== last[1]) errors.push(errorText("ring_not_closed", { name }));
  const outside = ring.find(([x, y]) => Math.abs(x!) > 180 || Math.abs(y!) > 90);
  if (outside) {
    return void errors.push(errorText("shape_off_the_earth", { name, longitude: outside[0], latitude: outside[1] }));
  }
  const jump = ring.findIndex(([x, y], at) => {
    const next = ring[at + 1];
    return next !== undefined && Math.abs(next[0]! - x!) > 180 && !(Math.abs(y!) === 90 && Math.abs(next[1]!) === 90);
  });
  if (jump >= 0) {
    const [from, to] = [ring[jump]!, ring[jump + 1]!];
    errors.push(errorText("shape_over_meridian", { name, from: from[0], to: to[0] }));
  }
}
