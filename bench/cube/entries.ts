import type { EntryInput, TableBuilder } from "#src/engine/storage.js";
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
    // The ids are made up here, so that it does not matter of what a load would make them.
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

/** Write every entry of a cube, with ids that scatter like digests. */
export function writeEntries(cube: Cube, builder: TableBuilder): void {
  for (const entry of entriesOf(cube)) void builder.write([entry]);
}

function* entriesOf({ rows, codes, numbers }: Cube): Iterable<EntryInput> {
  const columns = DIMENSIONS.map((dimension) => ({
    codes: codes[dimension.name],
    members: memberNames(dimension).map((name) => [name, `The ${dimension.name} ${name}`]),
  }));
  // A model has a date; the queries ask for years as for any other dimension.
  const time = dateAttributes("2009-01-01");
  const nextId = idMaker();
  for (let row = 0; row < rows; row++) {
    yield {
      id: nextId(),
      members: [...columns.map((column) => column.members[column.codes[row]!]!), time],
      amounts: [
        { unscaled: BigInt(numbers.amount[row]!), scale: 2 },
        { unscaled: BigInt(numbers.quantity[row]!), scale: 0 },
      ],
    };
  }
}

/** 40 hexadecimal digits, another 40 with every call. */
function idMaker(): () => string {
  const random = mulberry32(1);
  const bytes = Buffer.alloc(20);
  return () => {
    for (let at = 0; at < 20; at += 4) bytes.writeUInt32LE(random() * 2 ** 32, at);
    return bytes.toString("hex");
  };
}
