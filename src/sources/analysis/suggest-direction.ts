import { phraseText } from "../../core/errors/phrase-text.js";
import { type Direction, DIRECTIONS, readDirections } from "../../core/model/words/directions.js";
import type { Definition } from "./column-uses.js";
import { type ModelColumn, type ModelColumns, nameDerived, textReader } from "./model-columns.js";
import type { Suggestion } from "./suggestion.js";

/** Pages split one direction at a time, and spending at first. */
const MEANING = { role: "direction", default: "expenditure" } as const;

/**
 * Suggest a direction for each column whose values say that rows are revenue or expenditure. The first of those that
 * leave no doubt is accepted from the start: the sum of both has no meaning.
 */
export function suggestDirections(model: ModelColumns): readonly Suggestion[] {
  const found = model.columns.flatMap((column) => suggestDirection(model, column) ?? []);
  const chosen = found.find(({ isDefault }) => isDefault);
  return found.map((each) => (each === chosen ? each : { ...each, isDefault: false }));
}

function suggestDirection({ mapping }: ModelColumns, column: ModelColumn): Suggestion | null {
  const { values: cells } = column.analysis;
  const read = textReader(column);
  const found = cells && read ? readDirections(column.column, cells) : null;
  if (!cells || !read || !found) return null;
  const known = [...found.directions].filter((each): each is [string, Direction] => each[1] !== null);
  const others = cells.filter((cell) => found.directions.get(cell) === null);
  const described = {
    kind: "direction",
    column: column.column,
    label: phraseText("tell_directions", { label: column.label }),
    reason: phraseText("values_of_directions"),
    examples: DIRECTIONS.toReversed().map((direction) => {
      const its = known.filter(([, each]) => each === direction).map(([cell]) => cell);
      return phraseText("values_mean", { values: its.join(", "), parts: phraseText(`part_${direction}`) });
    }),
    isDefault: found.isSure,
    hierarchies: [],
  } as const;
  if (known.every(([cell, direction]) => read(cell) === direction)) {
    return column.attribute === null || column.attribute === "name"
      ? { ...described, added: [], set: [[column.field, MEANING]] }
      : null;
  }
  const values = [...known, ...others.map((cell) => [cell, cell] as const)].map(([cell, to]) => [read(cell), to]);
  const definition: Definition = {
    type: "derived",
    label: "Direction",
    from: column.reference,
    values: Object.fromEntries(values),
    facet: true,
    ...MEANING,
  };
  const isSame = ({ role, from }: Definition): boolean => role === "direction" && from === column.reference;
  return { ...described, added: [[nameDerived(mapping, "direction", isSame), definition]], set: [] };
}
