import type { Kernel } from "../../kernel/kernel.js";
import type { Selection } from "../../kernel/query/query.js";
import type { RowBitmap } from "../../kernel/query/table.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Condition, TestedClause } from "../../../core/query/condition/condition.js";
import { simplifyCondition } from "../../../core/query/condition/simplify.js";
import { dimensionOf } from "../select/split-filters.js";
import { type SearchedTable, selectCut } from "./select-clause.js";
import type { SelectedClauses } from "./selected-clauses.js";

/** Maximum bytes of selections that wait to be joined. */
const MAX_WAITING_BYTES = 2 ** 24;

type Group = Extract<Condition, { readonly is: "all" | "any" }>;

/**
 * Translate a condition into a selection of the kernel. Selections of a group are joined as soon as they take many
 * bytes; then a bitmap stands for all of them.
 */
export function selectCondition(
  kernel: Kernel,
  searched: SearchedTable,
  clauses: SelectedClauses,
  condition: Condition,
): Selection {
  return new ConditionSelector(kernel, searched, clauses).select(simplifyCondition(condition));
}

class ConditionSelector {
  readonly #kernel: Kernel;
  readonly #searched: SearchedTable;
  readonly #clauses: SelectedClauses;

  constructor(kernel: Kernel, searched: SearchedTable, clauses: SelectedClauses) {
    this.#kernel = kernel;
    this.#searched = searched;
    this.#clauses = clauses;
  }

  select(condition: Condition): Selection {
    this.#searched.pace.check();
    const dimension = dimensionOf(condition);
    if (dimension) return selectCut(this.#searched, { dimension, condition });
    switch (condition.is) {
      case "not":
        return { op: "not", of: this.select(condition.of) };
      case "clause":
        return this.#clauses.select([condition]);
      default:
        return this.#join(condition);
    }
  }

  /** Join the parts of a group, groups first: while these are selected, nothing but a bitmap waits. */
  #join(group: Group): Selection {
    const { groups, clauses } = splitParts(group);
    const joined = new JoinedSelection(this.#kernel, this.#searched, group.is === "all" ? "and" : "or");
    for (const part of groups) {
      if (joined.isDecided) break;
      joined.settle();
      joined.add(this.select(part));
    }
    for (const together of clauses) {
      if (joined.isDecided) break;
      joined.add(this.#clauses.select(together));
    }
    return joined.finish();
  }
}

/** Split a group into other parts, and clauses that are selected together: all texts of alternatives. */
function splitParts({ is, of }: Group): {
  readonly groups: readonly Condition[];
  readonly clauses: readonly (readonly TestedClause[])[];
} {
  const groups: Condition[] = [];
  const texts: TestedClause[] = [];
  const clauses: TestedClause[][] = [];
  const byDimension = new Map<Dimension, Condition[]>();
  for (const part of of) {
    const dimension = dimensionOf(part);
    if (dimension) byDimension.set(dimension, [...(byDimension.get(dimension) ?? []), part]);
    else if (part.is !== "clause") groups.push(part);
    else if (is === "any" && part.test.on === "text") texts.push(part);
    else clauses.push([part]);
  }
  for (const parts of byDimension.values()) groups.push(parts.length === 1 ? parts[0]! : { is, of: parts });
  if (texts.length > 0) clauses.push(texts);
  return { groups, clauses };
}

/** Selections of a group that are joined bit by bit. */
class JoinedSelection {
  readonly #kernel: Kernel;
  readonly #searched: SearchedTable;
  readonly #op: "and" | "or";
  #waiting: Selection[] = [];
  #bytes = 0;
  #rows: RowBitmap | null = null;

  constructor(kernel: Kernel, searched: SearchedTable, op: "and" | "or") {
    this.#kernel = kernel;
    this.#searched = searched;
    this.#op = op;
  }

  /** True if no further part can change the result. */
  get isDecided(): boolean {
    return this.#rows !== null && this.#rows.count === (this.#op === "and" ? 0 : this.#searched.table.rows);
  }

  add(selection: Selection): void {
    this.#waiting.push(selection);
    this.#bytes += bytesOf(selection);
    if (this.#bytes > MAX_WAITING_BYTES) this.settle();
  }

  /** Join all parts that wait. */
  settle(): void {
    if (this.#waiting.length === 0) return;
    const { table, pace } = this.#searched;
    const rows = this.#kernel.selectRows(table.segments, this.#selection, pace.deadline);
    this.#waiting = [];
    this.#bytes = 0;
    this.#rows = rows;
  }

  finish(): Selection {
    return this.#selection;
  }

  get #selection(): Selection {
    const of = this.#rows ? [{ op: "rows", rows: this.#rows } as const, ...this.#waiting] : this.#waiting;
    return of.length === 1 ? of[0]! : { op: this.#op, of };
  }
}

/** Return the bytes that a selection holds. */
function bytesOf(selection: Selection): number {
  switch (selection.op) {
    case "cut":
      return "pass" in selection.cut ? selection.cut.pass.byteLength : 0;
    case "rows":
      return "words" in selection.rows
        ? selection.rows.words.reduce((sum, { byteLength }) => sum + byteLength, 0)
        : selection.rows.rows.byteLength;
    case "not":
      return bytesOf(selection.of);
    default:
      return selection.of.reduce((sum, each) => sum + bytesOf(each), 0);
  }
}
