import { hashText } from "../../../core/model/values/hash-text.js";
import type { ColorPlace, ColorPlaces } from "../../../calls/views/pages/color-places.js";
import { APART, distanceOf, type Lab, linear, readLab } from "./color-distance.js";

/**
 * Ten colours that can be told apart, also with each of the three kinds of colour blindness, on white and on black.
 * Colours that stand side by side here differ most.
 */
export const PALETTE = [
  "#4859a4",
  "#b3622a",
  "#21bfdb",
  "#7c6381",
  "#395802",
  "#509ee0",
  "#7c3876",
  "#c58131",
  "#7284a8",
  "#8fb7a3",
] as const;

/** Colour of charts that show one thing. */
export const ONE_COLOR = "#2a8078";

/** Colour of the members not shown by name. */
export const REST_COLOR = "#8b8f94";

/**
 * Quiet hues of the largest members of a dimension, by their places in the whole dataset: colours of the palette that lines
 * can have as they are, and a green that nobody takes for the grey of the rest.
 */
const HUES = ["#5363a9", "#b3622a", "#489066", "#577128", "#4b95d3", "#90568b", "#c58131"] as const;

/** Shares of white, or of black below zero, that tell the parts of one member apart. */
const PARTS = [0, 0.3, -0.25, 0.5, -0.45, 0.65] as const;

/** Return the colour of a member by its place in the whole dataset; of one without a place that of the rest. */
export function placeColor(place: ColorPlace | undefined): string {
  const hue = place?.hue == null ? REST_COLOR : (HUES[place.hue] ?? REST_COLOR);
  const by = place?.shade == null ? 0 : PARTS[place.shade % PARTS.length]!;
  return by === 0 ? hue : mix(hue, by > 0 ? "#ffffff" : "#000000", Math.abs(by));
}

/** Shares of white that tell parts from what they are in, and neighbours from each other. */
const TINTS = [0.3, 0.5, 0.4, 0.6] as const;

/** Return the colour of a part of a member: lighter than the member's, on each level. @param at its place among the parts */
export function partColor(color: string, at: number): string {
  return mix(color, "#ffffff", TINTS[at % TINTS.length]!);
}

/** Return the colours of members: those in the data, else by their places. @param dimension name of theirs */
export function colorKeys(
  members: readonly Colored[],
  dimension: string,
  places: ColorPlaces | null | undefined,
): readonly string[] {
  if (places?.dimension !== dimension) return colorMembers(members, dimension);
  return members.map(({ color, value }) => {
    const own = ownColor(color);
    // As in lines, so that a member has one colour in all charts.
    return own === null ? placeColor(places.of.get(value ?? "")) : lineColor(own);
  });
}

/** A member to colour. */
export interface Colored {
  /** The colour in the data; `null` without one. */
  readonly color: string | null;
  readonly value: string | null;
}

/** Number of members before one from which its colour differs. */
const NEAR = 40;

/**
 * Return the colours of members that are shown together: those in the data, else one derived from the name, so that it
 * is mostly the same on every page and in every year. Of many members, and of those to which the data give colours that
 * are alike, the later ones get shades, so that no two areas that touch look the same.
 * @param members in the order in which they are shown
 * @param family group of members whose colours should differ, for example a dimension
 */
export function colorMembers(members: readonly Colored[], family: string): readonly string[] {
  const chosen: Shade[] = [];
  for (const { color, value } of members) {
    const taken = chosen.slice(-NEAR);
    const own = ownColor(color);
    const palette = turnedPalette(hashText(`${family}\n${value ?? ""}`));
    const wanted = own === null ? palette : [...SHADES.map((by) => shade(own, by)), ...palette];
    const clear =
      own === null ? palette.slice(0, PALETTE.length).find((each) => isApart(each, taken, CLEARLY)) : undefined;
    chosen.push(clear ?? chooseApart(wanted, taken));
  }
  return chosen.map((each) => each.color);
}

/**
 * Return colours that are shown together: each as it is, since a member keeps its colour in all charts; one that is the same
 * as an earlier one as a shade of itself, or as a free hue.
 */
