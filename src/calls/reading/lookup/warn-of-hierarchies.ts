import { errorText } from "../../../core/errors/error-text.js";
import type { LevelPair, Parents } from "../../../core/engine/read-parents.js";
import type { Model } from "../../../core/model/cube.js";
import { bindHierarchies, identifyingAttribute } from "../../../core/query/aggregate/parent-levels.js";

/** Maximum number of members that a warning lists, and of characters of each. */
const MAX_LISTED = 10;
const MAX_NAME = 80;

/** Read the parents of all members of a level; `null` if there are too many to check. */
export type ReadAllParents = (levels: LevelPair) => Promise<Parents | null>;

/**
 * Write a warning for each level of a hierarchy with members that have several parents; to have none counts as one. It
 * names the first ten.
 */
export async function warnOfHierarchies(model: Model, read: ReadAllParents): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const [at, levels] of bindHierarchies(model).entries()) {
    const hierarchy = model.hierarchies[at]!;
    const references = hierarchy.levels.map(({ reference }) => reference);
    for (const [above, parent] of levels.slice(0, -1).entries()) {
      const level = levels[above + 1]!;
      const child = { dimension: level.dimension, attribute: identifyingAttribute(level) };
      const parents = await read({ child, parent });
      const [upper, lower] = [references[above]!, references[above + 1]!];
      if (!parents) {
        warnings.push(errorText("hierarchy_not_checked", { hierarchy: hierarchy.name, level: lower, parent: upper }));
      } else if (parents.ambiguous.size > 0) {
        warnings.push(warnOfAmbiguous(parents.ambiguous, { hierarchy: hierarchy.name, level: lower, parent: upper }));
      }
    }
  }
  return warnings;
}

/** Warn of members with several parents: `3 members of "subfunction" ("1", "2", "3") have more than one parent`. */
function warnOfAmbiguous(
  ambiguous: Parents["ambiguous"],
  place: {
    readonly hierarchy: string | undefined;
    readonly level: string | undefined;
    readonly parent: string | undefined;
  },
): string {
  const listed = [...ambiguous].slice(0, MAX_LISTED).map((member) => {
    const name = String(member);
    return `"${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name}"`;
  });
  const rest = ambiguous.size > listed.length ? ", …" : "";
  const values = { ...place, names: listed.join(", ") + rest };
  return ambiguous.size === 1
    ? errorText("member_with_several_parents", values)
    : errorText("members_with_several_parents", { ...values, count: ambiguous.size.toLocaleString("en") });
}
