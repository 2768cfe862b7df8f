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

/** Return the header that was packed. */
export function unpackHeader({ rest, ...parts }: PackedHeader): TableHeader {
  const { buffer, byteOffset, length } = rest;
  const objects = JSON.parse(Buffer.from(buffer, byteOffset, length).toString()) as Omit<
    TableHeader,
    keyof SharedParts
  >;
  return { ...objects, ...parts };
}
