import type { RepeatedRow, RepeatRules } from "../engine/storage.js";
import type { SourceRow } from "../engine/source-row.js";
import type { Model } from "../model/cube.js";
import { addDecimals, type Decimal, decimalText } from "../model/values/decimal.js";
import { describeCount } from "./report.js";

/** Maximum number of replaced rows that the warning shows. */
const SHOWN = 3;

/** The rows of a source that have the same key as an earlier one: counted, added up, or refused. */
export class Repeats {
  readonly #model: Model;
  readonly #refuse: ((row: number, message: string) => void) | null;
  readonly #leftOut: Decimal[];
  readonly #examples: string[] = [];
  #count = 0;

  /** @param refuse called with each row to refuse; `null`: the last row of a key replaces those before */
  constructor(model: Model, refuse: ((row: number, message: string) => void) | null) {
    this.#model = model;
    this.#refuse = refuse;
    this.#leftOut = model.measures.map(() => ({ unscaled: 0n, scale: 0 }));
  }

  /** Rules for the builder of the rows. */
  get rules(): RepeatRules {
    return { keepFirst: this.#refuse !== null, onRepeat: (row) => this.#note(row) };
  }

  /**
   * Describe the replaced rows and the amount that they leave out; no sentence if there are none.
   * @param rows number of rows that were written
   */
  warnings(rows: number): readonly string[] {
    if (this.#count === 0) return [];
    const { key, dataset, measures } = this.#model;
    const amounts = measures
      .map(({ name }, at) => `${money(this.#leftOut[at]!, dataset.currency)}${measures.length > 1 ? ` ${name}` : ""}`)
      .join(", ");
    return [
      `${describeCount(rows, "row", "rows")} read, ${describeCount(rows - this.#count, "entry", "entries")}: ` +
        `${describeCount(this.#count, "row was", "rows were")} replaced by a later row with the same key ` +
        `(${key.map(({ name }) => name).join(", ")}), which leaves out ${amounts}: ${this.#examples.join("; ")}` +
        `${this.#count > SHOWN ? " …" : ""}. If these are different entries, ` +
        `add a field that tells them apart to the key of the model`,
    ];
  }

  #note({ entry, earlier }: RepeatedRow): void {
    const key = describeKey(this.#model, entry);
    const place = earlier.row === null ? "an earlier row" : `row ${earlier.row}`;
    if (this.#refuse) {
      this.#refuse(
        entry.row!,
        `The row has the same key as ${place} (${key}), and every key must be unique; correct it, or add a field to the key of the model`,
      );
      return;
    }
    this.#count++;
    earlier.amounts.forEach((amount, at) => (this.#leftOut[at] = addDecimals(this.#leftOut[at]!, amount)));
    if (this.#examples.length === SHOWN) return;
    const change = earlier.amounts.map((amount, at) => `${decimalText(amount)} by ${decimalText(entry.amounts[at]!)}`);
    this.#examples.push(`row ${entry.row} replaced ${place} (${key}; ${change.join(", ")})`);
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
