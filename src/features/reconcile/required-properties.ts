import { foldText } from "../../core/query/text/fold-text.js";
import type { ReconciledEntity } from "./entity.js";
import type { ReconciliationQuery, RequiredProperty } from "./read-queries.js";

/** Properties whose values are names of entities. */
const NAMING = new Set(["names", "labels"]);
/** Maximum number of values that are looked for if a query has no name. */
const MAX_VALUES = 5;

/** List the names that a query looks for: its own, else the values that it wants of names and labels. */
export function namesOf({ query, properties }: ReconciliationQuery): readonly string[] {
  if (query.trim() !== "") return [query];
  return properties
    .filter(({ id }) => NAMING.has(id))
    .flatMap(({ values }) => values)
    .slice(0, MAX_VALUES);
}

/** Return whether an entity has a value of every property that a query wants. Unknown properties refine nothing. */
export function acceptingOf({ properties }: ReconciliationQuery): (entity: ReconciledEntity) => boolean {
  return (entity) => properties.every((each) => hasValue(entity, each));
}

function hasValue({ names, numEntries }: ReconciledEntity, { id, values }: RequiredProperty): boolean {
  if (NAMING.has(id)) return values.some((value) => names.has(foldText(value)));
  return id !== "num_entries" || values.includes(String(numEntries));
}
