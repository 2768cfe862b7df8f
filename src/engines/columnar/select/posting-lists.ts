import { setImmediate as nextTurn } from "node:timers/promises";
import { rowsInLoadOrder } from "../table/rows-in-load-order.js";
import { viewCodes } from "../../kernel/select-few.js";
import { indexBudget } from "./index-budget.js";
import { PostingListCache } from "./posting-list-cache.js";
import { buildInSlices, countPostings, finish, type InSlices, listPostings } from "./build-postings.js";
import type { ColumnarTable, DimensionColumn } from "../table/table.js";

/** Limits within which lookups cost less than scans. */
export interface WorthLookingUp {
  /** Minimum entries of a table: scanning fewer takes no noticeable time. */
  readonly rows: number;
  /** Minimum members of a dimension: codes of fewer take one byte, and the kernel scans many in one step. */
  readonly members: number;
  /** Maximum entries of a lookup, as a share of all. */
  readonly share: number;
}

const WORTH: WorthLookingUp = { rows: 2 ** 16, members: 257, share: 1 / 8 };
/** Rows of a slice, which takes a millisecond or two. */
const SLICE_ROWS = 2 ** 18;
/** Bytes of a row's number, and of a count. */
const ROW_BYTES = 4;
/** Maximum entries that are looked up by their positions in load order. */
const MAX_BY_POSITION = 16;
/** Maximum codes that are passed over to count a few members. */
const MAX_PASSED = 2 ** 18;

/**
 * Number and rows of each member's entries. Both are built on request and cached as long as the table, within a budget:
 * the starts take 4 bytes for each member, the rows 4 for each entry. A dimension in which every entry has its own member
 * needs neither, since members are numbered in load order. If the budget is too small for all dimensions, the cache
 * keeps those that are requested most.
 *
 *     starts   u32 │ u32 │ …        member m has starts[m + 1] - starts[m] entries,
 *     rows     u32 │ u32 │ u32 │ …  rows[starts[m] … starts[m + 1]], ascending
 */
export class PostingLists {
  readonly #table: ColumnarTable;
  readonly #worth: WorthLookingUp;
  readonly #budget: number;
  readonly #sliceRows: number;
  readonly #cache: PostingListCache;
  #isBuilding = false;

  /**
   * @param budget maximum bytes of all starts and rows; by default all that rollups and posting lists may take
   * @param sliceRows rows that are read before waiting events have their turn
   */
  constructor(table: ColumnarTable, worth = WORTH, budget = indexBudget(table), sliceRows = SLICE_ROWS) {
    this.#table = table;
    this.#worth = worth;
    this.#budget = budget;
    this.#cache = new PostingListCache(budget);
    this.#sliceRows = sliceRows;
  }

