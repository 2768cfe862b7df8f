import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { BadSource } from "#src/core/errors/errors.js";
import { makeLayer } from "#src/sources/shapes/make-layer.js";
import { readShapeFile } from "#src/sources/shapes/read-shape-file.js";

const SHAPES = new URL("../../../../../../shared/data/shapes/", import.meta.url);

const square = (x: number, y: number, size: number) => [
  [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ],
];
const feature = (properties: object, coordinates: unknown, type = "Polygon") => ({
  type: "Feature",
  properties,
  geometry: { type, coordinates },
});
const collection = (...features: readonly unknown[]) =>
  Buffer.from(JSON.stringify({ type: "FeatureCollection", features }));

function faultsOf(bytes: Uint8Array, id = "code"): string {
  try {
    readShapeFile(bytes, id);
  } catch (error) {
    assert.ok(error instanceof BadSource);
    return error.errors.join("\n");
  }
  return assert.fail("no fault");
}

/** Return the area of path data, by its rings. */
function areaOf(path: string): number {
  let area = 0;
  for (const ring of path.split("M").filter(Boolean)) {
    const [start, steps = ""] = ring.replace("z", "").split("l");
    let [x, y] = start!.split(",").map(Number) as [number, number];
    const points = [[x, y] as const];
    for (const step of steps.split(" ")) {
      const [dx, dy] = step.split(",").map(Number) as [number, number];
      points.push([(x += dx), (y += dy)]);
    }
    points.push(points[0]!);
    for (let at = 0; at + 1 < points.length; at++)
      area += (points[at]![0] * points[at + 1]![1] - points[at + 1]![0] * points[at]![1]) / 2;
  }
  return Math.abs(area);
}

describe("shapes of a file", () => {
  it("are refused with every fault of theirs", () => {
    assert.match(faultsOf(Buffer.from("x")), /not JSON/);
    assert.match(faultsOf(Buffer.from('{"type":"Feature"}')), /FeatureCollection or a TopoJSON Topology/);
    assert.match(
      faultsOf(collection(feature({ kode: "A" }, square(0, 0, 1)))),
      /No shape has the property "code".*kode/,
    );
    const faults = faultsOf(
      collection(
        feature({ code: "A" }, square(0, 0, 1)),
        feature({ code: "A" }, square(2, 0, 1)),
        feature({ code: "B" }, [square(4, 0, 1)[0]!.slice(0, 4)]),
        feature({ code: "C" }, [1, 2], "Point"),
        feature({ code: "D" }, square(500_000, 0, 1)),
        feature({ code: "E" }, [
          [
            [179, 0],
            [-179, 0],
            [-179, 1],
            [179, 1],
            [179, 0],
          ],
        ]),
        feature({ code: "F" }, [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ]),
      ),
    );
    for (const fault of [
      /"code" is not unique: A/,
      /"B" has a ring that is not closed/,
      /"C" is a Point/,
      /"D" lies at 500000, 0/,
      /"E" jumps from 179° to -179°, over 180°/,
      /"F" has a ring of 3 positions/,
    ])
      assert.match(faults, fault);
  });

  it("have areas like those of the places, wherever these lie", () => {
    const bands = [40, 45, 50, 55].map((latitude) => feature({ code: String(latitude) }, square(10, latitude, 5)));
    const { shapes, insets } = makeLayer(readShapeFile(collection(...bands), "code").places);
    assert.equal(insets.length, 0);
    const areas = shapes.map(({ path }) => areaOf(path));
    const [south, north] = [areas[0]!, areas.at(-1)!];
    const sine = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
    const expected = (sine(60) - sine(55)) / (sine(45) - sine(40));
    assert.ok(Math.abs(north / south / expected - 1) < 0.05, `${north / south} instead of ${expected}`);
  });

  it("stand in a frame if they lie far away", () => {
    const bytes = collection(
      feature({ code: "main" }, square(-5, 38, 5)),
      feature({ code: "far" }, square(-17, 28, 1)),
    );
    const { insets, shapes } = makeLayer(readShapeFile(bytes, "code").places);
    assert.equal(insets.length, 1);
    const [frame] = insets;
    const far = shapes.find(({ id }) => id === "far")!;
    assert.ok(
      far.x > frame!.x && far.x < frame!.x + frame!.width && far.y > frame!.y && far.y < frame!.y + frame!.height,
    );
  });

  it("of publications keep their areas, and are small", { skip: !existsSync(SHAPES) }, () => {
    for (const [file, id, truth] of [
      ["uk-nuts1/nuts1-uk.geojson", "nuts118cd", "uk-nuts1"],
      ["de-laender/laender.geojson", "nuts1", "de-laender"],
    ] as const) {
      const { places } = readShapeFile(readFileSync(new URL(file, SHAPES)), id);
      const { shapes } = makeLayer(places);
      assert.ok(JSON.stringify(shapes).length < 60_000);
      const { area_km2: areas } = JSON.parse(readFileSync(new URL(`${truth}/truth.json`, SHAPES), "utf8")) as {
        area_km2: Readonly<Record<string, number>>;
      };
      const total = shapes.reduce((sum, { path }) => sum + areaOf(path), 0);
      const whole = Object.values(areas).reduce((sum, area) => sum + area, 0);
      for (const { id: own, path } of shapes) {
        const share = areaOf(path) / total;
        const expected = areas[own!]! / whole;
        assert.ok(Math.abs(share - expected) < 0.004, `${own}: ${share} instead of ${expected}`);
      }
    }
  });

  it("of the world are cut or refused: sewn together they would be bands", { skip: !existsSync(SHAPES) }, () => {
    const cut = readShapeFile(readFileSync(new URL("world/countries-110m.geojson", SHAPES)), "iso3");
    assert.equal(cut.places.length, 177);
    assert.match(cut.warnings.join(), /2 without "iso3".*Somaliland/);
    assert.match(faultsOf(readFileSync(new URL("world/countries-110m.topojson", SHAPES)), "id"), /"Russia" jumps/);
  });
});
