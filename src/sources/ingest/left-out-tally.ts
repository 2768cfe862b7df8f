import { errorText } from "../../core/errors/error-text.js";
import type { Model } from "../../core/model/cube.js";
import { addDecimals, type Decimal, decimalText } from "../../core/model/values/decimal.js";
import { isError } from "../../core/model/values/value.js";
import { isBlank } from "./csv/blank.js";
import { type AmountCaster, planAmount } from "./cast/cast-row.js";
import { shownCell } from "./cast/cell-error.js";
import type { BoundColumns } from "./csv/columns.js";
import { explainRule } from "./csv/leave-out.js";
import type { CsvRecord } from "./csv/record-parser.js";
import type { Tidy } from "./csv/tidy.js";
import { grouped } from "./totals/control.js";

/** Number of rows that a warning names. */
const EXAMPLES = 3;

interface Tallied {
  count: number;
  readonly sums: Decimal[];
  readonly examples: string[];
}

/** Counts the rows that rules of a model leave out, and adds up their amounts. */
export class LeftOutTally {
  readonly #model: Model;
  readonly #amounts: readonly AmountCaster[];
  readonly #columns: BoundColumns;
  readonly #tidy: Tidy;
  readonly #byRule = new Map<number, Tallied>();

  constructor(model: Model, columns: BoundColumns, tidy: Tidy) {
    this.#model = model;
    this.#columns = columns;
    this.#amounts = model.measures.map(({ source }) => planAmount(source, columns.positions, model));
    this.#tidy = tidy;
  }

  /** @param line of the file on which the record begins; `null` if it is not known */
  take(rule: number, record: CsvRecord, line: number | null): void {
    const tallied = this.#byRule.get(rule) ?? { count: 0, sums: this.#model.measures.map(() => ZERO), examples: [] };
    this.#byRule.set(rule, tallied);
    tallied.count++;
    for (const part of this.#tidy.rowsOf(record)) {
      this.#model.measures.forEach(({ source }, at) => {
        const cell = part[this.#columns.positions.get(source.column!)!] ?? "";
        const amount = isBlank(cell) ? ZERO : this.#amounts[at]!(part);
        if (!isError(amount)) tallied.sums[at] = addDecimals(tallied.sums[at]!, amount);
      });
    }
    if (tallied.examples.length === EXAMPLES) return;
    const cell = record.find((each) => !isBlank(each)) ?? "";
    tallied.examples.push(`${line === null ? "" : `line ${line}: `}${JSON.stringify(shownCell(cell.trim()))}`);
  }

  /** Write a warning for each rule that left rows out: how many, what they come to, and the first of them. */
  describe(): readonly string[] {
    const { measures, dataset, table } = this.#model;
    const rules = table!.leaveOut;
    return [...this.#byRule].map(([rule, { count, sums, examples }]) => {
      const amounts = sums.map((sum, at) => {
        const digits = grouped(decimalText(sum));
        const money = dataset.currency === null ? digits : `${digits} ${dataset.currency}`;
        return measures.length === 1 ? money : `${money} ${measures[at]!.name}`;
      });
      const more = count > examples.length ? " …" : "";
      const values = {
        rule: explainRule(rules[rule]!),
        amounts: amounts.join(", "),
        examples: examples.join("; ") + more,
      };
      return count === 1
        ? errorText("row_left_out", values)
        : errorText("rows_left_out", { ...values, count: count.toLocaleString("en") });
    });
  }
}

const ZERO: Decimal = { unscaled: 0n, scale: 0 };
