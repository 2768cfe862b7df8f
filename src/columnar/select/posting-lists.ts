import { setImmediate as nextTurn } from "node:timers/promises";
import { rowsInLoadOrder } from "../table/rows-in-load-order.js";
import { indexBudget } from "./index-budget.js";
import { PostingListCache } from "./posting-list-cache.js";
import { countPostings, finish, makeInSlices, type InSlices, listPostings } from "./build-postings.js";
import { openCodes } from "../table/open-columns.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";

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
/** A millisecond or two. */
const SLICE_ROWS = 2 ** 18;
const ROW_BYTES = 4;
/** Entries that are found by their places. */
const MOST_FOUND = 16;

/**
 * How many entries each member has, and which. Both are found when they are asked for, and kept as long as the table
 * where there is room for them: the numbers take 4 bytes for each member, the lists 4 for each entry, and nothing where
 * every entry has a member of its own: members are numbered as entries first have them. Where there is no room for
 * those of all dimensions there are those of the ones that are asked for most.
 *
 *     starts   u32 │ u32 │ …        member m has starts[m + 1] - starts[m] entries,
 *     rows     u32 │ u32 │ u32 │ …  rows[starts[m] … starts[m + 1]], ascending
 */
export class PostingLists {
  readonly #table: ColumnarTable;
  readonly #worth: WorthLookingUp;
  readonly #room: number;
  readonly #sliceRows: number;
  readonly #kept: PostingListCache;
  #isMaking = false;

  /**
   * @param room bytes that all numbers and lists may take; by default all that there is for what is extra
   * @param sliceRows rows that are looked at before others have their turn
   */
  constructor(table: ColumnarTable, worth = WORTH, room = indexBudget(table), sliceRows = SLICE_ROWS) {
    this.#table = table;
    this.#worth = worth;
    this.#room = room;
    this.#kept = new PostingListCache(room);
    this.#sliceRows = sliceRows;
  }

