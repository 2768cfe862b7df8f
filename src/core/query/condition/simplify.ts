import { clauseKey } from "./clause-key.js";
import { type Condition, EVERYTHING, NOTHING } from "./condition.js";

/**
 * Return a condition that the same entries meet, with each part of a group once. Boosts are not kept: of clauses that
 * test the same, the first stays. Groups within groups of the same kind are joined, and parts that all or no entries
 * meet are left out.
 */
export function simplifyCondition(condition: Condition): Condition {
  return new Simplifier().simplify(condition).condition;
}

interface Numbered {
  readonly condition: Condition;
  /** Number that equal conditions share. */
  readonly number: number;
}

class Simplifier {
  readonly #byKey = new Map<string, Numbered>();
  /** Conditions that are simple already. */
  readonly #simple = new Map<Condition, Numbered>();

  simplify(condition: Condition): Numbered {
    const known = this.#simple.get(condition);
    if (known) return known;
    switch (condition.is) {
      case "clause":
        return this.#number(clauseKey(condition.test), condition);
      case "not":
        return this.#negate(this.simplify(condition.of));
      default:
        return this.#join(
          condition.is,
          condition.of.map((part) => this.simplify(part)),
        );
    }
  }

  #negate({ condition, number }: Numbered): Numbered {
    if (condition.is === "not") return this.simplify(condition.of);
    if (isConstant(condition)) return this.#join(condition.is === "all" ? "any" : "all", []);
    return this.#number(`not ${number}`, { is: "not", of: condition });
  }

  #join(is: "all" | "any", of: readonly Numbered[]): Numbered {
    const parts = new Map<number, Condition>();
    for (const { condition, number } of of) {
      if (condition.is === is) {
        for (const part of condition.of) parts.set(this.simplify(part).number, part);
      } else if (isConstant(condition)) {
        // All entries meet one part of "any", or none meets one of "all".
        return this.#join(condition.is, []);
      } else {
        parts.set(number, condition);
      }
    }
    if (parts.size === 1) return this.simplify([...parts.values()][0]!);
    const joined: Condition = { is, of: [...parts.values()] };
    const key = `${is} ${[...parts.keys()].toSorted((a, b) => a - b).join()}`;
    return this.#number(key, parts.size > 0 ? joined : is === "all" ? EVERYTHING : NOTHING);
  }

  #number(key: string, condition: Condition): Numbered {
    let known = this.#byKey.get(key);
    if (!known) {
      this.#byKey.set(key, (known = { number: this.#byKey.size, condition }));
      this.#simple.set(condition, known);
    }
    return known;
  }
}

/** True for a group without parts, which all entries meet or none. */
function isConstant(condition: Condition): condition is Extract<Condition, { is: "all" | "any" }> {
  return (condition.is === "all" || condition.is === "any") && condition.of.length === 0;
}
