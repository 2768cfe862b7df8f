import type { Selection } from "../../kernel/query/query.js";
import type { TestedClause, Condition } from "../../query/condition/condition.js";

/** Translate a condition into a selection of the kernel. */
export function selectCondition(condition: Condition, select: (clause: TestedClause) => Selection): Selection {
  switch (condition.is) {
    case "all":
      return { op: "and", of: condition.of.map((part) => selectCondition(part, select)) };
    case "any":
      return { op: "or", of: condition.of.map((part) => selectCondition(part, select)) };
    case "not":
      return { op: "not", of: selectCondition(condition.of, select) };
    case "clause":
      return select(condition);
  }
}
