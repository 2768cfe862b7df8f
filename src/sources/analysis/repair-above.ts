import { phraseText } from "../../core/errors/phrase-text.js";
import { isBlank } from "../ingest/csv/blank.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { isAmountHeading } from "./headings.js";
import type { RawColumn } from "./raw-column.js";
import type { Repair } from "./repair.js";
import { shorten } from "./shorten.js";

/** A column whose blank cells may mean the same as the cell above. */
interface Group {
  filled: number;
  last: string;
  /** True if a filled cell repeats the last one, or the first cell is blank: then blank cells mean nothing. */
  isOther: boolean;
  example: string;
}

/** Finds columns that are filled only where a group of rows begins. */
export class GroupFinder {
  readonly #groups: readonly Group[];
  #rows = 0;

  constructor(columns: number) {
    this.#groups = Array.from({ length: columns }, () => ({ filled: 0, last: "", isOther: false, example: "" }));
  }

  /** @param row of the file */
  take(record: CsvRecord, row: number): void {
    let isNew = false;
    for (let at = 0; at < this.#groups.length; at++) {
      const group = this.#groups[at]!;
      const cell = record[at] ?? "";
      if (isBlank(cell)) {
        if (this.#rows === 0) group.isOther = true;
        if (group.example === "" && group.last !== "")
          group.example = phraseText("line_cell", { line: row, cell: shorten(group.last) });
        continue;
      }
      group.filled++;
      // Within a new group of the column before, a name may come again.
      const text = cell.trim();
      if (text === group.last && !isNew) group.isOther = true;
      group.last = text;
      isNew = true;
    }
    this.#rows++;
  }

  /**
   * Propose to repeat the texts of the first columns, if they are filled in at most half of the rows, and columns of texts
   * and of amounts behind them in all.
   */
  repair(header: readonly string[], columns: readonly RawColumn[]): readonly Repair[] {
    const places: number[] = [];
    for (const [at, group] of this.#groups.entries()) {
      if (group.filled === this.#rows) break;
      const areAmounts = columns[at]!.isNumbers && (columns[at]!.hasFractions || isAmountHeading(header[at]!));
      if (group.isOther || group.filled * 2 > this.#rows || areAmounts) return [];
      places.push(at);
    }
    const behind = this.#groups.flatMap(({ filled }, at) => (at >= places.length && filled === this.#rows ? [at] : []));
    const [numbers, texts] = [true, false].map((are) => behind.filter((at) => columns[at]!.isNumbers === are).length);
    if (places.length === 0 || this.#rows < 4 || numbers === 0 || texts === 0) return [];
    const names = places.map((at) => header[at]!);
    const blank = places.reduce((sum, at) => sum + this.#rows - this.#groups[at]!.filled, 0);
    return [
      {
        kind: "above",
        label: phraseText("read_blank_as_above", { names: names.map((name) => JSON.stringify(name)).join(" and ") }),
        reason: phraseText("blank_below_filled", { count: blank }),
        examples: places.flatMap((at) => this.#groups[at]!.example || []).slice(0, 3),
        table: { fill_down: names },
        certainty: "doubtful",
      },
    ];
  }
}
