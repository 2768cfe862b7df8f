import { nextSecond } from "./change-time.js";
import type { Dataset } from "./dataset.js";

/** The facts that decide which users may read a dataset. */
export type Visibility = Pick<Dataset, "private" | "managers">;

/**
 * The times when datasets were last removed from readers: dropped, or made visible to other users than before. The
 * remaining datasets do not show this. It is kept by visibility, so that users learn nothing of datasets hidden from
 * them.
 */
export class Removals {
  readonly #opened = new Date();
  /** The last removal for each visibility. */
  readonly #last = new Map<string, { readonly was: Visibility; readonly at: Date }>();

  /** Record a removal if a change of a dataset is one. */
  note(before: Dataset | undefined, after: Dataset | undefined): void {
    if (!before) return;
    const key = describe(before);
    if (after && describe(after) === key) return;
    const at = nextSecond();
    this.#last.set(key, { was: { private: before.private, managers: before.managers }, at });
  }

  /**
   * Return the time of the last removal of a dataset that a reader could read; at the earliest, the program's start.
   */
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
