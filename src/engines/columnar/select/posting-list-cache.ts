import type { DimensionColumn } from "../table/table.js";

/** Arrays of a dimension that may be cached; see `PostingLists`. */
interface Lists {
  readonly starts: Uint32Array | null;
  readonly rows: Uint32Array | null;
}

const NONE: Lists = { starts: null, rows: null };
/** Arrays are evicted only for a dimension wanted at least this many times as often: being wanted last is not enough. */
const MIN_RATIO = 2;
/** All counts are halved when one reaches this, so that earlier requests lose weight. */
const MAX_WANTS = 1024;

/** Cache of posting lists with a budget of bytes: if not all fit, it keeps those of the dimensions wanted most. */
export class PostingListCache {
  // Both are absent until the first request: thousands of tables may never get one.
  #lists: Map<DimensionColumn, Lists> | undefined;
  #wants: Map<DimensionColumn, number> | undefined;
  #budget: number;

  /** @param budget maximum bytes of all arrays */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Count a request for a dimension's lists. @returns its count, in which earlier requests may weigh less */
  want(column: DimensionColumn): number {
    const wants = this.#wantsOf(column) + 1;
    const all = (this.#wants ??= new Map());
    all.set(column, wants);
    if (wants >= MAX_WANTS) for (const [each, count] of all) all.set(each, count >>> 1);
    return wants;
  }

  starts(column: DimensionColumn): Uint32Array | null {
    return this.#of(column).starts;
  }

  rows(column: DimensionColumn): Uint32Array | null {
    return this.#of(column).rows;
  }

  /** Store arrays of a dimension, for which there must be space. */
  store(column: DimensionColumn, lists: Partial<Lists>): void {
    (this.#lists ??= new Map()).set(column, { ...this.#of(column), ...lists });
  }

  /** Evict arrays that are wanted less than a dimension's, until these fit. @returns true if they fit */
  makeSpace(column: DimensionColumn, bytes: number): boolean {
    const evicted = this.#findEvictions(column, bytes);
    for (const [each, part] of evicted ?? []) this.store(each, { [part]: null });
    return evicted !== null;
  }

  /** True if so many bytes of a dimension would fit after evictions. */
  couldMakeSpace(column: DimensionColumn, bytes: number): boolean {
    return this.#findEvictions(column, bytes) !== null;
  }

  /** Change the budget, and evict the arrays that are wanted least if it is too small for all. */
  setBudget(budget: number): void {
    this.#budget = budget;
    for (const [column, part] of this.#leastWanted()) {
      if (this.#bytes <= this.#budget) return;
      this.store(column, { [part]: null });
    }
  }

  bytesOf(column: DimensionColumn): number {
    const { starts, rows } = this.#of(column);
    return (starts?.byteLength ?? 0) + (rows?.byteLength ?? 0);
  }

  get #bytes(): number {
    return [...(this.#lists?.keys() ?? [])].reduce((sum, column) => sum + this.bytesOf(column), 0);
  }

  /** List the arrays to evict so that so many bytes fit; `null` if they cannot fit. */
  #findEvictions(column: DimensionColumn, bytes: number): readonly Part[] | null {
    const wants = this.#wantsOf(column);
    const evicted: Part[] = [];
    let free = this.#budget - this.#bytes;
    for (const part of this.#leastWanted()) {
      if (free >= bytes) break;
      const [other, name] = part;
      if (other === column || this.#wantsOf(other) * MIN_RATIO > wants) continue;
      evicted.push(part);
      free += this.#of(other)[name]!.byteLength;
    }
    return free >= bytes ? evicted : null;
  }

  /** List all cached arrays in the order of eviction: all `rows` before all `starts`, those wanted least first. */
  #leastWanted(): readonly Part[] {
    const order = [...(this.#lists ?? [])].toSorted(([a], [b]) => this.#wantsOf(a) - this.#wantsOf(b));
    const parts = (name: keyof Lists): readonly Part[] =>
      order.filter(([, lists]) => lists[name]).map(([column]) => [column, name]);
    return [...parts("rows"), ...parts("starts")];
  }

  #of(column: DimensionColumn): Lists {
    return this.#lists?.get(column) ?? NONE;
  }

  #wantsOf(column: DimensionColumn): number {
    return this.#wants?.get(column) ?? 0;
  }
}

type Part = readonly [column: DimensionColumn, part: keyof Lists];
