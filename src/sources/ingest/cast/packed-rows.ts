import {
  FRESH,
  NO_TEXT,
  type RowAmounts,
  type RowBatch,
  type RowMembers,
  type TextSlices,
} from "../../../core/engine/row-batch.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import type { Value } from "../../../core/model/values/value.js";

/** Rows of a batch in buffers of their own, which can be sent to another thread. */
export interface PackedRows {
  readonly length: number;
  readonly records: Uint32Array<ArrayBuffer>;
  readonly members: readonly PackedMembers[];
  readonly amounts: readonly PackedAmounts[];
  readonly ids: RowBatch["ids"];
}

interface PackedMembers {
  readonly codes: Uint32Array<ArrayBuffer>;
  /** Members of the codes that are new: they follow those of earlier batches. */
  readonly known: readonly (readonly Value[])[];
  /** Members without a code that are no texts, with their rows. */
  readonly fresh: readonly (readonly [row: number, member: readonly Value[]])[];
  /** The texts of the other members without a code, one behind the other, and the bytes of each by row; `null` if there are none. */
  readonly texts: { readonly bytes: Uint8Array<ArrayBuffer>; readonly sizes: Uint32Array<ArrayBuffer> } | null;
}

interface PackedAmounts {
  readonly integers: Float64Array<ArrayBuffer>;
  readonly scales: Uint8Array<ArrayBuffer>;
  readonly decimals: readonly (readonly [row: number, amount: Decimal])[];
}

/** Return the buffers of packed rows. */
export function buffersOf({ records, members, amounts }: PackedRows): ArrayBuffer[] {
  return [
    records.buffer,
    ...members.flatMap(({ codes, texts }) => [
      codes.buffer,
      ...(texts ? [texts.bytes.buffer, texts.sizes.buffer] : []),
    ]),
    ...amounts.flatMap(({ integers, scales }) => [integers.buffer, scales.buffer]),
  ];
}

/** Packs the batches of one source, each with the members that the batches before it lack. */
export class RowPacker {
  /** For each dimension the number of codes whose members were sent. */
  readonly #sent: number[] = [];

  /** @param rows of a source, so that each has the number of its record */
  pack({ length, records, members, amounts, ids }: RowBatch): PackedRows {
    return {
      length,
      records: new Uint32Array(records!.subarray(0, length)),
      members: members.map((column, dimension) => this.#packMembers(column, dimension, length)),
      amounts: amounts.map((column) => packAmounts(column, length)),
      ids,
    };
  }

  #packMembers(column: RowMembers, dimension: number, length: number): PackedMembers {
    const codes = new Uint32Array(column.codes.subarray(0, length));
    const first = this.#sent[dimension] ?? 0;
    let end = first;
    let hasOthers = false;
    for (let row = 0; row < length; row++) {
      const code = codes[row]!;
      if (code >= FRESH) hasOthers = true;
      else if (code >= end) end = code + 1;
    }
    this.#sent[dimension] = end;
    const known = Array.from({ length: end - first }, (_, at) => column.tupleOf(first + at));
    return hasOthers ? { known, ...packOthers(column, codes) } : { known, codes, fresh: [], texts: null };
  }
}

/** Pack the members without a code. @param codes of the rows, which get the rows' numbers as their places */
function packOthers(
  { fresh, texts }: RowMembers,
  codes: Uint32Array<ArrayBuffer>,
): Pick<PackedMembers, "codes" | "fresh" | "texts"> {
  const packed: [number, readonly Value[]][] = [];
  const sizes = new Uint32Array(codes.length).fill(NO_TEXT);
  const starts = new Uint32Array(codes.length);
  let total = 0;
  for (let row = 0; row < codes.length; row++) {
    if (codes[row]! < FRESH) continue;
    const place = codes[row]! - FRESH;
    codes[row] = FRESH + row;
    const size = texts ? texts.sizes[place]! : NO_TEXT;
    if (size === NO_TEXT) {
      packed.push([row, fresh[place]!]);
      continue;
    }
    sizes[row] = size;
    starts[row] = texts!.starts[place]!;
    total += size;
  }
  if (total === 0) return { codes, fresh: packed, texts: null };
  const bytes = new Uint8Array(total);
  let to = 0;
  for (let row = 0; row < codes.length; row++) {
    if (sizes[row] === NO_TEXT) continue;
    const start = starts[row]!;
    const end = start + sizes[row]!;
    // A view of a few bytes costs more than copying them one by one.
    for (let from = start; from < end; from++) bytes[to++] = texts!.bytes[from]!;
  }
  return { codes, fresh: packed, texts: { bytes, sizes } };
}

function packAmounts({ integers, scales, decimals }: RowAmounts, length: number): PackedAmounts {
  return {
    integers: new Float64Array(integers.subarray(0, length)),
    scales: new Uint8Array(scales.subarray(0, length)),
    decimals: [...decimals],
  };
}

/** Opens packed rows, in the order in which they were packed. */
export class RowUnpacker {
  /** For each dimension its members by code. */
  readonly #known: (readonly Value[])[][] = [];

  open({ length, records, members, amounts, ids }: PackedRows): RowBatch {
    return {
      length,
      records,
      members: members.map((column, dimension) => this.#openMembers(column, dimension)),
      amounts: amounts.map(({ integers, scales, decimals }) => ({ integers, scales, decimals: new Map(decimals) })),
      ids,
    };
  }

  #openMembers({ codes, known, fresh, texts }: PackedMembers, dimension: number): RowMembers {
    const all = (this.#known[dimension] ??= []);
    for (const member of known) all.push(member);
    const others: (readonly Value[])[] = [];
    for (const [row, member] of fresh) others[row] = member;
    return { codes, tupleOf: (code) => all[code]!, fresh: others, texts: texts && openTexts(texts) };
  }
}

function openTexts({ bytes, sizes }: NonNullable<PackedMembers["texts"]>): TextSlices {
  const starts = new Uint32Array(sizes.length);
  let start = 0;
  for (let row = 0; row < sizes.length; row++) {
    if (sizes[row] === NO_TEXT) continue;
    starts[row] = start;
    start += sizes[row]!;
  }
  return { bytes: Buffer.from(bytes.buffer), starts, sizes };
}
