import type { CellError } from "./cell-error.js";

/** The part of an error by which it is grouped. */
type Grouped = Pick<CellError, "column" | "attribute" | "value" | "message">;

/** Errors of one column and kind. */
export interface ErrorGroup<E extends Grouped = CellError> {
  readonly count: number;
  /** The first of them; at least one. */
  readonly first: readonly E[];
}

/** Number of errors that a group holds. */
const EXAMPLES = 5;
/** Maximum number of groups; the errors of further ones belong to none. */
const MAX_GROUPS = 1000;

/** Groups of errors that are alike, in the order of their first ones. Memory is bounded, however many errors there are. */
export class ErrorGroups<E extends Grouped = CellError> {
  readonly #groups = new Map<string, { readonly first: E[]; count: number }>();
  /** Kinds of errors without a value by all that they say: a file may have one such error in each row. */
  readonly #kinds = new Map<string, string>();

  add(error: E): void {
    const kind = this.#kindOf(error);
    const group = this.#groups.get(kind);
    if (group) {
      group.count++;
      if (group.first.length < EXAMPLES) group.first.push(error);
    } else if (this.#groups.size < MAX_GROUPS) this.#groups.set(kind, { first: [error], count: 1 });
  }

  #kindOf(error: E): string {
    if (error.value !== null && error.value !== "") return kindOf(error);
    const said = `${error.column}\n${error.attribute}\n${error.message}`;
    const known = this.#kinds.get(said);
    if (known !== undefined) return known;
    const kind = kindOf(error);
    if (this.#kinds.size < MAX_GROUPS) this.#kinds.set(said, kind);
    return kind;
  }

  list(): readonly ErrorGroup<E>[] {
    return [...this.#groups.values()];
  }
}

/** Group a list of errors. */
export function groupErrors<E extends Grouped>(errors: readonly E[]): readonly ErrorGroup<E>[] {
  const groups = new ErrorGroups<E>();
  for (const error of errors) groups.add(error);
  return groups.list();
}

/** Count the errors of groups. */
export function countGrouped(groups: readonly Pick<ErrorGroup, "count">[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

/** Return a text that is equal for errors of the same column and kind: the message without values and numbers. */
function kindOf({ column, attribute, value, message }: Grouped): string {
  const kind = (value === null ? message : message.replace(value, "")).replace(/\d+/g, "");
  return JSON.stringify([column, attribute, kind]);
}
