import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  colorMembers,
  inkOn,
  lineColor,
  luminance,
  ONE_COLOR,
  PALETTE,
  partColor,
  placeColor,
  REST_COLOR,
  shadesApart,
} from "#src/web/pages/parts/colors.js";
import { OTHER_COLOR } from "#src/web/pages/charts/bars.js";
import { areAlike, readLab } from "#src/web/pages/parts/color-distance.js";
import { seen } from "./color-vision.js";

const LIGHT = "#ffffff";
const DARK = "#121716";

const colorOf = (color: string | null, family: string, value: string): string =>
  colorMembers([{ color, value }], family)[0]!;
const members = (number: number): readonly { color: null; value: string }[] =>
  Array.from({ length: number }, (_, at) => ({ color: null, value: `member ${at}` }));

describe("the colours of members", () => {
  for (const [own, shown] of [
    ["#0A7", "#00aa77"],
    ["0a7", "#00aa77"],
    [" #12aBcF ", "#12abcf"],
  ] as const) {
    it(`are those in the data: ${own}`, () => assert.equal(colorOf(own, "part", "a"), shown));
  }

  for (const own of ["red", "", "#12345", '#000"/><script>', "#0000001", "url(#x)"]) {
    it(`ignore the invalid colour ${JSON.stringify(own)}`, () => {
      assert.equal(colorOf(own, "part", "a"), colorOf(null, "part", "a"));
    });
  }

  it("depend on the family and the name", () => {
    assert.equal(colorOf(null, "part", "a"), colorOf(null, "part", "a"));
    const families = new Set(Array.from({ length: 200 }, (_, at) => colorOf(null, `family ${at}`, "a")));
    assert.equal(families.size, PALETTE.length);
  });

  it("differ among forty, and are those of the palette for the first ten", () => {
    const colors = colorMembers(members(90), "part");
    assert.ok(colors.slice(0, 10).every((color) => PALETTE.some((each) => each === color)));
    for (let from = 0; from + 40 <= colors.length; from++) {
      assert.equal(new Set(colors.slice(from, from + 40)).size, 40, `from ${from}`);
    }
  });

  it("differ clearly among three, whatever they are called", () => {
    for (let at = 0; at < 200; at++) {
      const few = Array.from({ length: 3 }, (_, member) => ({ color: null, value: `${at} ${member}` }));
      const [one, other, third] = colorMembers(few, "part").map((color) => seen(color, "normal"));
      for (const apart of [distance(one!, other!), distance(one!, third!), distance(other!, third!)]) {
        assert.ok(apart >= 0.15, `${at}: ${apart}`);
      }
    }
  });

  it("differ also where the data give several the same colour, or nearly: the first keeps it", () => {
    const alike = ["#336699", "#336699", "#346798", "#336699"].map((color, at) => ({ color, value: `own ${at}` }));
    const colors = colorMembers([...alike, ...members(9)], "part");
    assert.equal(colors[0], "#336699");
    for (const [at, color] of colors.entries()) {
      for (const other of colors.slice(0, at)) {
        assert.ok(distance(seen(color, "normal"), seen(other, "normal")) >= 0.075, `${color} ${other}`);
      }
    }
  });

  it("differ from those in the data", () => {
    const own = { color: PALETTE[3], value: "own" };
    assert.ok(
      !colorMembers([own, ...members(9)], "part")
        .slice(1)
        .includes(PALETTE[3]),
    );
  });
});