export function shadesApart(colors: readonly string[]): readonly string[] {
  const chosen: Shade[] = [];
  for (const color of colors) {
    const own = shade(color, 0);
    if (isApart(own, chosen, SAME)) {
      chosen.push(own);
      continue;
    }
    // The lightest and the darkest shades are hard to see on light and dark paper.
    const near = SHADES.slice(0, 3).map((by) => shade(color, by));
    const others = HUES.filter((hue) => !colors.includes(hue)).map((hue) => shade(hue, 0));
    chosen.push(chooseApart([...near, ...others, ...SHADES.slice(3).map((by) => shade(color, by))], chosen));
  }
  return chosen.map((each) => each.color);
}

/** A colour with its place in OKLab. */
interface Shade {
  readonly color: string;
  readonly lab: Lab;
}

/** Shares of white, or of black below zero, that make shades of a colour. */
const SHADES = [0, 0.35, -0.35, 0.6, -0.6] as const;

/** Distance below which colours are the same to the eye. */
const SAME = APART / 3;

/** Distance of colours that nobody takes for the same: few members have such colours. */
const CLEARLY = 2 * APART;

function isApart({ lab }: Shade, taken: readonly Shade[], least: number): boolean {
  return taken.every((other) => distanceOf(lab, other.lab) >= least);
}

/** Return the first shade that is like none of those taken; if there is none, the one that differs most from them. */
function chooseApart(wanted: readonly Shade[], taken: readonly Shade[]): Shade {
  let best = wanted[0]!;
  let farthest = -1;
  for (const each of wanted) {
    const nearest = Math.min(...taken.map((other) => distanceOf(each.lab, other.lab)));
    if (nearest >= APART) return each;
    if (nearest > farthest) [best, farthest] = [each, nearest];
  }
  return best;
}

function shade(color: string, by: number): Shade {
  const mixed = mix(color, by > 0 ? "#ffffff" : "#000000", Math.abs(by));
  return { color: mixed, lab: readLab(mixed) };
}

const SHADED_PALETTE: readonly (readonly Shade[])[] = SHADES.map((by) => PALETTE.map((color) => shade(color, by)));

/** Return the palette from a position on, then its shades. */
function turnedPalette(from: number): readonly Shade[] {
  return SHADED_PALETTE.flatMap((row) => row.map((_, at) => row[(from + at) % row.length]!));
}

/** Read a colour in the data. @returns `#rrggbb`; `null` if it is none */
export function ownColor(color: string | null): string | null {
  const own = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(color?.trim() ?? "")?.[1];
  return own === undefined ? null : `#${own.length === 3 ? own.replace(/./g, "$&$&") : own}`.toLowerCase();
}

/** Return black or white, whichever contrasts more with a colour. @param color `#rrggbb` */
export function inkOn(color: string): "#ffffff" | "#000000" {
  // At this luminance both contrasts are equal; the higher one is always at least 4.5.
  return luminance(color) > 0.179 ? "#000000" : "#ffffff";
}

/** Luminances between which a colour contrasts with light and with dark paper, at least 3 : 1 with each. */
const MIN_LUMINANCE = 0.135;
const MAX_LUMINANCE = 0.283;
const MIX_STEP = 0.03;

/**
 * Return a colour for lines and dots: darker or lighter until it contrasts with light and with dark paper.
 * @param color `#rrggbb`
 */
export function lineColor(color: string): string {
  for (let part = 0; part < 1; part += MIX_STEP) {
    const mixed = mix(color, luminance(color) > MAX_LUMINANCE ? "#000000" : "#ffffff", part);
    if (luminance(mixed) >= MIN_LUMINANCE && luminance(mixed) <= MAX_LUMINANCE) return mixed;
  }
  return ONE_COLOR;
}

/** Mix two colours. @param part of the second, from 0 to 1 */
export function mix(first: string, second: string, part: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [first, second].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** Return the relative luminance of a colour, from 0 to 1, as WCAG 2 defines it. @param color `#rrggbb` */
export function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
