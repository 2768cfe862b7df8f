import type { DimensionColumn } from "../table/table.js";

/** What may be kept of a dimension; see `MemberEntries`. */
interface Lists {
  readonly starts: Uint32Array | null;
  readonly rows: Uint32Array | null;
}

const NONE: Lists = { starts: null, rows: null };
/** One is given up for another that was wanted so many times as often: which of two was last is no reason. */
const MORE = 2;
/** When so many were counted all numbers are halved, so that the past does not count for ever. */
const MANY_WANTS = 1024;

/** Lists of some dimensions within so many bytes: where there is no room for all, those that are wanted most. */
export class PostingListCache {
  readonly #lists = new Map<DimensionColumn, Lists>();
  readonly #wants = new Map<DimensionColumn, number>();
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  /** Note that those of a dimension are of use. @returns how often they were, in some time */
  want(column: DimensionColumn): number {
    const wants = this.#wantsOf(column) + 1;
    this.#wants.set(column, wants);
    if (wants >= MANY_WANTS) for (const [each, count] of this.#wants) this.#wants.set(each, count >>> 1);
    return wants;
  }

  starts(column: DimensionColumn): Uint32Array | null {
    return this.#of(column).starts;
  }

  rows(column: DimensionColumn): Uint32Array | null {
    return this.#of(column).rows;
  }

  /** Keep some, for which there is room. */
  keep(column: DimensionColumn, lists: Partial<Lists>): void {
    this.#lists.set(column, { ...this.#of(column), ...lists });
  }

  /** Give up what is wanted less than those of a dimension, until they find room. @returns whether they do */
  makeRoom(column: DimensionColumn, bytes: number): boolean {
    const dropped = this.#findRoom(column, bytes);
    for (const [each, part] of dropped ?? []) this.keep(each, { [part]: null });
    return dropped !== null;
  }

  /** Whether they would find room if they were wanted once more. */
  couldMakeRoom(column: DimensionColumn, bytes: number): boolean {
    return this.#findRoom(column, bytes) !== null;
  }

  /** Have other room than before, and give up what is wanted least where that is too little. */
  keepTo(room: number): void {
    this.#room = room;
    for (const [column, part] of this.#leastWanted()) {
      if (this.#bytes <= this.#room) return;
      this.keep(column, { [part]: null });
    }
  }

  bytesOf(column: DimensionColumn): number {
    const { starts, rows } = this.#of(column);
    return (starts?.byteLength ?? 0) + (rows?.byteLength ?? 0);
  }

  get #bytes(): number {
    return [...this.#lists.keys()].reduce((sum, column) => sum + this.bytesOf(column), 0);
  }

  /** What is to be given up for so many bytes; `null`: that would not do. */
  #findRoom(column: DimensionColumn, bytes: number): readonly Part[] | null {
    const wants = this.#wantsOf(column);
    const dropped: Part[] = [];
    let free = this.#room - this.#bytes;
    for (const part of this.#leastWanted()) {
      if (free >= bytes) break;
      const [other, name] = part;
      if (other === column || this.#wantsOf(other) * MORE > wants) continue;
      dropped.push(part);
      free += this.#of(other)[name]!.byteLength;
    }
    return free >= bytes ? dropped : null;
  }

  /** Everything that is kept, the rows before the numbers of those that they are of. */
  #leastWanted(): readonly Part[] {
    const order = [...this.#lists].toSorted(([a], [b]) => this.#wantsOf(a) - this.#wantsOf(b));
    const parts = (name: keyof Lists): readonly Part[] =>
      order.filter(([, lists]) => lists[name]).map(([column]) => [column, name]);
    return [...parts("rows"), ...parts("starts")];
  }

  #of(column: DimensionColumn): Lists {
    return this.#lists.get(column) ?? NONE;
  }

  #wantsOf(column: DimensionColumn): number {
    return this.#wants.get(column) ?? 0;
  }
}

type Part = readonly [column: DimensionColumn, part: keyof Lists];
