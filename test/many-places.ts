import type { ShapeLayer } from "#src/core/model/shape-layer.js";
import { makeLayer } from "#src/sources/shapes/make-layer.js";
import type { MapPlace, MapStyle } from "#src/web/pages/charts/map.js";
import type { Place } from "#src/sources/shapes/read-shape-file.js";

const ROWS = 20;
/** Number of places in a row of them. */
export const PLACES_IN_ROW = 25;
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

/** Five hundred places beside each other, in rows of 25, with borders of eighty positions. */
export const MANY_PLACES: readonly Place[] = Array.from({ length: ROWS * PLACES_IN_ROW }, (_, at) => {
  const [x, y] = [(at % PLACES_IN_ROW) * STEP - 2, 50 + Math.floor(at / PLACES_IN_ROW) * STEP];
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

/** Write places as a file of shapes, with the property `code`. */
export function writeShapeFile(places: readonly Place[]): Buffer {
  const features = places.map(({ id, label, polygons }) => ({
    type: "Feature",
    properties: { code: id, name: label },
    geometry: { type: "MultiPolygon", coordinates: polygons },
  }));
  return Buffer.from(JSON.stringify({ type: "FeatureCollection", features }));
}

/** Write rows of payments of places in two years, for two purposes: a dataset that the shapes fit. */
export function placesDataset(
  name: string,
  places: readonly Place[],
): { model: object & { dataset: { name: string } }; csv: string } {
  const column = (each: string, more: object = {}): object => ({
    type: "attribute",
    column: each,
    datatype: "string",
    ...more,
  });
  const model = {
    dataset: { name, label: "Communes", description: "Made up for tests.", currency: "EUR" },
    mapping: {
      amount: { type: "measure", column: "amount", datatype: "float" },
      time: { type: "date", column: "year", datatype: "date" },
      row: column("row", { key: true }),
      place: {
        type: "compound",
        role: "geography",
        attributes: {
          name: { column: "code", datatype: "string" },
          label: { column: "place", datatype: "string" },
        },
      },
      purpose: column("purpose"),
    },
  };
  const rows = places.flatMap(({ id, label }, at) =>
    ["2023", "2024"].flatMap((year, next) =>
      ["Roads", "Schools"].map(
        (purpose, kind) =>
          `${at}-${next}-${kind},${year},${id},${label},${purpose},${1000.5 + ((at * 7919 + next * 31 + kind * 97) % 10_007) * 13}`,
      ),
    ),
  );
  return { model, csv: `row,year,code,place,purpose,amount\n${rows.join("\n")}\n` };
}

/** Layer facts, places and style of a map of all places, to be drawn. @param colorOf colour of each place */
export function mapOfManyPlaces(
  colorOf: (at: number) => string,
): readonly [layer: ShapeLayer, places: readonly MapPlace[], style: MapStyle] {
  const facts = { name: "a", label: "A", taxonomy: null, licence: null, source: null, id: "code", added: "" };
  const places = MANY_PLACES.map(({ id, label }, at): MapPlace => ({
    id,
    label,
    shown: `£${at}`,
    exact: `£${1000 + at}`,
    more: undefined,
    href: `?drilldown=area&cut=place:${id}`,
    color: colorOf(at),
  }));
  const style: MapStyle = {
    label: "Map",
    className: "chart map",
    direction: "ltr",
    width: 440,
    height: 480,
    classes: [],
    of: "Amount",
    others: "Not on the map",
    more: String,
    withoutAmount: (label) => label,
  };
  return [{ ...facts, ...makeLayer(MANY_PLACES) }, places, style];
}

/** Count the characters of what each place of a map has: its name, its figure and its link. */
export function countPlaceTexts(places: readonly MapPlace[]): number {
  return places.reduce((sum, { label, exact, href }) => sum + label.length + exact.length + href!.length, 0);
}