  /**
   * Return a function that counts the entries of a member. Cost of the first call for a dimension: a pass over its codes;
   * of every call, if the counts do not fit the budget.
   * @param check called at intervals; throws to abort
   */
  entriesOf(column: DimensionColumn, check: () => void): (member: number) => number {
    if (this.#hasOwnMembers(column)) return () => 1;
    const starts = this.#cache.starts(column) ?? this.#countNow(column, check);
    return (member) => starts[member + 1]! - starts[member]!;
  }

  /**
   * Count the entries of a few members, each. Cost: a pass over the codes of a small table, which keeps nothing; of a
   * large one as `entriesOf`.
   */
  countFew(column: DimensionColumn, members: readonly number[], check: () => void): readonly number[] {
    const { segments, rows } = this.#table;
    const [segment] = segments;
    const isCounted = this.#hasOwnMembers(column) || this.#cache.starts(column);
    if (isCounted || segments.length > 1 || rows * members.length > MAX_PASSED)
      return members.map(this.entriesOf(column, check));
    const codes = viewCodes(segment!, column.codes);
    return members.map((member) => {
      let count = 0;
      for (let row = codes.indexOf(member); row >= 0; row = codes.indexOf(member, row + 1)) count++;
      return count;
    });
  }

  /** True if looking up so many entries costs less than scanning all. */
  areFew(count: number): boolean {
    const { rows } = this.#table;
    return rows >= this.#worth.rows && count <= rows * this.#worth.share;
  }

  /**
   * Return the rows of some members, member by member; each member must be given once. `null` if scanning all codes
   * costs less, or if the lists are not built yet. The first request of a dimension builds its starts, the second its
   * rows: each is a pass over its codes in slices, of which this call runs the first.
   */
  list(column: DimensionColumn, members: Uint32Array): Uint32Array | null {
    if (!this.#isWorth(column)) return null;
    if (this.#hasOwnMembers(column)) return this.areFew(members.length) ? this.#rowsOfOwnMembers(members) : null;
    const starts = this.#startsOf(column);
    if (starts && !this.areFew(countListed(starts, members))) return null;
    const wants = this.#cache.want(column);
    if (!starts) return null;
    const rows = this.#cache.rows(column) ?? (wants < 2 ? null : this.#rowsOf(column, starts));
    return rows && gather(starts, rows, members);
  }

  /** Return how many rows `list` returns, now or on a later call; `null` if it returns none or the number is unknown. */
  numListed(column: DimensionColumn, members: Uint32Array): number | null {
    if (!this.#isWorth(column)) return null;
    if (this.#hasOwnMembers(column)) return this.areFew(members.length) ? members.length : null;
    const bytes = this.#listBytes + (this.#cache.starts(column) ? 0 : startBytes(column));
    if (!this.#cache.rows(column) && !this.#cache.couldMakeSpace(column, bytes)) return null;
    const starts = this.#startsOf(column);
    const count = starts && countListed(starts, members);
    return count !== null && this.areFew(count) ? count : null;
  }

  /** Wait until nothing is being built. */
  async settle(): Promise<void> {
    while (this.#isBuilding) await nextTurn();
  }

  /** Leave so many bytes of the budget to rollups. */
  leave(bytes: number): void {
    this.#cache.setBudget(this.#budget - bytes);
  }

  /** Return the bytes of a dimension's starts and rows. */
  bytesOf(column: DimensionColumn): number {
    return this.#cache.bytesOf(column);
  }

  get #listBytes(): number {
    return this.#table.rows * ROW_BYTES;
  }

  #isWorth({ attributes }: DimensionColumn): boolean {
    return this.#table.rows >= this.#worth.rows && attributes[0]!.length >= this.#worth.members;
  }

  /** True if every entry has its own member: then a member's code is the entry's position in load order. */
  #hasOwnMembers({ attributes }: DimensionColumn): boolean {
    return attributes[0]!.length === this.#table.rows;
  }

  #rowsOfOwnMembers(members: Uint32Array): Uint32Array | null {
    if (!this.#table.order) return members;
    // Each lookup searches every cluster.
    if (members.length > MAX_BY_POSITION) return null;
    return members.map((place) => rowsInLoadOrder(this.#table, place, 1)[0]!);
  }

  /** Return the starts of a dimension; `null` if they do not fit, or are not built yet. */
  #startsOf(column: DimensionColumn): Uint32Array | null {
    const start = (): InSlices => countPostings(this.#table, column, this.#sliceRows);
    return this.#cache.starts(column) ?? this.#build(column, "starts", startBytes(column), start);
  }

  #rowsOf(column: DimensionColumn, starts: Uint32Array): Uint32Array | null {
    const start = (): InSlices => listPostings(this.#table, column, starts, this.#sliceRows);
    return this.#cache.rows(column) ?? this.#build(column, "rows", this.#listBytes, start);
  }

  /** Build the starts of a dimension, all slices at once, and cache them if they fit. */
  #countNow(column: DimensionColumn, check: () => void): Uint32Array {
    const starts = finish(countPostings(this.#table, column, this.#sliceRows), check);
    if (this.#cache.makeSpace(column, startBytes(column))) this.#cache.store(column, { starts });
    return starts;
  }

  /** Build an array, one at a time. @returns the array if one slice was enough */
  #build(column: DimensionColumn, part: "starts" | "rows", bytes: number, start: () => InSlices): Uint32Array | null {
    if (this.#isBuilding || !this.#cache.makeSpace(column, bytes)) return null;
    this.#isBuilding = true;
    const isGone = (): boolean => this.#table.memories.some(({ released }) => released);
    buildInSlices(start(), isGone, (built) => {
      this.#isBuilding = false;
      // The budget may be smaller or used up by now.
      if (built && this.#cache.makeSpace(column, bytes)) this.#cache.store(column, { [part]: built });
    });
    return this.#cache[part](column);
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
