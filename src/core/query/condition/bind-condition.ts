import { errorText } from "../../errors/error-text.js";
import type { Model } from "../../model/cube.js";
import { referenceTo } from "../../model/references.js";
import { foldText } from "../text/fold-text.js";
import { makeTextTest, makeValueTest, type Wanted } from "../text/make-test.js";
import { passesText } from "../text/text-test.js";
import { bindCalendar } from "./bind-calendar.js";
import { bindAmount, bindNumber, bindRange, bindTexts, isPresent, refuseDigits } from "./bind-value.js";
import { type ClauseTest, type Condition, EVERYTHING, NOTHING, type TestedClause } from "./condition.js";
import { fieldKey, findField, isName, type SearchField } from "./field.js";
import { printRange, printSearch } from "../syntax/print.js";
import { numberLeaves, type Range, type SearchTree, visitParts } from "../syntax/search-tree.js";

/** Findings while binding a search to several models. */
export interface BindingNotes {
  /** Names of fields that at least one model has. */
  readonly known: Set<string>;
  /** Warnings about clauses that are valid but cannot match. */
  readonly warnings: Set<string>;
  /** Clauses about attributes that a model reads, and those about datasets that the one of a model meets. */
  readonly read: Set<SearchTree>;
  /** Sentences about clauses of dates and numbers that a model cannot read. */
  readonly refused: Map<SearchTree, readonly string[]>;
  /** Names of datasets that a model's does not have. */
  readonly unmet: Map<SearchTree, string>;
}

/**
 * Bind a search to a model. Clauses about a field that the model does not have match nothing.
 * @param tree `null`: all entries match
 */
export function bindCondition(model: Model, tree: SearchTree | null, notes: BindingNotes): Condition {
  if (tree === null) return EVERYTHING;
  return bind({ model, field: null, boost: 1, notes, leaves: numberLeaves(tree) }, tree) ?? NOTHING;
}

/** List the names of all fields in a search. */
export function fieldsIn(tree: SearchTree | null): ReadonlySet<string> {
  const names = new Set<string>();
  if (tree) visitParts(tree, (part) => part.is === "in" && names.add(part.field));
  return names;
}

interface Place {
  readonly model: Model;
  /** Name of the field that clauses refer to; `null`: any text. */
  readonly field: string | null;
  readonly boost: number;
  readonly notes: BindingNotes;
  readonly leaves: ReadonlyMap<SearchTree, number>;
}

/** Bind a part of a search. @returns `null` if it has no meaning, like punctuation in place of words */
function bind(place: Place, tree: SearchTree): Condition | null {
  switch (tree.is) {
    case "all":
    case "any":
      return bindGroup(place, tree.is, tree.of);
    case "must":
      return bind(place, tree.of);
    case "not": {
      const of = bind(place, tree.of);
      return of && { is: "not", of };
    }
    case "boost":
      return bind({ ...place, boost: place.boost * tree.by }, tree.of);
    case "in":
      return bind({ ...place, field: tree.field }, tree.of);
    case "everything":
      return EVERYTHING;
    default:
      return bindClause(place, tree);
  }
}

/**
 * Bind a group. Negated parts are excluded and required parts must match; others are alternatives, or only add to
 * relevance.
 */
function bindGroup(place: Place, is: "all" | "any", of: readonly SearchTree[]): Condition | null {
  const [required, excluded, others]: [Condition[], Condition[], Condition[]] = [[], [], []];
  for (const part of of) {
    const condition = bind(place, part);
    if (!condition) continue;
    const group = part.is === "not" ? excluded : part.is === "must" || is === "all" ? required : others;
    group.push(condition);
  }
  if (required.length + excluded.length + others.length === 0) return null;
  if (others.length > 0) required.push({ is: "any", of: required.length > 0 ? [...others, EVERYTHING] : others });
  const all = [...required, ...excluded];
  return all.length === 1 ? all[0]! : { is: "all", of: all };
}

