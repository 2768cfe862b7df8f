import { phraseText } from "../../core/errors/phrase-text.js";
import { hasWord } from "../../core/model/words/find-words.js";
import { type Phase, PHASES, readPhases } from "../../core/model/words/phases.js";
import type { Definition } from "./column-uses.js";
import { type ModelColumn, type ModelColumns, nameDerived, textReader } from "./model-columns.js";
import { addedByUnpivot } from "./repair.js";
import type { Suggestion } from "./suggestion.js";

/** Suggest the phases of amounts, and a phase for each column whose values are the phases of rows. */
export function suggestPhases(model: ModelColumns): readonly Suggestion[] {
  const ofAmounts = suggestForAmounts(model.columns);
  return [...(ofAmounts ? [ofAmounts] : []), ...model.columns.flatMap((column) => suggestPhase(model, column) ?? [])];
}

function suggestForAmounts(columns: readonly ModelColumn[]): Suggestion | null {
  const measures = columns.filter(({ kind }) => kind === "measure");
  const phases = readPhases(measures.map(({ column }) => column));
  const found = measures.flatMap((each) => {
    const phase = phases.get(each.column) ?? null;
    return phase === null ? [] : [{ each, phase }];
  });
  if (new Set(found.map(({ phase }) => phase)).size < 2) return null;
  return {
    kind: "phase",
    column: found[0]!.each.column,
    label: phraseText("say_phases_of_amounts"),
    reason: phraseText("headings_of_phases"),
    examples: found.map(({ each, phase }) =>
      phraseText("values_mean", { values: each.column, parts: phraseText(`part_${phase}`) }),
    ),
    isDefault: true,
    added: [],
    set: found.map(({ each, phase }) => [each.field, { phase }]),
    hierarchies: [],
  };
}

function suggestPhase({ analysis, mapping }: ModelColumns, column: ModelColumn): Suggestion | null {
  const { values: cells } = column.analysis;
  const read = textReader(column);
  if (!cells || !read || cells.length < 2) return null;
  const phases = [...readPhases(cells)];
  const known = phases.filter((each): each is [string, Phase] => each[1] !== null);
  const order = PHASES.filter((phase) => known.some(([, each]) => each === phase));
  const others = phases.flatMap(([cell, phase]) => (phase === null ? [[cell, cell] as const] : []));
  const isTurned = addedByUnpivot(analysis.table ?? null).headings.includes(column.column);
  // Commitments are no phase of the same money, and stay what they are.
  const isOther = (cell: string): boolean => hasWord(cell, "commitment") || isTurned;
  if (order.length < 2 || !others.every(([cell]) => isOther(cell))) return null;
  const meaning = { role: "phase", order, default: order.at(-1)! };
  const described = {
    kind: "phase",
    column: column.column,
    label: phraseText("tell_phases", { label: column.label }),
    reason: phraseText("values_of_phases", { parts: phraseText(`part_${meaning.default}`) }),
    examples: order.map((phase) => {
      const its = known.filter(([, each]) => each === phase).map(([cell]) => cell);
      return phraseText("values_mean", { values: its.join(", "), parts: phraseText(`part_${phase}`) });
    }),
    isDefault: isTurned,
    hierarchies: [],
  } as const;
  if (others.length === 0 && known.every(([cell, phase]) => read(cell) === phase)) {
    return column.attribute === null || column.attribute === "name"
      ? { ...described, added: [], set: [[column.field, meaning]] }
      : null;
  }
  const values = Object.fromEntries([...known, ...others].map(([cell, phase]) => [read(cell), phase]));
  const definition = { type: "derived", label: "Phase", from: column.reference, values, facet: true, ...meaning };
  const isSame = ({ role, from }: Definition): boolean => role === "phase" && from === column.reference;
  return { ...described, added: [[nameDerived(mapping, "phase", isSame), definition]], set: [] };
}
