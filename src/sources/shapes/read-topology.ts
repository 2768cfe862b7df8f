import type { Feature, Geometry, Position } from "geojson";
import { feature as featureOf } from "topojson-client";
import type { GeometryObject, Topology } from "topojson-specification";
import { errorText } from "../../core/errors/error-text.js";
import { BadSource } from "../../core/errors/errors.js";
import { clipName, quotePlace, ShapeErrors } from "./shape-errors.js";

/** Indexes of arcs of a ring; a negative one is an arc backwards. */
type ArcRing = readonly number[];

/** A collection of a topology: what its geometries are, and where they are kept. */
interface Collection {
  readonly geometries: readonly GeometryObject[];
}

/**
 * Read the places of a topology: those of the first object of areas that has the property. Arcs are checked first: a short
 * list of them may stand for a file of any size.
 * @param isNamed true for a feature that has the property
 * @throws BadSource with every error
 */
export function readTopology(
  topology: Topology,
  isNamed: (feature: Feature) => boolean,
  maxPositions: number,
): readonly Feature[] {
  const collections = listCollections(topology).filter(({ geometries }) => geometries.some(isAreaObject));
  const chosen =
    collections.find(({ geometries }) => geometries.some((each) => isNamed(emptyFeature(each)))) ?? collections[0];
  if (!chosen) return [];
  checkArcs(topology, chosen, maxPositions);
  try {
    return chosen.geometries.map((each) =>
      isAreaObject(each) ? (featureOf(topology, each) as Feature) : emptyFeature(each),
    );
  } catch (error) {
    throw new BadSource(errorText("topology_not_read", { detail: clipName((error as Error).message) }));
  }
}

/** True for a geometry of areas. */
export function isArea(geometry: { readonly type?: unknown } | null | undefined): boolean {
  return geometry?.type === "Polygon" || geometry?.type === "MultiPolygon";
}

function isAreaObject(object: GeometryObject | null): boolean {
  return isArea(object);
}

function listCollections({ objects }: Topology): readonly Collection[] {
  return Object.values((objects ?? {}) as Record<string, unknown>).filter((object): object is Collection => {
    const { type, geometries } = (object ?? {}) as { readonly type?: unknown; readonly geometries?: unknown };
    return type === "GeometryCollection" && Array.isArray(geometries);
  });
}

/** Return a feature of an object without its coordinates. */
function emptyFeature(object: GeometryObject | null): Feature {
  const { type, id, properties } = (object ?? {}) as Partial<GeometryObject>;
  const geometry = typeof type === "string" ? ({ type, coordinates: [] } as unknown as Geometry) : null;
  return { type: "Feature", ...(id !== undefined && { id }), properties: properties ?? {}, geometry } as Feature;
}

function checkArcs(topology: Topology, { geometries }: Collection, maxPositions: number): void {
  const { arcs } = topology;
  const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
  if (!isList(arcs)) throw new BadSource(errorText("topology_not_read", { detail: "no arcs" }));
  const errors = new ShapeErrors();
  const isArc = (arc: unknown): boolean =>
    isList(arc) && arc.length >= 2 && arc.every((each) => isList(each) && isPair(each as Position));
  const broken = arcs.findIndex((arc) => !isArc(arc));
  if (broken >= 0) errors.add("file", "position_not_a_pair", { name: `arc ${broken}` });
  let positions = 0;
  for (const [at, object] of geometries.entries()) {
    if (!isAreaObject(object)) continue;
    const name = quotePlace(String((object as { readonly id?: unknown }).id ?? `shape ${at + 1}`));
    const rings = listArcRings(object);
    if (!rings) errors.add(at, "shape_without_rings", { name });
    for (const ring of rings ?? []) {
      const missing = ring.find((arc) => !Number.isInteger(arc) || (arc < 0 ? ~arc : arc) >= arcs.length);
      if (missing !== undefined) {
        errors.add(at, "arc_missing", { name, arc: clipName(String(missing)), count: arcs.length });
        continue;
      }
      for (const arc of ring) positions += (arcs[arc < 0 ? ~arc : arc] as readonly unknown[]).length || 0;
    }
  }
  if (positions > maxPositions) errors.add("file", "too_many_positions", { count: positions, maximum: maxPositions });
  errors.throwAny();
}

/** List the rings of areas; `null` if they are no lists of numbers. */
function listArcRings(object: GeometryObject): readonly ArcRing[] | null {
  const { type, arcs } = object as { readonly type: string; readonly arcs?: unknown };
  const polygons: unknown = type === "Polygon" ? [arcs] : arcs;
  const isRing = (ring: unknown): boolean => Array.isArray(ring) && ring.every((each) => typeof each === "number");
  const isPolygon = (polygon: unknown): boolean => Array.isArray(polygon) && polygon.every(isRing);
  return Array.isArray(polygons) && polygons.every(isPolygon) ? (polygons as ArcRing[][]).flat() : null;
}

/** True for a longitude and a latitude, whatever follows them. */
export function isPair(position: unknown): boolean {
  return (
    Array.isArray(position) && position.length >= 2 && Number.isFinite(position[0]) && Number.isFinite(position[1])
  );
}
