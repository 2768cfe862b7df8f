import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BadSource } from "#src/core/errors/errors.js";
import { makeLayer } from "#src/sources/shapes/make-layer.js";
import { readShapeFile } from "#src/sources/shapes/read-shape-file.js";

function errorsOf(file: unknown, id = "code"): readonly string[] {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  try {
    readShapeFile(Buffer.from(text), id);
  } catch (error) {
    assert.ok(error instanceof BadSource, String(error));
    return error.errors;
  }
  return assert.fail("no error");
}

const ring = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y],
];
const feature = (properties: unknown, coordinates: unknown, type = "Polygon") => ({
  type: "Feature",
  properties,
  geometry: { type, coordinates },
});
const collection = (...features: readonly unknown[]) => ({ type: "FeatureCollection", features });
const topology = (geometries: readonly unknown[], arcs: unknown, rest: object = {}) => ({
  type: "Topology",
  objects: { places: { type: "GeometryCollection", geometries } },
  arcs,
  ...rest,
});
const polygon = (code: string, arcs: unknown) => ({ type: "Polygon", id: code, properties: { code }, arcs });

describe("a hostile file of shapes", () => {
  it("of anything but features is refused with what each of them is", () => {
    const errors = errorsOf(
      collection(null, 5, "x", { properties: 7 }, feature({ code: "A" }, null), feature(null, {})),
    );
    assert.equal(errors.length, 6);
    assert.match(errors.join("\n"), /"shape 1" is nowhere[^]*"A" has coordinates that are no rings/);
    assert.match(errorsOf({ type: "FeatureCollection", features: {} }).join(), /FeatureCollection or a TopoJSON/);
    assert.match(errorsOf(collection(feature({ code: "A" }, [], "MultiPolygon"))).join(), /no rings/);
    assert.match(errorsOf(collection(feature({ code: "A" }, []))).join(), /no rings/);
  });

  it("of deep lists is refused", () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    assert.match(
      errorsOf(
        `{"type":"FeatureCollection","features":[{"properties":{"code":"A"},"geometry":{"type":"Polygon","coordinates":${deep}}}]}`,
      ).join(),
      /"A" has a position that is no pair/,
    );
    const nested = `${'{"type":"GeometryCollection","geometries":['.repeat(50_000)}${"]}".repeat(50_000)}`;
    assert.match(errorsOf(`{"type":"Topology","arcs":[],"objects":{"a":${nested}}}`).join(), /has no shapes/);
    assert.match(
      errorsOf(`{"type":"FeatureCollection","features":[{"geometry":${nested}}]}`, "id").join(),
      /property "id"/,
    );
  });

  it("of positions that are no finite numbers is refused", () => {
    assert.match(errorsOf('{"type":"FeatureCollection","features":[NaN]}').join(), /not JSON/);
    const written = JSON.stringify(collection(feature({ code: "A" }, [ring(0, 0, 1)])));
    for (const wrong of ["null", "1e999", '"1"', "[1]"])
      assert.match(errorsOf(written.replace("[1,0]", `[${wrong},0]`)).join(), /"A" has a position that is no pair/);
    assert.match(
      errorsOf(
        topology(
          [polygon("A", [[0]])],
          [
            [
              [0, null],
              [1, 1],
            ],
          ],
        ),
      ).join(),
      /arc 0 has a position/,
    );
  });

  it("of ids that are there a thousand times is refused with some of them", () => {
    const many = Array.from({ length: 2000 }, (_, at) => feature({ code: `c${at % 500}` }, [ring(0, 0, 1)]));
    assert.deepEqual(errorsOf(collection(...many)), [
      '"code" is not unique: c0, c1, c2, c3, c4 and 495 more are there twice',
    ]);
    const long = "x".repeat(100_000);
    const errors = errorsOf(collection(...[1, 2].map(() => feature({ code: long }, [ring(0, 0, 500)]))));
    assert.equal(errors.length, 2);
    assert.ok(errors.every((each) => each.length < 500));
  });

  it("of too many rings or positions is refused, and one error of a place is said once", () => {
    const tiny = Array.from({ length: 100_001 }, () => [[0, 0]]);
    const errors = errorsOf(collection(feature({ code: "A" }, tiny), feature({ code: "B" }, [ring(300, 0, 1)])));
    assert.deepEqual(errors, [
      '"A" has a ring of 1 positions; a ring has at least four',
      '"B" lies at 300, 0, which is no longitude and latitude; convert the file to WGS 84',
      "The file has 100002 rings; at most 100000 are read: leave out small islands",
    ]);
    const long = JSON.stringify(collection(feature({ code: "A" }, [["positions"]]))).replace(
      '"positions"',
      `${"[1,1],".repeat(1_500_000)}[1,1]`,
    );
    assert.match(errorsOf(long).join(), /has 1500001 positions; at most 1500000/);
  });

  it("of arcs that are not there is refused with all of them", () => {
    const arcs = [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ];
    const errors = errorsOf(
      topology(
        [
          polygon("fine", [[0]]),
          polygon("A", [[7]]),
          polygon("B", [[-2]]),
          polygon("C", [[0.5]]),
          polygon("E", [0]),
          polygon("F", "x"),
        ],
        arcs,
      ),
    );
    assert.deepEqual(errors, [
      '"A" has the arc 7, but the topology has 1, from 0 on',
      '"B" has the arc -2, but the topology has 1, from 0 on',
      '"C" has the arc 0.5, but the topology has 1, from 0 on',
      '"E" has coordinates that are no rings',
      '"F" has coordinates that are no rings',
    ]);
    for (const wrong of [undefined, null, {}, [7], [[]]])
      assert.ok(errorsOf(topology([polygon("A", [[0]])], wrong)).length > 0);
    assert.ok(errorsOf(topology([polygon("A", [[0]]), null, 7], arcs, { transform: { scale: "x" } })).length > 0);
    assert.match(errorsOf({ type: "Topology", objects: null, arcs: [] }).join(), /no shapes/);
  });

  it("of few arcs that stand for millions of positions is refused before these are written out", () => {
    const arc = Array.from({ length: 10_000 }, (_, at) => [at / 1000, 0]);
    const places = Array.from({ length: 400 }, (_, at) => polygon(`c${at}`, [[0, 0, -1]]));
    assert.match(errorsOf(topology(places, [arc])).join(), /has 12000000 positions; at most 1500000/);
  });

  it("of twenty thousand islands is drawn in work that grows with their number", () => {
    const islands = Array.from({ length: 20_000 }, (_, at) => [
      [
        [((at * 7919) % 36_000) / 100 - 180, ((at * 104_729) % 17_000) / 100 - 85],
        [((at * 7919) % 36_000) / 100 - 180 + 0.001, ((at * 104_729) % 17_000) / 100 - 85],
        [((at * 7919) % 36_000) / 100 - 180, ((at * 104_729) % 17_000) / 100 - 85 + 0.001],
        [((at * 7919) % 36_000) / 100 - 180, ((at * 104_729) % 17_000) / 100 - 85],
      ],
    ]);
    const { places } = readShapeFile(
      Buffer.from(JSON.stringify(collection(feature({ code: "A" }, islands, "MultiPolygon")))),
      "code",
    );
    assert.equal(makeLayer(places).shapes.length, 1);
  });
});
