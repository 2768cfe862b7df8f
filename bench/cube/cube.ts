/** A dimension of the generated cube. Its members are numbered; a member's name is `letter` and its number. */
export interface CubeDimension {
  readonly name: string;
  readonly letter: string;
  readonly size: number;
  /** Skew of the members' frequencies: 1 is even; with higher values the first members have more of the entries. */
  readonly skew: number;
}

export const DIMENSIONS = [
  { name: "year", letter: "y", size: 12, skew: 1.2 },
  { name: "region", letter: "r", size: 30, skew: 1.6 },
  { name: "function", letter: "f", size: 10, skew: 1.5 },
  { name: "subfunction", letter: "g", size: 70, skew: 1.5 },
  { name: "department", letter: "d", size: 200, skew: 1.7 },
  { name: "programme", letter: "p", size: 2000, skew: 1.7 },
  { name: "supplier", letter: "s", size: 100_000, skew: 2.2 },
] as const satisfies readonly CubeDimension[];

export type DimensionName = (typeof DIMENSIONS)[number]["name"];

export const MEASURES = ["amount", "quantity"] as const;
export type MeasureName = (typeof MEASURES)[number];

type Codes = Uint8Array | Uint16Array | Uint32Array;

/** The data of every contestant: one code per entry and dimension, one number per entry and measure. */
export interface Cube {
  readonly rows: number;
  readonly codes: Readonly<Record<DimensionName, Codes>>;
  /** Numbers by measure: `amount` in cents, partly negative; `quantity` in pieces. */
  readonly numbers: Readonly<Record<MeasureName, Int32Array>>;
}

const SUBFUNCTIONS_PER_FUNCTION = 7;

/** Generate the cube; the same number of rows gives the same cube in every process. */
export function makeCube(rows: number): Cube {
  const codes = Object.fromEntries(DIMENSIONS.map(({ name, size }) => [name, newCodes(size, rows)])) as Record<
    DimensionName,
    Codes
  >;
  const numbers = { amount: new Int32Array(rows), quantity: new Int32Array(rows) };
  const random = mulberry32(20_090_302);
  for (const { name, size, skew } of DIMENSIONS) {
    if (name === "function") continue;
    const column = codes[name];
    for (let row = 0; row < rows; row++) column[row] = random() ** skew * size;
  }
  for (let row = 0; row < rows; row++) {
    codes.function[row] = codes.subfunction[row]! / SUBFUNCTIONS_PER_FUNCTION;
    const cents = Math.floor(random() ** 8 * 1e9);
    numbers.amount[row] = random() < 0.03 ? -cents : cents;
    numbers.quantity[row] = 1 + random() ** 3 * 1000;
  }
  return { rows, codes, numbers };
}

/** Return a member's name, padded with zeros so that names sort like numbers. */
export function memberName({ letter, size }: CubeDimension, member: number): string {
  return letter + String(member).padStart(String(size - 1).length, "0");
}

export function memberNames(dimension: CubeDimension): readonly string[] {
  return Array.from({ length: dimension.size }, (_, member) => memberName(dimension, member));
}

export function dimensionOf(name: DimensionName): CubeDimension {
  return DIMENSIONS.find((each) => each.name === name)!;
}

/**
 * Create a generator of numbers from 0 to 1. Nine successive draws per row are independent, unlike with a linear
 * congruence.
 */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Create an array for codes below `size`, filled with 0. */
export function newCodes(size: number, rows: number): Codes {
  if (size <= 2 ** 8) return new Uint8Array(rows);
  return size <= 2 ** 16 ? new Uint16Array(rows) : new Uint32Array(rows);
}
