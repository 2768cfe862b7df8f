import type { GroupOrder, GroupQuery } from "#src/engines/kernel/query/query.js";
import type { RowFilter } from "#src/engines/kernel/query/table.js";
import type { TestQuery } from "./obvious.js";
import type { Random } from "./random.js";
import { makeBitmap, makeList, type Shape, type TestTable } from "./tables.js";

/** Row counts at the edges of the kernel's loops. */
const ROWS = [0, 1, 2, 31, 63, 64, 65, 500, 500, 2047, 2048, 2049, 3000];
const SIZES = { 1: [1, 2, 7, 60, 256], 2: [1, 5, 300, 5_000, 65_536], 4: [1, 9, 1_000, 20_000, 150_000] } as const;

export function randomShape(random: Random): Shape {
  const codes = Array.from({ length: 1 + random.int(random.chance(20) ? 10 : 4) }, () => {
    const width = random.pick([1, 2, 4] as const);
    return { width, size: random.pick(SIZES[width]) };
  });
  const numbers = Array.from({ length: random.int(random.chance(20) ? 9 : 4) }, () => {
    const width = random.pick([4, 8] as const);
    // 3000 entries in each of three segments take 14 bits: sums stay below 2^63.
    return { width, bits: random.int(width === 4 ? 32 : 49) };
  });
  const rows = Array.from({ length: random.chance(75) ? 1 : 1 + random.int(3) }, () => random.pick(ROWS));
  return { rows, codes, numbers, runs: random.chance(25) };
}

export function randomQuery(random: Random, table: TestTable): TestQuery {
  const keys = table.codes
    .filter(() => random.chance(70))
    .map((codes) => {
      const { size } = codes.column;
      const kind = random.int(3);
      if (kind === 0) return { codes, group: null, cardinality: size };
      if (kind === 1) return { codes, group: random.shuffle(size), cardinality: size };
      const cardinality = 1 + random.int(size);
      return { codes, group: Uint32Array.from({ length: size }, () => random.int(cardinality)), cardinality };
    });
  const measures = table.numbers.filter(() => random.chance(80));
  return {
    filter: random.chance(30) ? randomMarks(random, table.rows) : null,
    cuts: table.codes
      .filter(() => random.chance(25))
      .map((codes) => ({ codes, pass: randomPass(random, codes.column.size) })),
    keys,
    measures,
    // Numbers of entries are whole as doubles.
    weight: measures[0] && measures[0].column.width === 4 && random.chance(30) ? 0 : undefined,
    order: Array.from({ length: random.int(4) }, () => randomOrder(random, keys, measures.length)).filter(
      (one) => one !== null,
    ),
    first: random.pick([0, 0, 1, 10, 3_000]),
    limit: random.pick([0, 1, 5, 100, 2_200, 1_000_000]),
  };
}

/** Generate marks for most rows, few rows or none. */
export function randomMarks(random: Random, rows: number): readonly boolean[] {
  const percent = random.pick([60, 60, 3, 0]);
  return Array.from({ length: rows }, () => random.chance(percent));
}

export function randomPass(random: Random, size: number): Uint8Array {
  const pass = new Uint8Array(size);
  const kind = random.int(4);
  if (kind === 0) pass[random.int(Math.min(size, 3))] = 1;
  else if (kind === 1) pass.fill(1, random.int(Math.min(size, 3)));
  else if (kind === 2) pass.forEach((_, code) => (pass[code] = code % 3 === 0 ? 1 : 0));
  else pass.forEach((_, code) => (pass[code] = random.int(2)));
  return pass;
}

function randomOrder(random: Random, keys: TestQuery["keys"], measures: number): GroupOrder | null {
  const descending = random.chance(50);
  const kind = random.int(3);
  if (kind === 0) return { by: "count", descending };
  if (kind === 1 && keys.length > 0) {
    const key = random.int(keys.length);
    return { by: "key", key, ranks: random.chance(50) ? random.shuffle(keys[key]!.cardinality) : null, descending };
  }
  return measures > 0 ? { by: "measure", index: random.int(measures), descending } : null;
}

/** Return the entries as a list if their number is even, else as a bitmap. */
function makeFilter(table: TestTable, marked: readonly boolean[]): RowFilter {
  return marked.filter(Boolean).length % 2 === 0 ? makeList(marked) : makeBitmap(table.segments, marked);
}

/** Convert a query to the kernel's form. */
export function kernelQuery(table: TestTable, query: TestQuery): GroupQuery {
  return {
    segments: table.segments,
    filter: query.filter && makeFilter(table, query.filter),
    cuts: query.cuts.map(({ codes, pass }) => ({ column: codes.column, pass })),
    keys: query.keys.map(({ codes, group, cardinality }) => ({ column: codes.column, group, cardinality })),
    measures: query.measures.map(({ column }) => column),
    weight: query.weight,
    order: query.order,
    first: query.first,
    limit: query.limit,
  };
}
