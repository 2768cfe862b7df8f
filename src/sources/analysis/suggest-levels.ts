import { phraseText } from "../../core/errors/phrase-text.js";
import { joinedHeadings } from "../../core/model/joined-columns.js";
import { isCode } from "./column-forms.js";
import { columnUses, type ColumnUse, type Definition } from "./column-uses.js";
import { type ModelColumns, nameDerived } from "./model-columns.js";
import { fieldNameOf } from "./name-fields.js";
import type { Suggestion } from "./suggestion.js";
import type { CodeLevel, ColumnAnalysis } from "./table-analysis.js";

/** A dimension of codes. */
interface CodeDimension {
  readonly field: string;
  readonly label: string;
  /** Reference to the codes. */
  readonly reference: string;
  /** Headings of its columns: those of the codes above first, if the code is joined with them. */
  readonly headings: readonly string[];
  /** Analysis of the last of them. */
  readonly analysis: ColumnAnalysis;
  /** True if the cells become texts as they are. */
  readonly areTexts: boolean;
}

/** A code has at least so many times as many members as one that is above it. */
const GROWTH = 1.2;

/**
 * Suggest hierarchies of codes: of several columns, where each code has one code above it, and of one column whose codes
 * begin with those of the levels above.
 */
export function suggestLevels(model: ModelColumns): readonly Suggestion[] {
  const dimensions = codeDimensions(model);
  const above = new Map(dimensions.map((each) => [each, findParent(each, dimensions, model)]));
  const chainOf = (lowest: CodeDimension): readonly CodeDimension[] => {
    const chain: CodeDimension[] = [];
    for (let each: CodeDimension | null = lowest; each && !chain.includes(each); each = above.get(each) ?? null)
      chain.unshift(each);
    return chain;
  };
  const parents = new Set(above.values());
  return dimensions.flatMap((lowest) => {
    const chain = chainOf(lowest);
    const byCode = suggestByCode(model, chain);
    // The levels by code have those of other columns among them.
    const isByCode = byCode?.added.every(([name]) => name in model.mapping) ?? false;
    const ofColumns = chain.length > 1 && !parents.has(lowest) && !isByCode ? suggestChain(model, chain) : null;
    return [...(ofColumns ? [ofColumns] : []), ...(byCode ? [byCode] : [])];
  });
}

function codeDimensions({ analysis, mapping }: ModelColumns): readonly CodeDimension[] {
  const found = new Map(analysis.columns.map((column) => [column.heading, column]));
  return columnUses(mapping).flatMap((use): readonly CodeDimension[] => {
    const { kind, attribute, field, column, fieldDefinition } = use;
    if (kind !== "attribute" && attribute !== "name") return [];
    const headings = found.has(column) ? [column] : (joinedHeadings(column) ?? [column]);
    const last = found.get(headings.at(-1)!);
    if (!last || !isCode(last) || last.distinct < 2 || (last.distinct * 2 > last.filled && !areConfirmed(last.levels)))
      return [];
    const label = typeof fieldDefinition.label === "string" ? fieldDefinition.label : field;
    const reference = attribute === null ? field : `${field}.${attribute}`;
    return [{ field, label, reference, headings, analysis: last, areTexts: hasTexts(use) }];
  });
}

/** True for levels of which rows state the sums. */
function areConfirmed(levels: readonly CodeLevel[] = []): boolean {
  return levels.length > 0 && levels.every(({ labels }) => labels !== undefined);
}

function hasTexts({ definition: { datatype } }: ColumnUse): boolean {
  return datatype === undefined || datatype === "string";
}

/** Find the level that is next above a dimension: of several, the one with the most members. */
function findParent(
  child: CodeDimension,
  dimensions: readonly CodeDimension[],
  { analysis: { dependencies } }: ModelColumns,
): CodeDimension | null {
  const determines = (from: ColumnAnalysis, to: ColumnAnalysis): boolean =>
    dependencies.some((each) => each.from === from.index && each.to === to.index && each.isExact !== false);
  const isParent = (each: CodeDimension): boolean => {
    if (each === child) return false;
    const [upper, lower] = [each.analysis, child.analysis];
    if (child.headings.length > 1 || each.headings.length > 1) return isJoinedBelow(each, child);
    if (!determines(lower, upper)) return false;
    const isAbove = upper.index < lower.index && !determines(upper, lower);
    return startWith(lower, upper) || (isAbove && upper.distinct * GROWTH <= lower.distinct);
  };
  const found = dimensions.filter(isParent);
  return (
    found.toSorted((a, b) => b.analysis.distinct - a.analysis.distinct || b.headings.length - a.headings.length)[0] ??
    null
  );
}

/** True if the columns of a dimension are the first of those that another one joins. */
function isJoinedBelow({ headings: upper }: CodeDimension, { headings: lower }: CodeDimension): boolean {
  return upper.length === lower.length - 1 && upper.every((heading, at) => heading === lower[at]);
}

