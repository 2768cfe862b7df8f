import type { SerializedVersion } from "#src/core/engine/serialized.js";
import { DamagedStore } from "#src/core/errors/errors.js";
import type { Model } from "#src/core/model/cube.js";
import type { Value } from "#src/core/model/values/value.js";
import type { PlainTable } from "./table.js";

const FORMAT = "plain 1";

/** A table without the parts that its model defines; big integers are written as digits. */
interface SerializedTable {
  readonly ids: readonly string[];
  readonly sources: readonly number[];
  readonly records: readonly (number | null)[];
  readonly dimensions: readonly {
    readonly name: string;
    readonly codes: readonly number[];
    readonly members: readonly (readonly Value[])[];
  }[];
  readonly measures: readonly { readonly name: string; readonly unscaled: readonly string[]; readonly scale: number }[];
}

interface SerializedHeader {
  readonly format: string;
  readonly bytes: number;
}

/** Serialize the whole table as one JSON part. */
export function serializeTable({ model, ids, sources, records, dimensions, measures }: PlainTable): SerializedVersion {
  const serialized: SerializedTable = {
    ids,
    sources,
    records,
    dimensions: dimensions.map(({ dimension, codes, members }) => ({ name: dimension.name, codes, members })),
    measures: measures.map(({ unscaled, scale }, at) => ({
      name: model.measures[at]!.name,
      unscaled: unscaled.map(String),
      scale,
    })),
  };
  const part = Buffer.from(JSON.stringify(serialized));
  const header: SerializedHeader = { format: FORMAT, bytes: part.length };
  return { header, parts: [part] };
}

/** Check that a header matches one part of this length. @throws DamagedStore */
export function checkHeader(header: unknown, lengths: readonly number[]): void {
  const { format, bytes } = (header ?? {}) as Partial<SerializedHeader>;
  if (format !== FORMAT || lengths.length !== 1 || lengths[0] !== bytes) {
    throw new DamagedStore("The table cannot be read: its header is not that of these pieces");
  }
}

/** Read a table from its part. @throws DamagedStore if it is not a table of this model */
export function loadTable(model: Model, part: Uint8Array): PlainTable {
  const { ids, sources, records, dimensions, measures } = parsePart(part);
  const names = [...dimensions, ...measures].map(({ name }) => name);
  const known = [...model.dimensions, ...model.measures].map(({ name }) => name);
  if (JSON.stringify(names) !== JSON.stringify(known)) {
    throw new DamagedStore("The table cannot be read: it is of another model");
  }
  return {
    model,
    ids,
    sources,
    records,
    dimensions: dimensions.map(({ codes, members }, at) => ({ dimension: model.dimensions[at]!, codes, members })),
    measures: measures.map(({ unscaled, scale }) => ({ unscaled: unscaled.map(BigInt), scale })),
  };
}

function parsePart(part: Uint8Array): SerializedTable {
  try {
    return JSON.parse(Buffer.from(part).toString()) as SerializedTable;
  } catch (cause) {
    throw new DamagedStore("The table cannot be read: it is damaged", { cause });
  }
}
