import { isBlank } from "../ingest/cast/blank.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import type { Budget } from "./budget.js";
import type { Dependency } from "./table-analysis.js";

/** Codes and their labels stand near each other. */
const NEAR = 3;

interface Pair extends Dependency {
  readonly seen: Map<string, string>;
  contradictions: number;
  rows: number;
}

/** Of so many rows one may contradict: labels are misspelt. */
const TOLERANCE = 100;
/** Rows after which values that hardly repeat tell nothing. */
const ENOUGH = 1000;

/** Finds columns whose values go with one value of another column each: what codes and labels are known by. */
export class DependencyFinder {
  readonly #budget: Budget;
  #pairs: readonly Pair[];

  constructor(numColumns: number, budget: Budget) {
    this.#budget = budget;
    const pairs: Pair[] = [];
    for (let from = 0; from < numColumns; from++) {
      for (let to = Math.max(0, from - NEAR); to <= Math.min(numColumns - 1, from + NEAR); to++) {
        if (from !== to) pairs.push({ from, to, seen: new Map(), contradictions: 0, rows: 0 });
      }
    }
    this.#pairs = pairs;
  }

  take(row: CsvRecord): void {
    let isAnyOver = false;
    for (const pair of this.#pairs) if (!this.#takePair(pair, row)) isAnyOver = true;
    if (isAnyOver) this.#pairs = this.#pairs.filter(({ rows }) => rows >= 0);
  }

  finish(): readonly Dependency[] {
    return this.#pairs
      .filter(({ seen, rows }) => seen.size > 1 && seen.size < rows)
      .map(({ from, to }) => ({ from, to }));
  }

  /** Whether the pair may still be one; else it is marked as none. */
  #takePair(pair: Pair, row: CsvRecord): boolean {
    const from = row[pair.from] ?? "";
    if (isBlank(from)) return true;
    const to = row[pair.to] ?? "";
    const known = pair.seen.get(from);
    pair.rows++;
    if (known === undefined) {
      const isTelling = pair.rows < ENOUGH || pair.seen.size * 2 < pair.rows;
      if (isTelling && this.#budget.take()) {
        pair.seen.set(from, to);
        return true;
      }
    } else if (known === to || ++pair.contradictions * TOLERANCE <= pair.rows) return true;
    pair.rows = -1;
    pair.seen.clear();
    return false;
  }
}
