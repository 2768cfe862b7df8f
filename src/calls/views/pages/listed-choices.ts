import { asPaid } from "./adjust-scope.js";
import { readFigure } from "./figure.js";
import type { FigureKey } from "./figure-columns.js";
import { type MemberChoice, sortMembers } from "./member-choice.js";
import type { PageScope } from "./page-scope.js";

/** A choice with the members to choose from. */
export interface ListedChoice extends MemberChoice {
  readonly label: string;
  /** The first members, in the order of the model. */
  readonly members: readonly Pick<FigureKey, "value" | "label">[];
}

/** Maximum number of members to choose from. */
const MAX_MEMBERS = 20;

/** Add the members to choose from. Cost: an aggregation for each choice. */
export async function listChoices(
  scope: PageScope,
  choices: readonly MemberChoice[],
): Promise<readonly ListedChoice[]> {
  const listed: ListedChoice[] = [];
  for (const choice of choices) {
    const { label, meaning } = scope.dataset.model.dimensions.find(({ name }) => name === choice.dimension)!;
    const { rows } = await readFigure(asPaid({ ...scope, choices: [] }), {
      drilldown: [choice.dimension],
      cuts: [],
      order: [{ field: choice.dimension, value: "asc" }],
      limit: MAX_MEMBERS,
    });
    const members = rows.flatMap(({ keys: [key] }) =>
      key!.value === null ? [] : [{ value: key!.value, label: key!.label }],
    );
    listed.push({ ...choice, label, members: sortMembers(members, meaning!) });
  }
  return listed;
}
