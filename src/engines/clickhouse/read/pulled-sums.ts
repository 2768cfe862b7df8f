import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import { type ClusterVersion, codeColumn } from "../table/version.js";
import type { ViewedColumn } from "../table/view-column.js";
import {
  type CellArrays,
  cellBytes,
  type PulledAnswer,
  PulledCells,
  neededColumns,
  pullCells,
} from "./pulled-cells.js";

/** Number of aggregates of the same columns from which on their cells are pulled, at first. */
const FIRST_ASKS = 3;
/** Maximum number of combinations of columns whose aggregates are counted. */
const MAX_COUNTED = 1024;

/** Aggregates of the same columns that no cells here could answer. */
interface Requests {
  count: number;
  /** Number from which on the cells are pulled. */
  wanted: number;
}

/** Receives cells that are kept for aggregates. */
export interface CellsBorrower {
  onTaken(cells: PulledCells): void;
  onDropped(cells: PulledCells): void;
}

/** Called with the columns of an aggregate, in order. */
export type NoteColumns = (columns: readonly string[]) => void;

/**
 * Sums of a version, pulled from the cluster: those of its smallest dimensions together at first, then those of the
 * dimensions that are asked for again and again. Aggregates of no other dimensions are answered from them, with the same
 * answer, and also while the cluster is away.
 */
export class PulledSums {
  readonly #version: ClusterVersion;
  readonly #maxBytes: number;
  /** Cells that are kept; those used last come last. */
  #kept: readonly PulledCells[] = [];
  readonly #requested = new Map<string, Requests>();
  #pulling: Promise<void> | null = null;
  #hasSmallest = false;
  readonly #borrowers = new Set<CellsBorrower>();
  readonly #note: NoteColumns | null;

  /**
   * @param maxBytes maximum bytes of all cells; 0: none are pulled
   * @param note called with the columns of each aggregate, if the cells are lent by another thread: none are pulled here
   */
  constructor(version: ClusterVersion, maxBytes: number, note: NoteColumns | null = null) {
    this.#version = version;
    this.#maxBytes = maxBytes;
    this.#note = note;
  }

  /** Pass the cells on: those that are kept, and those that will be. @returns ends it */
  lend(borrower: CellsBorrower): () => void {
    for (const cells of this.#kept) borrower.onTaken(cells);
    this.#borrowers.add(borrower);
    return () => void this.#borrowers.delete(borrower);
  }

  /** Take cells of another thread. @returns drops them */
  take(arrays: CellArrays): () => void {
    const cells = new PulledCells(arrays);
    this.#kept = [...this.#kept, cells];
    return () => {
      this.#kept = this.#kept.filter((each) => each !== cells);
    };
  }

  /** Note an aggregate of some columns that another thread has answered, or not. */
  noteColumns(columns: readonly string[]): void {
    void this.pull();
    const cells = this.#find(columns);
    if (cells) this.#touch(cells);
    else this.#follow(columns);
  }

  /** Return the number of cells from which an aggregate is answered; 0 if it is not. */
  countCells(query: AggregateQuery, columns: readonly ViewedColumn[]): number {
    const needed = neededColumns(query, columns);
    return (needed && this.#find([...needed])?.length) ?? 0;
  }

  /** Wait for what is being pulled; at first, that is the smallest dimensions. A failed attempt is repeated by the next call. */
  async pull(): Promise<void> {
    if (!this.#hasSmallest && !this.#pulling) {
      this.#start(this.#smallestColumns(), () => {
        this.#hasSmallest = true;
      });
    }
    await this.#pulling;
  }

  /**
   * Answer an aggregate; `null` if there are no cells that suffice.
   * @param columns dimensions as the query's model sees them
   */
  answer(query: AggregateQuery, columns: readonly ViewedColumn[], check: () => void): PulledAnswer | null {
    if (this.#maxBytes === 0 && !this.#note) return null;
    const needed = neededColumns(query, columns);
    if (!needed) return null;
    const names = [...needed].toSorted();
    this.#note?.(names);
    if (!this.#note) void this.pull();
    const cells = this.#find(names);
    if (!cells) {
      if (!this.#note) this.#follow(names);
      return null;
    }
    this.#touch(cells);
    return cells.answer(query, columns, check);
  }

  /** Find the fewest cells of some columns, and maybe others. */
  #find(columns: readonly string[]): PulledCells | undefined {
    const suffices = ({ codes }: PulledCells): boolean => columns.every((name) => codes.has(name));
    return this.#kept.filter(suffices).toSorted((a, b) => a.length - b.length)[0];
  }

  /** Note that cells are used. */
  #touch(cells: PulledCells): void {
    this.#kept = [...this.#kept.filter((each) => each !== cells), cells];
  }

  /** Count an aggregate that was not answered, and pull the cells of its columns if there were enough of them. */
  #follow(columns: readonly string[]): void {
    const key = columns.join();
    const requests = this.#requested.get(key) ?? { count: 0, wanted: FIRST_ASKS };
    if (this.#requested.size >= MAX_COUNTED && !this.#requested.has(key)) this.#requested.clear();
    this.#requested.set(key, requests);
    requests.count++;
    if (requests.count < requests.wanted || !this.#hasSmallest || this.#pulling) return;
    // Cells that are too many, or that others drive out, are pulled half as often each time.
    requests.count = 0;
    requests.wanted *= 2;
    this.#start(columns);
  }

  #start(columns: readonly string[], onPulled = (): void => {}): void {
    const bytes = cellBytes(columns.length, this.#version.facts.measures.length);
    this.#pulling = pullCells(this.#version, columns, Math.floor(this.#maxBytes / bytes))
      .then((cells) => {
        this.keep(cells);
        onPulled();
      })
      .catch(() => {
        // Aggregates go to the cluster then.
      })
      .finally(() => {
        this.#pulling = null;
      });
  }

  /** Keep cells, and drop those that were not used for longest. */
  keep(cells: PulledCells): void {
    const kept = [...this.#kept, cells];
    const bytes = (): number => kept.reduce((sum, each) => sum + each.bytes, 0);
    const dropped: PulledCells[] = [];
    while (bytes() > this.#maxBytes) dropped.push(kept.shift()!);
    this.#kept = kept;
    for (const borrower of this.#borrowers) {
      if (kept.includes(cells)) borrower.onTaken(cells);
      for (const each of dropped) if (each !== cells) borrower.onDropped(each);
    }
  }

  /** Choose columns, the smallest first, whose combinations cannot take more than the bytes that there may be. */
  #smallestColumns(): readonly string[] {
    const { facts, members } = this.#version;
    const sizes = members.flatMap(({ counts }, at) => {
      if (facts.dimensions[at]!.inline) return [];
      return [{ name: codeColumn(at), size: counts.reduce((used, count) => used + Number(count > 0), 0) }];
    });
    const chosen = ["source"];
    let cells = Math.max(1, facts.sources.length);
    for (const { name, size } of sizes.toSorted((a, b) => a.size - b.size)) {
      if (cells * Math.max(1, size) * cellBytes(chosen.length + 1, facts.measures.length) > this.#maxBytes) break;
      cells *= Math.max(1, size);
      chosen.push(name);
    }
    return chosen;
  }
}
