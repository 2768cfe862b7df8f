import { isBlank } from "../ingest/csv/blank.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { isCode, isWords } from "./column-forms.js";
import type { ColumnAnalysis, Dependency, NestedCode } from "./table-analysis.js";

/** Number of rows that are compared. */
const MAX_ROWS = 5000;
/** Maximum distance of a code from its label. */
const NEAR_LABEL = 2;
/** Maximum distance of a code from the code of the level above. */
const NEAR_PARENT = 6;
/** One contradiction is tolerated per this many rows, because labels may be misspelt. */
const TOLERANCE = 100;

/**
 * Finds codes that are unique only within the code of the level above, such as the lines of a budget that are numbered
 * anew in each chapter: the code alone has several labels, all codes down to it together have one.
 */
export class NestedCodeFinder {
  readonly #rows: CsvRecord[] = [];

  take(row: CsvRecord): void {
    if (this.#rows.length < MAX_ROWS) this.#rows.push(row);
  }

  /** @param dependencies the columns that determine another one alone */
  finish(columns: readonly ColumnAnalysis[], dependencies: readonly Dependency[]): readonly NestedCode[] {
    const determined = new Set(dependencies.map(({ from, to }) => `${from} ${to}`));
    const codes = columns.filter((column) => isCode(column) && column.distinct >= 2);
    const found = new Map<number, NestedCode>();
    const isPair = (a: number, b: number): boolean => determined.has(`${a} ${b}`) && determined.has(`${b} ${a}`);
    const isLabel = ({ index, type }: ColumnAnalysis): boolean =>
      type.kind === "text" &&
      ([...found.values()].some(({ label }) => label === index) ||
        codes.some((code) => code.index < index && isPair(code.index, index)));
    for (const code of codes) {
      const labels = columns
        .filter((label) => isWords(label) && label !== code && distance(label, code) <= NEAR_LABEL)
        .toSorted((a, b) => distance(a, code) - distance(b, code) || b.index - a.index);
      if (labels.some((label) => determined.has(`${code.index} ${label.index}`))) continue;
      const parents = codes
        .filter((each) => each.index < code.index && distance(each, code) <= NEAR_PARENT && !isLabel(each))
        .toReversed();
      const nested = this.#findNested(code, labels, parents, found);
      if (nested) found.set(code.index, nested);
    }
    return [...found.values()];
  }

  #findNested(
    code: ColumnAnalysis,
    labels: readonly ColumnAnalysis[],
    parents: readonly ColumnAnalysis[],
    found: ReadonlyMap<number, NestedCode>,
  ): NestedCode | null {
    for (const label of labels) {
      for (const parent of parents) {
        if (parent === label) continue;
        const within = [...(found.get(parent.index)?.within ?? []), parent.index];
        if (this.#isNested(within, code.index, label.index)) return { within, code: code.index, label: label.index };
      }
    }
    return null;
  }

  /** True if within some codes each code has one label and each label one code, and neither suffices alone. */
  #isNested(within: readonly number[], code: number, label: number): boolean {
    return (
      this.#determine([...within, code], label) &&
      this.#determine([...within, label], code) &&
      !this.#determine([code], label) &&
      !this.#determine(within, label)
    );
  }

  /** True if rows that agree on some columns agree on another one, and enough rows repeat to tell. */
  #determine(from: readonly number[], to: number): boolean {
    const seen = new Map<string, string>();
    const most = this.#rows.length / TOLERANCE;
    let rows = 0;
    let contradictions = 0;
    for (const row of this.#rows) {
      if (from.some((at) => isBlank(row[at] ?? ""))) continue;
      rows++;
      const key = JSON.stringify(from.map((at) => row[at]));
      const value = row[to] ?? "";
      const known = seen.get(key);
      if (known === undefined) seen.set(key, value);
      else if (known !== value && ++contradictions > most) return false;
    }
    return rows > 0 && seen.size * 2 <= rows;
  }
}

function distance(one: ColumnAnalysis, other: ColumnAnalysis): number {
  return Math.abs(one.index - other.index);
}