/** True if each code of a column is longer than one of another column, and begins with it. */
function startWith(lower: ColumnAnalysis, upper: ColumnAnalysis): boolean {
  const [codes, starts] = [lower.values ?? lower.samples, upper.values ?? upper.samples];
  return codes.every((code) => starts.some((start) => code.length > start.length && code.startsWith(start)));
}

/** True if the codes of a column are the first characters of others. */
function isLevel(upper: ColumnAnalysis, { length, members, samples }: CodeLevel): boolean {
  const { values } = upper;
  if (values) return values.every((value) => value.length === length) && samples.every((each) => values.includes(each));
  return upper.distinct === members && samples.every((each, at) => upper.samples[at] === each);
}

function suggestChain({ analysis: { isWhole } }: ModelColumns, chain: readonly CodeDimension[]): Suggestion {
  const [top, lowest] = [chain[0]!, chain.at(-1)!];
  return {
    kind: "hierarchy",
    column: lowest.headings.at(-1)!,
    label: phraseText("show_as_levels", { labels: chain.map(({ label }) => `“${label}”`).join(" › ") }),
    reason: phraseText("code_of_level_above"),
    examples: chain.map(({ headings, analysis }) =>
      phraseText("members_such_as", { heading: headings.at(-1), count: analysis.distinct, values: shown(analysis) }),
    ),
    // Rows that were not read may have another parent.
    isDefault: isWhole,
    added: [],
    set: [],
    hierarchies: [
      [nameOf(lowest), { label: sharedStart(chain) || top.label, levels: chain.map(({ field }) => field) }],
    ],
  };
}

/** Suggest the levels that the first characters of a code make, where no column has them already. */
function suggestByCode({ mapping }: ModelColumns, chain: readonly CodeDimension[]): Suggestion | null {
  const lowest = chain.at(-1)!;
  const { field, label, reference, analysis, areTexts, headings } = lowest;
  const { levels = [] } = analysis;
  const columnOf = (level: CodeLevel): CodeDimension | undefined => chain.find((each) => isLevel(each.analysis, level));
  const own = levels.filter((level) => !columnOf(level));
  const highest = Math.max(0, ...levels.filter(columnOf).map(({ length }) => length));
  const missing = own.filter(({ length }) => length > highest);
  if (missing.length === 0 || !areTexts || headings.length > 1) return null;
  const derived = missing.map((level) => {
    const number = levels.indexOf(level) + 1;
    const definition: Definition = {
      type: "derived",
      label: `${label}, level ${number}`,
      from: reference,
      ...valuesOf(level),
      ...(level.labels && Object.keys(level.labels).length > 0 ? { labels: level.labels } : {}),
    };
    const isSame = ({ from, prefix, values }: Definition): boolean =>
      from === reference && JSON.stringify({ prefix, values }) === JSON.stringify(valuesOf(level));
    return [nameDerived(mapping, `${field}_level_${number}`, isSame), definition] as const;
  });
  // A column above that is not a beginning of the code need not be the only one above a beginning.
  const above = chain.slice(0, -1).filter((each) => levels.some((level) => isLevel(each.analysis, level)));
  const columns = above.map((each) => each.field);
  const names = derived.map(([name]) => name);
  return {
    kind: "levels",
    column: headings[0]!,
    label: phraseText("group_by_beginning", { label }),
    reason: areConfirmed(missing) ? phraseText("sums_of_beginnings") : phraseText("codes_of_classification"),
    examples: missing.map(describeLevel),
    isDefault: areConfirmed(missing),
    added: derived,
    set: [],
    hierarchies: [[nameOf(lowest), { label, levels: [...columns, ...names, field] }]],
  };
}

/** Return how the members of a level follow from the codes. */
function valuesOf({ length, memberOf }: CodeLevel): Definition {
  return memberOf ? { values: memberOf } : { prefix: length };
}

function describeLevel(level: CodeLevel): string {
  const { length, memberOf, members: count } = level;
  const values = shown(level);
  if (memberOf) return phraseText("first_characters_or_fewer", { length, count, values });
  return length === 1
    ? phraseText("first_character", { count, values })
    : phraseText("first_characters", { length, count, values });
}

function nameOf({ field }: CodeDimension): string {
  return fieldNameOf(field);
}

/** Return the word with which the labels of all levels begin, without its number: `COFOG` of `COFOG 1` and `COFOG 2`. */
function sharedStart(chain: readonly CodeDimension[]): string {
  let shared = chain[0]!.label;
  for (const { label } of chain) while (!label.startsWith(shared)) shared = shared.slice(0, -1);
  const word = shared.replace(/[\s_.-]*(level|ebene|nivel|niveau)?[\s_.-]*$/i, "");
  const areNumbered = chain.every(({ label }) => /^[\s_.-]*([a-z]+[\s_.-]*)?\d/i.test(label.slice(word.length)));
  return areNumbered && word.length > 2 ? word : "";
}

function shown({ samples }: Pick<CodeLevel, "samples">): string {
  return samples.slice(0, 3).join(", ");
}