  /** Number of entries that have one of some members; none of them twice. */
  count(column: DimensionColumn, members: Uint32Array): number {
    if (this.#isOwn(column)) return members.length;
    const starts = this.#kept.starts(column) ?? this.#countNow(column);
    return starts ? countListed(starts, members) : countPassing(this.#table, column, members);
  }

  /** Whether a look at each of so many entries costs less than a pass over all. */
  areFew(count: number): boolean {
    const { rows } = this.#table;
    return rows >= this.#worth.rows && count <= rows * this.#worth.share;
  }

  /**
   * The rows of some members, none of them twice, member by member; `null` where a pass over all codes costs less. The
   * lists of a dimension are made from when they are wanted for the second time: a pass over its codes and one over
   * them, in slices of which this waits for one.
   */
  list(column: DimensionColumn, members: Uint32Array): Uint32Array | null {
    if (!this.#isWorth(column)) return null;
    if (this.#isOwn(column)) return this.areFew(members.length) ? this.#rowsOfOwn(members) : null;
    const starts = this.#startsOf(column);
    if (starts && !this.areFew(countListed(starts, members))) return null;
    const wants = this.#kept.want(column);
    if (!starts) return null;
    const rows = this.#kept.rows(column) ?? (wants < 2 ? null : this.#rowsOf(column, starts));
    return rows && gather(starts, rows, members);
  }

  /** How many rows `list` gives, if not now then when it was asked again; `null` where it gives none, or it is not known. */
  numListed(column: DimensionColumn, members: Uint32Array): number | null {
    if (!this.#isWorth(column)) return null;
    if (this.#isOwn(column)) return this.areFew(members.length) ? members.length : null;
    const bytes = this.#listBytes + (this.#kept.starts(column) ? 0 : startBytes(column));
    if (!this.#kept.rows(column) && !this.#kept.couldMakeRoom(column, bytes)) return null;
    const starts = this.#startsOf(column);
    const count = starts && countListed(starts, members);
    return count !== null && this.areFew(count) ? count : null;
  }

  /** Fulfilled when nothing is being made. */
  async settle(): Promise<void> {
    while (this.#isMaking) await nextTurn();
  }

  /** Leave so many bytes of the room to others. */
  leave(bytes: number): void {
    this.#kept.keepTo(this.#room - bytes);
  }

  /** Bytes that a dimension's numbers and lists take. */
  bytesOf(column: DimensionColumn): number {
    return this.#kept.bytesOf(column);
  }

  get #listBytes(): number {
    return this.#table.rows * ROW_BYTES;
  }

  #isWorth({ attributes }: DimensionColumn): boolean {
    return this.#table.rows >= this.#worth.rows && attributes[0]!.length >= this.#worth.members;
  }

  /** Whether every entry has a member of its own: then it is as many as its place. */
  #isOwn({ attributes }: DimensionColumn): boolean {
    return attributes[0]!.length === this.#table.rows;
  }

  #rowsOfOwn(members: Uint32Array): Uint32Array | null {
    if (!this.#table.order) return members;
    // Each is looked for in every cluster.
    if (members.length > MOST_FOUND) return null;
    return members.map((place) => rowsInLoadOrder(this.#table, place, 1)[0]!);
  }

  /** `null` where there is no room for them, or not yet. */
  #startsOf(column: DimensionColumn): Uint32Array | null {
    const make = (): InSlices => countPostings(this.#table, column, this.#sliceRows);
    return this.#kept.starts(column) ?? this.#make(column, "starts", startBytes(column), make);
  }

  #rowsOf(column: DimensionColumn, starts: Uint32Array): Uint32Array | null {
    const make = (): InSlices => listPostings(this.#table, column, starts, this.#sliceRows);
    return this.#kept.rows(column) ?? this.#make(column, "rows", this.#listBytes, make);
  }

  /** The same as `#startsOf`, whatever it takes. */
  #countNow(column: DimensionColumn): Uint32Array | null {
    if (!this.#kept.makeRoom(column, startBytes(column))) return null;
    const starts = finish(countPostings(this.#table, column, this.#sliceRows));
    this.#kept.keep(column, { starts });
    return starts;
  }

  /** One at a time. @returns what was made, where it was done at once */
  #make(column: DimensionColumn, part: "starts" | "rows", bytes: number, make: () => InSlices): Uint32Array | null {
    if (this.#isMaking || !this.#kept.makeRoom(column, bytes)) return null;
    this.#isMaking = true;
    const isGone = (): boolean => this.#table.memories.some(({ released }) => released);
    makeInSlices(make(), isGone, (made) => {
      this.#isMaking = false;
      // Others may have taken the room meanwhile.
      if (made && this.#kept.makeRoom(column, bytes)) this.#kept.keep(column, { [part]: made });
    });
    return this.#kept[part](column);
  }
}

function startBytes({ attributes }: DimensionColumn): number {
  return (attributes[0]!.length + 1) * ROW_BYTES;
}

function countListed(starts: Uint32Array, members: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < members.length; at++) count += starts[members[at]! + 1]! - starts[members[at]!]!;
  return count;
}

/** The same without what is kept. */
function countPassing(table: ColumnarTable, { codes }: DimensionColumn, members: Uint32Array): number {
  const isMember = new Uint8Array(codes.size);
  for (let at = 0; at < members.length; at++) isMember[members[at]!] = 1;
  const codeOf = openCodes(table, codes);
  let count = 0;
  for (let row = 0; row < table.rows; row++) count += isMember[codeOf(row)]!;
  return count;
}

function gather(starts: Uint32Array, rows: Uint32Array, members: Uint32Array): Uint32Array {
  const [only] = members;
  if (members.length === 1) return rows.subarray(starts[only!], starts[only! + 1]);
  const found = new Uint32Array(countListed(starts, members));
  let place = 0;
  for (let at = 0; at < members.length; at++) {
    const end = starts[members[at]! + 1]!;
    for (let from = starts[members[at]!]!; from < end; from++) found[place++] = rows[from]!;
  }
  return found;
}
