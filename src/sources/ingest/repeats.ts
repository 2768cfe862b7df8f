import { errorText } from "../../core/errors/error-text.js";
import { countText } from "../../core/errors/phrase-text.js";
import type { RepeatedRow, RepeatRules, TakenRow } from "../../core/engine/storage.js";
import type { SourceRow } from "../../core/engine/source-row.js";
import type { Model } from "../../core/model/cube.js";
import { addDecimals, type Decimal, decimalText } from "../../core/model/values/decimal.js";

/** Maximum number of replaced rows that the warning shows. */
const SHOWN = 3;

/**
 * The rows of a source that have the same key as an earlier one, or as an entry of another source: counted, added up, or
 * refused.
 */
export class Repeats {
  readonly #model: Model;
  readonly #refuse: ((row: number, message: string) => void) | null;
  readonly #repeated: Replaced;
  readonly #taken: Replaced;

  /** @param refuse called with each row to refuse; `null`: the last row of a key replaces those before */
  constructor(model: Model, refuse: ((row: number, message: string) => void) | null) {
    this.#model = model;
    this.#refuse = refuse;
    this.#repeated = new Replaced(model);
    this.#taken = new Replaced(model);
  }

  /** Rules for the builder of the rows. */
  get rules(): RepeatRules {
    const isRefused = this.#refuse !== null;
    return {
      keepFirst: isRefused,
      keepOthers: isRefused,
      onRepeat: (row) => this.#note(row),
      onTaken: (row) => this.#take(row),
    };
  }

  /**
   * Describe the replaced rows and the amount that they leave out; no sentence if there are none.
   * @param rows number of rows that were written
   */
  warnings(rows: number): readonly string[] {
    return [...this.#warnOfTaken(), ...this.#warnOfRepeated(rows)];
  }

  #warnOfTaken(): readonly string[] {
    const { count, amounts, examples } = this.#taken;
    if (count === 0) return [];
    const values = { key: this.#key, amounts, examples };
    return [
      count === 1
        ? errorText("entry_of_other_source_replaced", values)
        : errorText("entries_of_other_sources_replaced", { ...values, count: count.toLocaleString("en") }),
    ];
  }

  #warnOfRepeated(rows: number): readonly string[] {
    const { count, amounts, examples } = this.#repeated;
    if (count === 0) return [];
    const values = {
      rows: countText(rows, "one_row", "some_rows"),
      entries: countText(rows - count, "one_entry", "some_entries"),
      key: this.#key,
      amounts,
      examples,
    };
    return [
      count === 1
        ? errorText("row_replaced", values)
        : errorText("rows_replaced", { ...values, count: count.toLocaleString("en") }),
    ];
  }

  get #key(): string {
    return this.#model.key.map(({ name }) => name).join(", ");
  }

  #note({ entry, earlier }: RepeatedRow): void {
    const key = describeKey(this.#model, entry);
    const place = earlier.row === null ? "an earlier row" : `row ${earlier.row}`;
    if (this.#refuse) {
      this.#refuse(
        entry.row!,
        earlier.row === null
          ? errorText("key_of_earlier_row", { key })
          : errorText("key_of_another_row", { row: earlier.row, key }),
      );
      return;
    }
    this.#repeated.add(earlier.amounts, entry, `row ${entry.row} replaced ${place}`);
  }

  #take({ entry, amounts }: TakenRow): void {
    if (this.#refuse && entry.row !== undefined) {
      this.#refuse(entry.row, errorText("key_of_other_source", { key: describeKey(this.#model, entry) }));
      return;
    }
    this.#taken.add(amounts, entry, entry.row === undefined ? "one" : `row ${entry.row}`);
  }
}

/** Entries that rows replace: their number, the sums of their amounts, and the first of them. */
class Replaced {
  readonly #model: Model;
  readonly #sums: Decimal[];
  readonly #examples: string[] = [];
  count = 0;

  constructor(model: Model) {
    this.#model = model;
    this.#sums = model.measures.map(() => ({ unscaled: 0n, scale: 0 }));
  }

  get amounts(): string {
    const { dataset, measures } = this.#model;
    return measures
      .map(({ name }, at) => `${money(this.#sums[at]!, dataset.currency)}${measures.length > 1 ? ` ${name}` : ""}`)
      .join(", ");
  }

  get examples(): string {
    return `${this.#examples.join("; ")}${this.count > SHOWN ? " …" : ""}`;
  }

  add(amounts: readonly Decimal[], entry: SourceRow, what: string): void {
    this.count++;
    amounts.forEach((amount, at) => (this.#sums[at] = addDecimals(this.#sums[at]!, amount)));
    if (this.#examples.length === SHOWN) return;
    const change = amounts.map((amount, at) => `${decimalText(amount)} by ${decimalText(entry.amounts[at]!)}`);
    this.#examples.push(`${what} (${describeKey(this.#model, entry)}; ${change.join(", ")})`);
  }
}

function money(amount: Decimal, currency: string | null): string {
  return currency === null ? decimalText(amount) : `${decimalText(amount)} ${currency}`;
}

/** Describe the key of an entry: `unique_id "17", year "2009"`. */
function describeKey({ key }: Model, { members, amounts }: SourceRow): string {
  return key
    .map((field) => {
      if (field.kind === "measure") return `${field.name} ${decimalText(amounts[field.index]!)}`;
      return `${field.name} ${JSON.stringify(String(members[field.index]![field.identity.index] ?? ""))}`;
    })
    .join(", ");
}
