import type { TableBuilder } from "#src/core/engine/storage.js";
import type { RowAmounts, RowBatch, RowMembers } from "#src/core/engine/row-batch.js";
import type { Model } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import { dateAttributes } from "#src/core/model/values/dates.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { type Cube, DIMENSIONS, memberNames } from "./cube.js";

export function cubeModel(): Model {
  const dimensions = DIMENSIONS.map(({ name }) => {
    const attributes = {
      name: { column: name, datatype: "string" },
      label: { column: `${name}_label`, datatype: "string" },
    };
    return [name, { type: "compound", key: true, attributes }] as const;
  });
  // No two entries have the same members and amounts.
  const measures = {
    amount: { type: "measure", column: "amount", datatype: "float", key: true },
    quantity: { type: "measure", column: "quantity", datatype: "float", key: true },
  };
  return parseModel({
    dataset: { name: "cube", label: "Cube", description: "Seeded.", currency: "EUR" },
    mapping: { ...measures, ...Object.fromEntries(dimensions), time: { type: "date", column: "time" } },
  }).model;
}

/** Number of entries that are written at once. */
const BATCH = 8192;

/** Write all entries of a cube into a builder that is never waited for. */
export function writeEntries(cube: Cube, builder: TableBuilder, dateOf?: (row: number) => string): void {
  for (const batch of cubeBatches(cube, dateOf)) void builder.writeRows(batch);
}

/**
 * List all entries of a cube in batches.
 * @param dateOf returns the date of a row; every model needs one, but most queries use the dimension `year` instead
 */
export function* cubeBatches(cube: Cube, dateOf: (row: number) => string = () => "2009-01-01"): Iterable<RowBatch> {
  const dates = new Map<string, number>();
  const days: Members = [];
  const members = DIMENSIONS.map((dimension) => ({
    codes: cube.codes[dimension.name],
    tuples: memberNames(dimension).map((name) => [name, `The ${dimension.name} ${name}`]),
  }));
  for (let first = 0; first < cube.rows; first += BATCH) {
    const length = Math.min(BATCH, cube.rows - first);
    const time = Uint32Array.from({ length }, (_, at) => {
      const date = dateOf(first + at);
      let code = dates.get(date);
      if (code === undefined) dates.set(date, (code = days.push(dateAttributes(date)) - 1));
      return code;
    });
    const amounts = [cube.numbers.amount, cube.numbers.quantity].map((numbers, measure): RowAmounts => ({
      integers: Float64Array.from(numbers.subarray(first, first + length)),
      scales: new Uint8Array(length).fill(measure === 0 ? 2 : 0),
      decimals: new Map(),
    }));
    const columns = members.map(({ codes, tuples }) =>
      membersOf(Uint32Array.from(codes.subarray(first, first + length)), tuples),
    );
    yield { length, records: null, members: [...columns, membersOf(time, days)], amounts, ids: null };
  }
}

type Members = (readonly Value[])[];

function membersOf(codes: Uint32Array, tuples: Members): RowMembers {
  return { codes, tupleOf: (code) => tuples[code]!, fresh: [], texts: null };
}
