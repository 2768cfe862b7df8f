import type { CubeQuery } from "./queries.js";

/** A page of cells, column by column. */
export interface CubeAnswer {
  /** Per key the cells' members. */
  readonly keys: readonly (readonly number[])[];
  /** Per measure the cells' sums, as integers; `amount` in cents. */
  readonly sums: readonly (readonly number[])[];
  readonly counts: readonly number[];
  /** Number of all cells; `null` if only the page was requested. */
  readonly numCells: number | null;
}

/** Compare an answer with the expected one. @throws Error that names the first difference */
export function checkAnswer(contestant: string, { name }: CubeQuery, answer: CubeAnswer, expected: CubeAnswer): void {
  const wrong = (difference: string): never => {
    throw new Error(`${contestant} is wrong on ${name}: ${difference}`);
  };
  if (answer.numCells !== null && answer.numCells !== expected.numCells) {
    wrong(`${answer.numCells} cells instead of ${expected.numCells}`);
  }
  const columns = columnsOf(answer);
  for (const [at, column] of columnsOf(expected).entries()) {
    const given = columns[at] ?? [];
    if (given.length !== column.length) wrong(`${given.length} cells on the page instead of ${column.length}`);
    const cell = column.findIndex((value, row) => value !== given[row]);
    if (cell >= 0) wrong(`column ${at} of cell ${cell} is ${given[cell]} instead of ${column[cell]}`);
  }
}

/** Split composite keys, `((k0 × size1) + k1) × size2 + k2 …`, into one column per key. */
export function decodeKeys(composites: readonly number[], sizes: readonly number[]): number[][] {
  let rest = [...composites];
  const columns: number[][] = [];
  for (const size of sizes.toReversed()) {
    columns.unshift(rest.map((composite) => composite % size));
    rest = rest.map((composite) => Math.floor(composite / size));
  }
  return columns;
}

function columnsOf({ keys, sums, counts }: CubeAnswer): readonly (readonly number[])[] {
  return [...keys, ...sums, counts];
}
