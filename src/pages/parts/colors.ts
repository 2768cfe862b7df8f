/** Muted colours that can be told apart and contrast with white and black. */
const PALETTE = [
  "#2f6f9f",
  "#c8643c",
  "#3f8f6b",
  "#8a6bb1",
  "#b8892b",
  "#b5516b",
  "#4f8f95",
  "#7d7f3a",
  "#5b76c4",
  "#a3573f",
  "#5f9b47",
  "#9a5a9c",
  "#8b7355",
  "#c97a8a",
  "#387f8c",
  "#6a6f86",
  "#c75b7a",
  "#3c7fb8",
  "#9c7a1f",
  "#6b8e9e",
  "#a86fd0",
  "#4a9e8c",
  "#c4772e",
  "#7a6a9e",
  "#5a8a3a",
  "#b06a8f",
  "#6f7f2f",
  "#3d8fa8",
  "#a8674f",
  "#6f85cc",
  "#89943b",
  "#9e6f5f",
] as const;

/** Colour of the members not shown by name. */
export const REST_COLOR = "#8b8f94";

/**
 * Return the colour of a member: the one in the data, else one derived from its name, so that it is the same on every
 * page and in every year.
 * @param family group of members whose colours should differ, for example a dimension
 */
export function colorOf(color: string | null, family: string, name: string): string {
  const own = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(color?.trim() ?? "")?.[1];
  if (own !== undefined) return `#${own.length === 3 ? own.replace(/./g, "$&$&") : own}`.toLowerCase();
  return PALETTE[hash(`${family}\n${name}`) % PALETTE.length]!;
}

/** Return black or white, whichever contrasts more with a colour. @param color `#rrggbb` */
export function inkOn(color: string): "#ffffff" | "#000000" {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // At this luminance both contrasts are equal; the higher one is always at least 4.5.
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

/** Hash a text with FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
