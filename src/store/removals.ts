import type { Dataset } from "./dataset.js";

/** Who could read a dataset. */
export type Visibility = Pick<Dataset, "private" | "managers">;

/**
 * When datasets were last taken from their readers: dropped, or shown to others than before. What is left does not
 * tell, and nobody may be told of what they could not read.
 */
export class Removals {
  readonly #opened = new Date();
  /** The last removal of what had one visibility. */
  readonly #last = new Map<string, { readonly was: Visibility; readonly at: Date }>();

  /** Compare a dataset before and after a change. */
  note(before: Dataset | undefined, after: Dataset | undefined): void {
    if (!before) return;
    const key = describe(before);
    if (after && describe(after) === key) return;
    // Readers are told whole seconds: to those who looked earlier in this one, the removal has to be later.
    const at = new Date(Math.ceil(Date.now() / 1000) * 1000);
    this.#last.set(key, { was: { private: before.private, managers: before.managers }, at });
  }

  /** The last removal of what someone could read; that before the start is not known, so never before the start. */
  last(couldRead: (was: Visibility) => boolean): Date {
    return [...this.#last.values()].reduce(
      (last, { was, at }) => (at > last && couldRead(was) ? at : last),
      this.#opened,
    );
  }
}

function describe({ private: isPrivate, managers }: Visibility): string {
  return isPrivate ? JSON.stringify(managers.toSorted()) : "public";
}
