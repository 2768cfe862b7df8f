/** A colour in OKLab. */
export type Lab = readonly [lightness: number, a: number, b: number];

/** Distance in OKLab below which two colours are hard to tell apart when they are not side by side. */
export const APART = 0.075;

/** Return a colour in OKLab (Ottosson 2020). @param color `#rrggbb` */
export function readLab(color: string): Lab {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

export function distanceOf([light, a, b]: Lab, [otherLight, otherA, otherB]: Lab): number {
  return Math.sqrt((light - otherLight) ** 2 + (a - otherA) ** 2 + (b - otherB) ** 2);
}

/** True if two colours are hard to tell apart. */
export function areAlike(one: Lab, other: Lab): boolean {
  return distanceOf(one, other) < APART;
}

/** Return the linear value of a part of an sRGB colour, both from 0 to 1. */
export function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
