import type { Dimension, Field } from "../../../core/model/cube.js";
import { type Both, isSameValue, type SharedDimension, type SharedFields } from "../../../core/model/shared-fields.js";
import type { Pointer } from "../../kernel/memory/pointer.js";
import { equalBytes } from "../base/hash-bytes.js";
import { ID_BYTES } from "../base/id-index.js";
import { isValid } from "../base/validity.js";
import { openAmounts, openCodes } from "../table/open-columns.js";
import type { ColumnarTable } from "../table/table.js";
import type { Values } from "../table/values.js";

/** True if a row before and a row after are the same in some respect. */
export type IsSame = (before: number, after: number) => boolean;

/** Open the shared fields of two tables, to compare many pairs of rows. */
export function openFields(tables: Both<ColumnarTable>, { dimensions, measures }: SharedFields): IsSame {
  return allOf([
    ...dimensions.map((dimension) => openMembers(tables, dimension)),
    ...measures.map(({ before, after }) => openSums(tables, { before: before.index, after: after.index })),
  ]);
}

/**
 * Open what the ids of two tables are made of: rows for which it is the same have the same id. `null` if it cannot be
 * compared: ids that are stored with others that follow from a key, or different keys.
 */
export function openKeys(tables: Both<ColumnarTable>): IsSame | null {
  const { before, after } = tables;
  if (before.ids && after.ids) return openStoredIds(before, before.ids, after, after.ids);
  if (before.ids || after.ids) return null;
  const [earlier, later] = [before, after].map(({ storedModel, model }) => storedModel ?? model) as [
    ColumnarTable["model"],
    ColumnarTable["model"],
  ];
  const fields = earlier.key.map((field, at) => ({ before: field, after: later.key[at] }));
  const isSameKey = earlier.dataset.name === later.dataset.name && earlier.key.length === later.key.length;
  if (!isSameKey || !fields.every(isSameField)) return null;
  return allOf(
    fields.map(({ before: from, after: to }) => {
      if (from.kind === "measure") return openSums(tables, { before: from.index, after: to!.index });
      const dimension = { before: from, after: to as Dimension };
      return openMembers(tables, { ...dimension, attributes: [identityOf(dimension)] });
    }),
  );
}

function openStoredIds(
  before: ColumnarTable,
  idsBefore: readonly Pointer[],
  after: ColumnarTable,
  idsAfter: readonly Pointer[],
): IsSame {
  const earlier = viewIds(before, idsBefore);
  const later = viewIds(after, idsAfter);
  return (rowBefore, rowAfter) => {
    const [segmentBefore, segmentAfter] = [
      Math.floor(rowBefore / before.segmentRows),
      Math.floor(rowAfter / after.segmentRows),
    ];
    const from = (rowBefore - segmentBefore * before.segmentRows) * ID_BYTES;
    const to = (rowAfter - segmentAfter * after.segmentRows) * ID_BYTES;
    return equalBytes(earlier[segmentBefore]!, from, later[segmentAfter]!, to, ID_BYTES);
  };
}

function viewIds({ segments }: ColumnarTable, pointers: readonly Pointer[]): readonly Uint8Array[] {
  return segments.map(({ memory, rows }, segment) => memory.u8(pointers[segment]!, rows * ID_BYTES));
}

function isSameField({ before, after }: { readonly before: Field; readonly after: Field | undefined }): boolean {
  if (before.name !== after?.name) return false;
  if (before.kind === "measure" || after.kind === "measure") return before.kind === after.kind;
  return before.identity.source?.datatype === after.identity.source?.datatype;
}

function identityOf({ before, after }: Both<Dimension>): SharedDimension["attributes"][number] {
  return { before: before.identity, after: after.identity };
}

function allOf(parts: readonly IsSame[]): IsSame {
  const [first, second] = parts;
  if (parts.length === 1) return first!;
  if (parts.length === 2) return (before, after) => first!(before, after) && second!(before, after);
  return (before, after) => {
    for (const isSame of parts) if (!isSame(before, after)) return false;
    return true;
  };
}

/** Mostly, a member has one counterpart: it is looked up by its code and compared only once. */
function openMembers(tables: Both<ColumnarTable>, { before, after, attributes }: SharedDimension): IsSame {
  const [earlier, later] = [tables.before.dimensions[before.index]!, tables.after.dimensions[after.index]!];
  const codeBefore = openCodes(tables.before, earlier.codes);
  const codeAfter = openCodes(tables.after, later.codes);
  const isSameMember = allOf(attributes.map((each) => compareValues(earlier.attributes, later.attributes, each)));
  /** Code + 1 of a member of the later table that is the same; 0 if none is known. */
  const same = new Uint32Array(earlier.attributes[0]!.length);
  return (rowBefore, rowAfter) => {
    const from = codeBefore(rowBefore);
    const to = codeAfter(rowAfter);
    if (same[from] === to + 1) return true;
    if (!isSameMember(from, to)) return false;
    same[from] = to + 1;
    return true;
  };
}

function compareValues(
  earlier: readonly Values[],
  later: readonly Values[],
  { before, after }: SharedDimension["attributes"][number],
): IsSame {
  const [values, others] = [earlier[before.index]!, later[after.index]!];
  const [a, b] = [values.texts, others.texts];
  if (!a || !b) return (from, to) => isSameValue(values.at(from), others.at(to));
  return (from, to) => {
    const size = a.offsets[from + 1]! - a.offsets[from]!;
    return (
      isValid(a.validity, from) === isValid(b.validity, to) &&
      size === b.offsets[to + 1]! - b.offsets[to]! &&
      equalBytes(a.bytes, a.offsets[from]!, b.bytes, b.offsets[to]!, size)
    );
  };
}

function openSums(tables: Both<ColumnarTable>, { before, after }: Both<number>): IsSame {
  const [earlier, later] = [tables.before.measures[before]!, tables.after.measures[after]!];
  const scale = Math.max(earlier.scale, later.scale);
  const amountBefore = scaled(openAmounts(tables.before, earlier), scale - earlier.scale);
  const amountAfter = scaled(openAmounts(tables.after, later), scale - later.scale);
  return (rowBefore, rowAfter) => amountBefore(rowBefore) === amountAfter(rowAfter);
}

function scaled(read: (row: number) => bigint, digits: number): (row: number) => bigint {
  if (digits === 0) return read;
  const factor = 10n ** BigInt(digits);
  return (row) => read(row) * factor;
}
