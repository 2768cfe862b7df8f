import { rowsAt } from "./clusters/rows-at.js";
import { openCodes } from "./open-columns.js";
import type { ColumnarTable, DimensionColumn } from "./table.js";

/** From when on looking up pays. */
export interface WorthLookingUp {
  /** Tables of fewer entries are looked through in no time. */
  readonly rows: number;
  /** Codes of fewer members are a byte each, and the kernel looks at many in one step. */
  readonly members: number;
  /** Most entries that are few, as a share of all. */
  readonly share: number;
}

const WORTH: WorthLookingUp = { rows: 2 ** 16, members: 257, share: 1 / 8 };
/** All lists of a table take so many bytes for each entry at most: those of three dimensions. */
const BYTES_PER_ENTRY = 12;
const ROW_BYTES = 4;
/** Entries that are found by their places. */
const MOST_FOUND = 16;

/**
 * How many entries each member has, and which. Both are found when they are asked for, and kept as long as the table:
 * the numbers take 4 bytes for each member, the lists 4 for each entry, if there is room for them, and nothing where
 * every entry has a member of its own: members are numbered as entries first have them.
 *
 *     starts   u32 │ u32 │ …        member m has starts[m + 1] - starts[m] entries,
 *     rows     u32 │ u32 │ u32 │ …  rows[starts[m] … starts[m + 1]], ascending
 */
export class MemberEntries {
  readonly #table: ColumnarTable;
  readonly #worth: WorthLookingUp;
  readonly #starts = new Map<DimensionColumn, Uint32Array>();
  readonly #rows = new Map<DimensionColumn, Uint32Array>();
  readonly #wanted = new Set<DimensionColumn>();

  constructor(table: ColumnarTable, worth = WORTH) {
    this.#table = table;
    this.#worth = worth;
  }

  /** Number of entries that have one of some members; none of them twice. */
  count(column: DimensionColumn, members: Uint32Array): number {
    if (this.#isOwn(column)) return members.length;
    const starts = this.#startsOf(column);
    let count = 0;
    for (let at = 0; at < members.length; at++) count += starts[members[at]! + 1]! - starts[members[at]!]!;
    return count;
  }

  /** Whether a look at each of so many entries costs less than a pass over all. */
  areFew(count: number): boolean {
    const { rows } = this.#table;
    return rows >= this.#worth.rows && count <= rows * this.#worth.share;
  }

  /**
   * The rows of some members, none of them twice, member by member; `null` where a pass over all codes costs less. The
   * lists of a dimension are made when they are wanted for the second time: a pass over its codes and one over them.
   */
  list(column: DimensionColumn, members: Uint32Array): Uint32Array | null {
    if (this.numListed(column, members) === null) return null;
    const own = this.#isOwn(column) ? this.#rowsOfOwn(members) : null;
    if (own) return own;
    const lists = this.#rowsOf(column);
    return lists && gather(this.#startsOf(column), lists, members);
  }

  /** How many rows `list` gives, if not now then the next time; `null` where it gives none. */
  numListed(column: DimensionColumn, members: Uint32Array): number | null {
    if (column.attributes[0]!.length < this.#worth.members) return null;
    if (!this.#isOwn(column) && !this.#rows.has(column) && !this.#hasRoom()) return null;
    const count = this.count(column, members);
    return this.areFew(count) ? count : null;
  }

  /** Bytes that a dimension's numbers and lists take. */
  bytesOf(column: DimensionColumn): number {
    return (this.#starts.get(column)?.byteLength ?? 0) + (this.#rows.get(column)?.byteLength ?? 0);
  }

  /** Whether every entry has a member of its own: then it is as many as its place. */
  #isOwn({ attributes }: DimensionColumn): boolean {
    return attributes[0]!.length === this.#table.rows;
  }

  #rowsOfOwn(members: Uint32Array): Uint32Array | null {
    if (!this.#table.order) return members;
    // Each is looked for in every cluster.
    if (members.length > MOST_FOUND) return null;
    return members.map((place) => rowsAt(this.#table, place, 1)[0]!);
  }

  #startsOf(column: DimensionColumn): Uint32Array {
    let starts = this.#starts.get(column);
    if (!starts) this.#starts.set(column, (starts = countMembers(this.#table, column)));
    return starts;
  }

  #hasRoom(): boolean {
    return (this.#rows.size + 1) * ROW_BYTES <= BYTES_PER_ENTRY;
  }

  #rowsOf(column: DimensionColumn): Uint32Array | null {
    const known = this.#rows.get(column);
    if (known) return known;
    if (!this.#hasRoom() || !this.#wanted.has(column)) {
      this.#wanted.add(column);
      return null;
    }
    const rows = listRows(this.#table, column, this.#startsOf(column));
    this.#rows.set(column, rows);
    return rows;
  }
}

function countMembers(table: ColumnarTable, { codes, attributes }: DimensionColumn): Uint32Array {
  const starts = new Uint32Array(attributes[0]!.length + 1);
  const codeOf = openCodes(table, codes);
  for (let row = 0; row < table.rows; row++) starts[codeOf(row) + 1]!++;
  for (let member = 1; member < starts.length; member++) starts[member]! += starts[member - 1]!;
  return starts;
}

function listRows(table: ColumnarTable, { codes }: DimensionColumn, starts: Uint32Array): Uint32Array {
  const rows = new Uint32Array(table.rows);
  const next = starts.slice();
  const codeOf = openCodes(table, codes);
  for (let row = 0; row < table.rows; row++) rows[next[codeOf(row)]!++] = row;
  return rows;
}

function gather(starts: Uint32Array, rows: Uint32Array, members: Uint32Array): Uint32Array {
  const [only] = members;
  if (members.length === 1) return rows.subarray(starts[only!], starts[only! + 1]);
  let count = 0;
  for (let at = 0; at < members.length; at++) count += starts[members[at]! + 1]! - starts[members[at]!]!;
  const found = new Uint32Array(count);
  let place = 0;
  for (let at = 0; at < members.length; at++) {
    const end = starts[members[at]! + 1]!;
    for (let from = starts[members[at]!]!; from < end; from++) found[place++] = rows[from]!;
  }
  return found;
}
