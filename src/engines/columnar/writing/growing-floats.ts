import type { Value } from "../../../core/model/values/value.js";
import type { FloatViews } from "../table/float-column.js";
import { GrowingBytes } from "../base/growing-bytes.js";
import { isValid } from "../base/validity.js";

/** Numbers of an attribute of a table being built, one per member. `NaN` stands for a missing number. */
export class GrowingFloats {
  readonly #memory = new GrowingBytes();
  #numbers = new Float64Array(this.#memory.buffer);
  #staged = NaN;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  read(member: number): number | null {
    const number = this.#numbers[member]!;
    return Number.isNaN(number) ? null : number;
  }

  stage(value: Value): void {
    this.#staged = (value as number | null) ?? NaN;
  }

  equalsStaged(member: number): boolean {
    return Object.is(this.#numbers[member], this.#staged);
  }

  push(): void {
    const bytes = (this.#length + 1) * 8;
    if (bytes > this.#numbers.byteLength) this.#numbers = new Float64Array(this.#memory.reserve(bytes));
    this.replace(this.#length++);
  }

  /** Append the numbers of a column. */
  pushAll({ numbers, validity }: FloatViews): void {
    numbers.forEach((number, member) => {
      this.stage(isValid(validity, member) ? number : null);
      this.push();
    });
  }

  replace(member: number): void {
    this.#numbers[member] = this.#staged;
  }
}
