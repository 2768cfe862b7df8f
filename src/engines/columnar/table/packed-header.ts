import { describeTable, type TableHeader } from "./table-header.js";
import type { ColumnarTable } from "./table.js";

/** Parts of a header that threads share as they are. */
type SharedParts = Pick<TableHeader, "signature" | "filtered" | "names" | "memberSums">;

/**
 * A table's header for other threads: its objects as JSON, in memory that all of them share. Most threads know thousands
 * of tables and open few.
 */
export interface PackedHeader extends SharedParts {
  readonly rest: Uint8Array;
}

/** Headers that are packed: several threads get the same one. */
const packed = new WeakMap<ColumnarTable, PackedHeader>();

/** Pack a table's header. */
export function packHeader(table: ColumnarTable): PackedHeader {
  let known = packed.get(table);
  if (!known) packed.set(table, (known = pack(describeTable(table))));
  return known;
}

function pack({ signature, filtered, names, memberSums, ...rest }: TableHeader): PackedHeader {
  const bytes = Buffer.from(JSON.stringify(rest));
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return { rest: shared, signature, filtered, names, memberSums };
}

/** Arrays of a packed header, by the numbers of those that are there; the first is `rest`. */
export interface HeaderLayout {
  readonly signature: number | null;
  readonly names: number | null;
  readonly memberSums: number | null;
  readonly filtered: { readonly dimensions: number; readonly terms: number; readonly filter: number } | null;
}

/** List the arrays of a packed header as bytes. */
export function listHeaderParts({ rest, signature, filtered, names, memberSums }: PackedHeader): {
  readonly layout: HeaderLayout;
  readonly parts: readonly Uint8Array[];
} {
  const parts: Uint8Array[] = [rest];
  const add = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array): number =>
    parts.push(new Uint8Array(buffer, byteOffset, byteLength)) - 1;
  const layout: HeaderLayout = {
    signature: signature ? add(signature) : null,
    names: names ? add(names) : null,
    memberSums: memberSums ? add(memberSums) : null,
    filtered: filtered
      ? { dimensions: filtered.dimensions, terms: add(filtered.terms), filter: add(filtered.filter) }
      : null,
  };
  return { layout, parts };
}

/** View a packed header in its arrays. @param parts at multiples of 8 */
export function viewHeaderParts(
  { signature, names, memberSums, filtered }: HeaderLayout,
  parts: readonly Uint8Array[],
): PackedHeader {
  const numbersAt = (at: number): Uint32Array => {
    const { buffer, byteOffset, byteLength } = parts[at]!;
    return new Uint32Array(buffer, byteOffset, byteLength / 4);
  };
  return {
    rest: parts[0]!,
    signature: signature === null ? undefined : numbersAt(signature),
    names: names === null ? undefined : numbersAt(names),
    memberSums: memberSums === null ? undefined : parts[memberSums],
    filtered: filtered
      ? { dimensions: filtered.dimensions, terms: numbersAt(filtered.terms), filter: numbersAt(filtered.filter) }
      : undefined,
  };
}

/** Return the header that was packed. */
export function unpackHeader({ rest, ...parts }: PackedHeader): TableHeader {
  const { buffer, byteOffset, length } = rest;
  const objects = JSON.parse(Buffer.from(buffer, byteOffset, length).toString()) as Omit<
    TableHeader,
    keyof SharedParts
  >;
  return { ...objects, ...parts };
}