describe("the palette", () => {
  const distances = (vision: string): readonly [number, string][] =>
    PALETTE.flatMap((one, at) =>
      PALETTE.slice(0, at).map((other): [number, string] => [
        distance(seen(one, vision), seen(other, vision)),
        `${one} ${other}`,
      ]),
    );

  for (const vision of ["normal", "protan", "deutan", "tritan"]) {
    it(`has ten colours that differ for ${vision} eyes`, () => {
      for (const [apart, pair] of distances(vision)) assert.ok(apart >= 0.075, `${pair}: ${apart}`);
    });

    it(`has neighbours that differ more for ${vision} eyes`, () => {
      for (const [at, color] of PALETTE.entries()) {
        const next = PALETTE[(at + 1) % PALETTE.length]!;
        const apart = distance(seen(color, vision), seen(next, vision));
        assert.ok(apart >= 0.12, `${color} ${next}: ${apart}`);
      }
    });
  }

  it("can be seen on light and on dark paper, as lines clearly", () => {
    for (const color of PALETTE) {
      for (const paper of [LIGHT, DARK]) {
        assert.ok(contrast(color, paper) >= 2, `${color} on ${paper}`);
        assert.ok(contrast(lineColor(color), paper) >= 3, `${lineColor(color)} on ${paper}`);
      }
    }
    assert.equal(new Set(PALETTE.map(lineColor)).size, PALETTE.length);
  });
});

describe("the hues of the largest members", () => {
  const hues = Array.from({ length: 7 }, (_, hue) => placeColor({ hue, shade: null }));

  it("differ from each other and from the grey of the rest", () => {
    const all = [...hues, REST_COLOR];
    for (const [at, one] of all.entries()) {
      for (const other of all.slice(at + 1)) {
        assert.ok(!areAlike(readLab(one), readLab(other)), `${one} ${other}`);
      }
    }
  });

  it("are those of lines", () => assert.deepEqual(hues.map(lineColor), hues));
});

describe("the colour of a line", () => {
  it("contrasts with light and with dark paper, whatever the colour in the data", () => {
    for (const color of cube()) {
      for (const paper of [LIGHT, DARK]) {
        const drawn = lineColor(color);
        assert.ok(contrast(drawn, paper) >= 3, `${color}, drawn as ${drawn}, on ${paper}: ${contrast(drawn, paper)}`);
      }
    }
    assert.equal(lineColor(ONE_COLOR), ONE_COLOR);
  });
});

describe("the ink on a colour", () => {
  it("is readable on every colour", () => {
    for (const each of [...cube(), ...PALETTE, ONE_COLOR, REST_COLOR]) {
      assert.ok(contrast(inkOn(each), each) >= 4.5, `${each}: ${contrast(inkOn(each), each)}`);
    }
  });
});

/** Every sixteenth value of red, green and blue. */
function cube(): readonly string[] {
  const steps = Array.from({ length: 16 }, (_, at) => (at * 17).toString(16).padStart(2, "0"));
  return steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
}

/** Return the contrast of two colours, from 1 to 21 (WCAG 2, 1.4.3). */
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Return the distance of two colours in OKLab. */
function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((part, at) => part - b[at]!));
}

describe("areas with a legend", () => {
  it("have colours that can be told apart, and keep their own where these can be", () => {
    const colors = ["#5363a9", "#5363a9", "#5061a0", "#b3622a", "#5363a9"];
    const apart = shadesApart(colors);
    assert.deepEqual([apart[0], apart[3]], [colors[0], colors[3]]);
    for (const [at, color] of apart.entries()) {
      for (const other of apart.slice(0, at)) assert.ok(!areAlike(readLab(color), readLab(other)), `${color} ${other}`);
    }
  });
});

describe("the two sides of a comparison", () => {
  it("have colours that nobody takes for each other, or for the grey of a rest", () => {
    for (const vision of ["normal", "protan", "deutan", "tritan"]) {
      const [own, other, rest] = [ONE_COLOR, OTHER_COLOR, REST_COLOR].map((color) => seen(color, vision));
      assert.ok(distance(own!, other!) > 0.1, `own and other, ${vision}`);
      assert.ok(distance(rest!, other!) > 0.1, `rest and other, ${vision}`);
    }
  });
});

describe("the parts of a member", () => {
  it("are lighter than it, each unlike its neighbour", () => {
    for (const color of PALETTE) {
      const parts = Array.from({ length: 9 }, (_, at) => partColor(color, at));
      for (const [at, part] of parts.entries()) {
        assert.ok(luminance(part) > luminance(color), `${part} of ${color}`);
        assert.notEqual(part, parts[at + 1]);
      }
    }
  });
});
