import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drawColumnMarks, type MarkedPart } from "#src/web/pages/charts/column-marks.js";

const ABOVE = { x: 50, y: 20 };

/** A part of a column, from the bottom up: of so many pixels, with the marks of its notes. */
function partsOf(...parts: readonly (readonly [height: number, mark: string, hasRoom?: boolean])[]): MarkedPart[] {
  let y = 200;
  return parts.map(([height, mark, hasRoom = true]) => {
    y -= height;
    return { mark, color: "#ffffff", box: { x: 30, y, width: 40, height }, hasRoom };
  });
}

/** Read the marks of a drawing: each with its height. */
function readMarks(parts: readonly MarkedPart[]): readonly (readonly [mark: string, y: number])[] {
  return drawColumnMarks(parts, ABOVE).map(({ markup }) => {
    const [, x, y, mark] = /\sx="([^"]*)"\s+y="([^"]*)"[^>]*>([^<]*)<\/text/.exec(markup)!;
    assert.equal(Number(x), 50, "in the middle");
    return [mark!, Number(y)] as const;
  });
}

describe("marks of notes on a column", () => {
  it("stand above it where all parts have them, and within a part that has its own", () => {
    const marks = readMarks(partsOf([60, "¹"], [60, "¹\u2009²"], [60, "¹"]));
    assert.deepEqual(
      marks.map(([mark]) => mark),
      ["²", "¹"],
    );
    const [[, within], [, above]] = marks as [[string, number], [string, number]];
    assert.ok(within > 80 && within < 140, `${within} is in the second part`);
    assert.ok(above > ABOVE.y && above < ABOVE.y + 6, "its digit, which is raised, ends above the column");
  });

  it("stand above it where a part has no room for them, each once", () => {
    assert.deepEqual(
      readMarks(partsOf([60, ""], [4, "³"], [5, "³"], [60, "²", false])).map(([mark]) => mark),
      ["³\u2009²"],
    );
  });

  it("are none without notes", () => {
    assert.deepEqual(readMarks(partsOf([60, ""], [60, ""])), []);
    assert.deepEqual(readMarks([]), []);
  });
});
