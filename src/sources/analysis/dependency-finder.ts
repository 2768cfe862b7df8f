import { isBlank } from "../ingest/csv/blank.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import type { Budget } from "./budget.js";
import type { Dependency } from "./table-analysis.js";

/** Maximum distance of two columns: codes and their labels are near each other. */
const NEAR = 3;

interface Pair extends Dependency {
  readonly seen: Map<string, string>;
  contradictions: number;
  rows: number;
}

/** One contradiction is tolerated per this many rows, because labels may be misspelt. */
const TOLERANCE = 100;
/** Number of rows after which a column whose values hardly repeat is dropped. */
const ENOUGH = 1000;

/** Finds functional dependencies between columns, such as that of a label on its code. */
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
    let isAnyDropped = false;
    for (const pair of this.#pairs) if (!this.#takePair(pair, row)) isAnyDropped = true;
    if (isAnyDropped) this.#pairs = this.#pairs.filter(({ rows }) => rows >= 0);
  }

  finish(): readonly Dependency[] {
    return this.#pairs
      .filter(({ seen, rows }) => seen.size > 1 && seen.size < rows)
      .map(({ from, to, contradictions }) => ({ from, to, isExact: contradictions === 0 }));
  }

  /** Count a row for a pair. Return false, and mark the pair as dropped, if it cannot be a dependency. */
  #takePair(pair: Pair, row: CsvRecord): boolean {
    const from = row[pair.from] ?? "";
    if (isBlank(from)) return true;
    const to = row[pair.to] ?? "";
    const known = pair.seen.get(from);
    pair.rows++;
    if (known === undefined) {
      const isRepeating = pair.rows < ENOUGH || pair.seen.size * 2 < pair.rows;
      if (isRepeating && this.#budget.take()) {
        pair.seen.set(from, to);
        return true;
      }
    } else if (known === to || ++pair.contradictions * TOLERANCE <= pair.rows) return true;
    pair.rows = -1;
    pair.seen.clear();
    return false;
  }
}
