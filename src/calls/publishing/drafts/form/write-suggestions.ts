import type { Definition } from "../../../../sources/analysis/column-uses.js";
import { listSuggestions } from "../../../../sources/analysis/list-suggestions.js";
import { accept, isAccepted, reject, type Suggestion, suggestionId } from "../../../../sources/analysis/suggestion.js";
import type { TableAnalysis } from "../../../../sources/analysis/table-analysis.js";
import type { ModelForm } from "./model-form.js";

/**
 * Write the suggestions of a form into a document whose columns are written already. Those that stay keep what was
 * edited in them; they follow fields that have other names now.
 * @param before the document that the form was read from
 */
export function writeSuggestions<T extends Definition>(
  before: Definition,
  written: T,
  { suggestions: choices = [], date }: Pick<ModelForm, "suggestions" | "date">,
  analysis: TableAnalysis,
): T {
  const had = listSuggestions(analysis, before, date).filter((each) => isAccepted(before, each));
  const accepted = new Set(had.map(suggestionId));
  const areSame = JSON.stringify(before.mapping) === JSON.stringify(written.mapping);
  if (areSame && choices.every(({ id, isAccepted: now }) => accepted.has(id) === now)) return written;
  for (const { id, isAccepted: now } of choices) {
    if (now) accepted.add(id);
    else accepted.delete(id);
  }
  const bare = had.reduce((document, each) => reject(document, { ...each, set: [] }), written);
  return listSuggestions(analysis, bare, date).reduce(
    (document, each) =>
      !accepted.has(suggestionId(each))
        ? reject(document, each)
        : isAccepted(document, each)
          ? document
          : accept(document, withEdits(each, before)),
    bare,
  );
}

/** Return a suggestion with the definitions that a document has for it; only their references stay as suggested. */
function withEdits(suggestion: Suggestion, { mapping, hierarchies }: Definition): Suggestion {
  const edited = (name: string, own: Definition, among: unknown, reference: string): readonly [string, Definition] => {
    const known = (among as Definition | undefined)?.[name] as Definition | undefined;
    return [name, { ...own, ...known, [reference]: own[reference] }];
  };
  return {
    ...suggestion,
    added: suggestion.added.map(([name, own]) => edited(name, own, mapping, "from")),
    hierarchies: suggestion.hierarchies.map(([name, own]) => edited(name, own, hierarchies, "levels")),
  };
}