function bindClause(place: Place, tree: Wanted | Range): Condition | null {
  const { model, field: name, notes } = place;
  if (name === null) return bindBare(place, tree);
  const field = findField(model, name);
  if (!field) return NOTHING;
  notes.known.add(name);
  const bound = bindField(model, field, tree, notes);
  if (typeof bound === "boolean") return bound ? EVERYTHING : NOTHING;
  // Wildcards and fuzzy words look for what may not be there.
  if (tree.is !== "range" && literalOf(tree) === null) return clause(place, tree, bound);
  return { ...clause(place, tree, bound), written: `${nameField(model, field)} ${printWanted(tree)}` };
}

function nameField(model: Model, field: SearchField): string {
  return field.is === "attribute" ? referenceTo(model, field.dimension, field.attribute) : fieldKey(field);
}

function printWanted(tree: Wanted | Range): string {
  if (tree.is === "range") return `in ${printRange(tree)}`;
  return tree.is === "phrase" ? `"${tree.text}"` : `"${printSearch(tree)}"`;
}

function bindBare(place: Place, tree: Wanted | Range): Condition | null {
  if (tree.is === "range") {
    place.notes.warnings.add(errorText("range_without_field"));
    return NOTHING;
  }
  if (isPresent(tree)) return EVERYTHING;
  const text = makeTextTest(tree);
  if (text) return clause(place, tree, { on: "text", target: null, text });
  place.notes.warnings.add(errorText("nothing_to_search_for"));
  return null;
}

/** Bind a clause about a field. @returns true or false if it holds for all entries or for none */
function bindField(model: Model, field: SearchField, tree: Wanted | Range, notes: BindingNotes): ClauseTest | boolean {
  const { warnings } = notes;
  const warn = (sentence: string): false => {
    warnings.add(sentence);
    return false;
  };
  if (field.is === "dataset") {
    if (tree.is === "range") return warn(errorText("dataset_takes_no_range"));
    const isMet = isPresent(tree) || passesText(makeValueTest(tree, false), foldText(model.dataset.name));
    const wanted = literalOf(tree);
    if (isMet) notes.read.add(tree);
    else if (wanted !== null) notes.unmet.set(tree, wanted);
    return isMet;
  }
  if (field.is === "measure") {
    if (isPresent(tree)) return true;
    const amounts = bindAmount(tree);
    return typeof amounts === "string"
      ? warn(`${field.measure.name}: ${amounts}`)
      : { on: "amount", measure: field.measure, amounts };
  }
  if (field.is === "id") {
    if (isPresent(tree)) return true;
    return { on: "id", id: tree.is === "range" ? bindTexts(tree) : makeValueTest(tree, true) };
  }
  const target = { dimension: field.dimension, attribute: field.attribute };
  if (isPresent(tree)) return { on: "value", target, value: { is: "present" } };
  const literal = tree.is === "range" ? tree : literalOf(tree);
  const calendar = literal === null ? null : bindCalendar(target, literal);
  const digits = literal === null ? [] : refuseDigits(field.attribute, literal);
  const errors = calendar?.is === "refused" ? calendar.errors : digits;
  if (errors.length > 0) {
    notes.refused.set(tree, errors);
    return false;
  }
  notes.read.add(tree);
  if (calendar && calendar.is !== "refused") {
    if (calendar.is === "range") return { on: "value", target, value: calendar.test };
    return { on: "text", target, text: makeValueTest({ is: "phrase", text: calendar.value }, isName(field)) };
  }
  if (tree.is !== "range" && field.attribute.type !== "number") {
    return { on: "text", target, text: makeValueTest(tree, isName(field)) };
  }
  const value = tree.is === "range" ? bindRange(target, tree) : bindNumber(tree);
  return typeof value === "string" ? warn(`${nameField(model, field)}: ${value}`) : { on: "value", target, value };
}

/** Return the text of a phrase or of a word without wildcards; `null` for others. */
function literalOf(wanted: Wanted): string | null {
  if (wanted.is === "phrase") return wanted.text;
  if (wanted.is === "fuzzy") return null;
  const [text, ...more] = wanted.pieces;
  return typeof text === "string" && more.length === 0 ? text : null;
}

function clause({ boost, leaves }: Place, tree: SearchTree, test: ClauseTest): TestedClause {
  return { is: "clause", test, boost, leaf: leaves.get(tree)! };
}
