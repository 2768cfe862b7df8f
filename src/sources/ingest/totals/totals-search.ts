import { parseDecimal } from "../../../core/model/values/numbers.js";
import { isError, type NumberFormat } from "../../../core/model/values/value.js";
import { areNoDay, numbersOfDate } from "../../../core/model/values/calendar.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import { type LeftOutRule, type TableRules, turnedRows } from "../../../core/model/table-rules.js";
import { readPlainAmount } from "../cast/plain-amount.js";
import { isBlank } from "../csv/blank.js";
import { planUnits } from "../csv/clean-cells.js";
import { planLeavingOut } from "../csv/leave-out.js";
import type { CsvRecord } from "../csv/record-parser.js";
import { inUnits, type SearchedRow, type StatedTotal } from "./total-row.js";
import { type ColumnRelation, RelationFinder } from "./column-relations.js";
import { CountedTally, type CountedRows } from "./counted-rows.js";
import { type FoundTotals, TotalsFinder } from "./totals-finder.js";

/** A column of a file that holds amounts. */
export interface SearchedColumn {
  /** Position in the file. */
  readonly at: number;
  readonly heading: string;
  readonly numbers: NumberFormat;
}

/** Totals that a file states, and the columns in which it does. */
export interface FileTotals extends FoundTotals {
  readonly columns: readonly string[];
  /** Headings of the columns of texts. */
  readonly texts: readonly string[];
  readonly relations: readonly ColumnRelation[];
  /** Rows that are left out and that the totals of the file count nevertheless. */
  readonly counted: CountedRows;
}

/** Maximum number of columns that are compared as texts. */
const MAX_TEXTS = 30;

/** Searches the records of a file for rows that are sums of others. */
export class TotalsSearch {
  readonly #columns: readonly SearchedColumn[];
  readonly #texts: readonly number[];
  /** Leading blanks of the texts of most rows. */
  readonly #noIndents: readonly number[];
  readonly #ruleFor: (record: CsvRecord) => number;
  /** Rules whose rows the totals of the file count. */
  readonly #countedRuleFor: (record: CsvRecord) => number;
  readonly #counted: CountedTally;
  readonly #finder: TotalsFinder;
  readonly #relations: RelationFinder;
  readonly #headings: readonly string[];
  readonly #empty: ReadonlySet<string>;
  readonly #unit: (cell: string) => string;
  /** Factors of the columns; `null` for 1. */
  readonly #factors: readonly (Decimal | null)[];

  /**
   * @param header of the file
   * @param rules of the table; those for totals have no effect
   * @param findsRelations true to look for columns that repeat others
   */
  constructor(
    header: readonly string[],
    columns: readonly SearchedColumn[],
    rules: TableRules | null,
    findsRelations = false,
  ) {
    const amounts = new Set(columns.map(({ at }) => at));
    this.#columns = columns;
    this.#texts = header.flatMap((_, at) => (amounts.has(at) ? [] : [at])).slice(0, MAX_TEXTS);
    this.#noIndents = this.#texts.map(() => 0);
    this.#headings = this.#texts.map((at) => header[at]!);
    this.#relations = new RelationFinder(findsRelations ? columns.map(({ heading }) => heading) : []);
    this.#finder = new TotalsFinder(columns.length, this.#texts.length);
    const leaveOut = rules?.leaveOut ?? [];
    this.#ruleFor = planLeavingOut(
      leaveOut.filter((rule) => !isOfNoDays(rule)),
      header,
      rules?.empty ?? [],
    );
    this.#countedRuleFor = planLeavingOut(leaveOut.filter(isOfNoDays), header, []);
    this.#counted = new CountedTally(columns.length);
    this.#empty = new Set(rules?.empty);
    this.#unit = planUnits(rules?.units ?? []);
    this.#factors = columns.map(({ heading }) => (rules ? factorOf(heading, rules) : null));
  }

  /** @param row number of the record @param line of the file; `null` if lines cannot be counted */
  take(record: CsvRecord, row: number, line: number | null): void {
    if (record.every(isBlank) || this.#ruleFor(record) >= 0) return;
    const texts: string[] = [];
    let indents: number[] | null = null;
    for (let column = 0; column < this.#texts.length; column++) {
      const cell = record[this.#texts[column]!] ?? "";
      const first = cell.charCodeAt(0);
      texts.push(cell.trim());
      // Most cells begin with a letter or a digit of ASCII.
      if ((first > 0x20 && first < 0x80) || cell === "") continue;
      indents ??= [...this.#noIndents];
      indents[column] = cell.length - cell.trimStart().length;
    }
    const amounts: (bigint | null)[] = [];
    const filled: boolean[] = [];
    const decimals: number[] = [];
    for (const { at, numbers } of this.#columns) {
      const cell = record[at] ?? "";
      const plain = readPlainAmount(cell, numbers.decimal);
      const isFilled = !isBlank(cell) && !this.#empty.has(cell.trim());
      const amount = isFilled ? (plain ?? parseDecimal(this.#unit(cell), numbers)) : null;
      const isNumber = amount !== null && !isError(amount);
      filled.push(isFilled);
      amounts.push(isNumber ? inUnits(amount) : null);
      decimals.push(isNumber ? amount.scale : 0);
    }
    const searched: SearchedRow = { row, line, texts, indents: indents ?? this.#noIndents, amounts, filled, decimals };
    this.#relations.take(amounts);
    this.#finder.take(searched);
    if (this.#countedRuleFor(record) >= 0) this.#counted.take(searched);
  }

  finish(): FileTotals {
    const { totals, differing, entries, entryTexts } = this.#finder.finish();
    const counted = this.#counted.finish(totals);
    return {
      totals: totals.map((total) => this.#scale(total)),
      differing: differing.map((total) => this.#scale(total)),
      entries,
      entryTexts,
      columns: this.#columns.map(({ heading }) => heading),
      texts: this.#headings,
      relations: this.#relations.finish(),
      counted: { ...counted, sums: this.#scaleAmounts(counted.sums) },
    };
  }

  /** Return a total in the units of the dataset, as its sums are. */
  #scale(total: StatedTotal): StatedTotal {
    return { ...total, amounts: this.#scaleAmounts(total.amounts), sums: this.#scaleAmounts(total.sums) };
  }

  #scaleAmounts<A extends bigint | null>(amounts: readonly A[]): readonly A[] {
    return amounts.map((amount, at) => {
      const factor = this.#factors[at]!;
      return amount === null || factor === null
        ? amount
        : (((amount * factor.unscaled) / 10n ** BigInt(factor.scale)) as A);
    });
  }
}

/** Return the factor of a column of a file, or of the column that its cells get in rows; `null` for 1. */
function factorOf(heading: string, { scale, unpivot }: TableRules): Decimal | null {
  if (scale.size === 0) return null;
  const cell = unpivot?.columns.has(heading)
    ? turnedRows(unpivot).flatMap(({ columns }) => unpivot.cells.filter((_, at) => columns[at] === heading))[0]
    : heading;
  return scale.get(cell ?? heading) ?? null;
}

/** True for a rule that leaves rows out for their dates, which no calendar has: the totals of the file count them. */
function isOfNoDays(rule: LeftOutRule): boolean {
  const { values = [], begins = [] } = "column" in rule ? rule : {};
  return begins.length === 0 && values.some((text) => areNoDay(numbersOfDate(text) ?? ["", "", ""]));
}
