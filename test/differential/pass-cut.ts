import type { Entry } from "#src/core/engine/entry.js";
import { passesValue } from "#src/core/engine/match-value.js";
import type { Condition } from "#src/core/query/condition/condition.js";
import { readValueOf } from "../reference/view.js";

/** True if an entry meets the condition of a cut. */
export function passesCut(condition: Condition, entry: Entry): boolean {
  switch (condition.is) {
    case "all":
      return condition.of.every((part) => passesCut(part, entry));
    case "any":
      return condition.of.some((part) => passesCut(part, entry));
    case "not":
      return !passesCut(condition.of, entry);
    case "clause": {
      const { test } = condition;
      if (test.on !== "value") throw new TypeError("A cut tests values");
      const { dimension, attribute } = test.target;
      return passesValue(test.value, readValueOf(entry.members[dimension.index]?.values ?? [], dimension, attribute));
    }
  }
}
