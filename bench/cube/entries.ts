import type { TableBuilder } from "#src/engine/storage.js";
import type { EntryInput } from "#src/engine/source-row.js";
import type { Model } from "#src/model/cube.js";
import { dateAttributes } from "#src/model/values/dates.js";
import { parseModel } from "#src/model/parse/parse.js";
import { type Cube, DIMENSIONS, memberNames, mulberry32 } from "./cube.js";

export function cubeModel(): Model {
  const dimensions = DIMENSIONS.map(({ name }) => {
    const attributes = {
      name: { column: name, datatype: "string" },
      label: { column: `${name}_label`, datatype: "string" },
    };
    // Entry ids are generated below, so the choice of key fields does not matter.
    return [name, { type: "compound", key: true, attributes }] as const;
  });
  const measures = {
    amount: { type: "measure", column: "amount", datatype: "float" },
    quantity: { type: "measure", column: "quantity", datatype: "float" },
  };
  return parseModel({
    dataset: { name: "cube", label: "Cube", description: "Seeded.", currency: "EUR" },
    mapping: { ...measures, ...Object.fromEntries(dimensions), time: { type: "date", column: "time" } },
  }).model;
}

/**
 * Write all entries of a cube, with ids as random as digests.
 * @param dateOf returns the date of a row; every model needs one, but most queries use the dimension `year` instead
 */
export function writeEntries(
  cube: Cube,
  builder: TableBuilder,
  dateOf: (row: number) => string = () => "2009-01-01",
): void {
  for (const entry of entriesOf(cube, dateOf)) void builder.write([entry]);
}

function* entriesOf({ rows, codes, numbers }: Cube, dateOf: (row: number) => string): Iterable<EntryInput> {
  const columns = DIMENSIONS.map((dimension) => ({
    codes: codes[dimension.name],
    members: memberNames(dimension).map((name) => [name, `The ${dimension.name} ${name}`]),
  }));
  const dates = new Map<string, ReturnType<typeof dateAttributes>>();
  const timeOf = (row: number): ReturnType<typeof dateAttributes> => {
    const date = dateOf(row);
    let time = dates.get(date);
    if (!time) dates.set(date, (time = dateAttributes(date)));
    return time;
  };
  const nextId = idMaker();
  for (let row = 0; row < rows; row++) {
    yield {
      id: nextId(),
      members: [...columns.map((column) => column.members[column.codes[row]!]!), timeOf(row)],
      amounts: [
        { unscaled: BigInt(numbers.amount[row]!), scale: 2 },
        { unscaled: BigInt(numbers.quantity[row]!), scale: 0 },
      ],
    };
  }
}

/** Create a generator of ids of 40 hexadecimal digits. */
function idMaker(): () => string {
  const random = mulberry32(1);
  const bytes = Buffer.alloc(20);
  return () => {
    for (let at = 0; at < 20; at += 4) bytes.writeUInt32LE(random() * 2 ** 32, at);
    return bytes.toString("hex");
  };
}
