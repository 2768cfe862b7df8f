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

/** A member to colour. */
export interface Colored {
  /** The colour in the data; `null` without one. */
  readonly color: string | null;
  readonly value: string | null;
}

/**
 * Return the colours of members that are shown together: those in the data, else one derived from the name, so that it
 * is mostly the same on every page and in every year. Up to ten members never share a colour.
 * @param members in the order in which they are shown
 * @param family group of members whose colours should differ, for example a dimension
 */
export function colorMembers(members: readonly Colored[], family: string): readonly string[] {
  const colors: string[] = [];
  for (const { color, value } of members) {
    const taken = new Set(colors.slice(1 - PALETTE.length));
    colors.push(ownColor(color) ?? freeColor(hash(`${family}\n${value ?? ""}`), taken));
  }
  return colors;
}

/** Read a colour in the data. @returns `#rrggbb`; `null` if it is none */
export function ownColor(color: string | null): string | null {
  const own = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(color?.trim() ?? "")?.[1];
  return own === undefined ? null : `#${own.length === 3 ? own.replace(/./g, "$&$&") : own}`.toLowerCase();
}

/** Return the first colour from a position on that is not taken. */
function freeColor(from: number, taken: ReadonlySet<string>): string {
  const turned = PALETTE.map((_, at) => PALETTE[(from + at) % PALETTE.length]!);
  return turned.find((color) => !taken.has(color)) ?? turned[0]!;
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
function mix(first: string, second: string, part: number): string {
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
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Hash a text with FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
