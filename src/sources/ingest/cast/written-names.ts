import type { Value } from "../../../core/model/values/value.js";

/** The names of members as rows have them, where they are not in NFC. */
export class WrittenNames {
  readonly #names = new WeakMap<readonly Value[], string>();
  #isEmpty = true;

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  note(member: readonly Value[], name: string): void {
    this.#names.set(member, name);
    this.#isEmpty = false;
  }

  /** Return the name that rows gave to a member; `null` if it is the member's own. */
  nameOf(member: readonly Value[]): string | null {
    return this.#names.get(member) ?? null;
  }
}
