import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import type { Bounds } from "../../../core/engine/bounds.js";
import { gatherCells } from "../../../core/engine/collect-cells.js";
import { compareValues } from "../../../core/engine/compare.js";
import type { Reader } from "../../../core/engine/engine.js";
import { Pace } from "../../../core/engine/pace.js";
import { withReader } from "../../../core/engine/with-reader.js";
import type { Model } from "../../../core/model/cube.js";
import { referenceTo } from "../../../core/model/references.js";
import type { Value } from "../../../core/model/values/value.js";
import {
  type ClauseTarget,
  type ClauseTest,
  type Condition,
  EVERYTHING,
  filterClause,
  type ValueTest,
} from "../../../core/query/condition/condition.js";
import { type AttributeTest, listNamedClauses, type NamedClause } from "../../../core/query/condition/value-clauses.js";
import { printRange } from "../../../core/query/syntax/print.js";
import type { Range } from "../../../core/query/syntax/search-tree.js";
import type { Filtered } from "./filtered.js";
import { warnOfTextRanges } from "./text-ranges.js";
import { findNearValues, type NearValue } from "./near-values.js";

/** Maximum number of values for which similar ones are searched, and of similar values in a warning. */
const MAX_EXPLAINED = 5;
const MAX_NEAR = 5;
/** Maximum number of datasets in which similar values are searched: to look into thousands would take longer than the answer. */
const MAX_LOOKED_INTO = 100;

/** A value, a range or a clause about a field that filters name, and the datasets in which they do. */
interface Named {
  /** Reference and value, as in `region "UKX"`. */
  readonly text: string;
  readonly clauses: { readonly dataset: Filtered; readonly clause: NamedClause }[];
}

/**
 * Write the warnings about what filters name: what no entry of any dataset has, and ranges of codes that seem to be
 * numbers.
 * @param numEntries number of entries that met the filters, in all datasets
 */
export async function warnOfFilters(
  datasets: readonly Filtered[],
  numEntries: number,
  bounds: Bounds,
): Promise<readonly string[]> {
  return [...(await warnOfMissing(datasets, numEntries, bounds)), ...(await warnOfTextRanges(datasets, bounds))];
}

/**
 * Write a warning for each value, range or clause about a field that no entry of any dataset has.
 * Cost: nothing if entries were found and no filter has alternatives or exclusions; else a lookup for each value, and
 * one pass for all clauses of searches. Only if one is missing, its dimension is searched for similar values.
 */
async function warnOfMissing(
  datasets: readonly Filtered[],
  numEntries: number,
  bounds: Bounds,
): Promise<readonly string[]> {
  const pace = new Pace(bounds);
  const named = await listNamed(datasets, numEntries > 0, pace);
  if (named.length === 0) return [];
  const present = new Set<NamedClause>();
  const byDataset = new Map<Filtered, NamedClause[]>();
  for (const { dataset, clause } of named.flatMap((each) => each.clauses)) {
    const own = byDataset.get(dataset);
    if (own) own.push(clause);
    else byDataset.set(dataset, [clause]);
  }
  for await (const [dataset, clauses] of pace.over(byDataset)) {
    const found = await withReader(dataset, bounds, (reader) => findPresent(reader, clauses));
    for (const clause of found) present.add(clause);
  }
  const missing = named.filter(({ clauses }) => !clauses.some(({ clause }) => present.has(clause)));
  const warnings: string[] = [];
  for (const [at, each] of missing.entries()) {
    const remedy = at < MAX_EXPLAINED ? await findRemedy(each, bounds) : "";
    warnings.push(errorText("no_entry_has", { condition: each.text, remedy }));
  }
  return warnings;
}

/** Return the clauses that entries pass. */
async function findPresent(reader: Reader, clauses: readonly NamedClause[]): Promise<readonly NamedClause[]> {
  const isOfValue = ({ test }: NamedClause): boolean => test.on === "value";
  const [values, others] = [clauses.filter(isOfValue), clauses.filter((each) => !isOfValue(each))];
  const found = await reader.haveEntries(values.map(({ test }) => test as AttributeTest));
  // With everything as an alternative, no clause is required, so that each is counted.
  const where: Condition = { is: "any", of: [...others.map(({ test }) => filterClause(test)), EVERYTHING] };
  const counts = others.length > 0 ? await reader.countMatches(where) : [];
  return [...values.filter((_, at) => found[at]), ...others.filter((_, at) => counts[at]! > 0)];
}

/** List the values, ranges and clauses that may be missing, each once. @param areFound true if entries met all filters */
async function listNamed(datasets: readonly Filtered[], areFound: boolean, pace: Pace): Promise<readonly Named[]> {
  const named = new Map<string, Named>();
  await pace.repeat(datasets.length, (at) => {
    const dataset = datasets[at]!;
    for (const clause of listNamedClauses(dataset.filters)) {
      if (clause.isRequired && areFound) continue;
      const text = clause.written ?? writeTest(dataset.model, clause.test as AttributeTest);
      const known = named.get(text);
      if (known) known.clauses.push({ dataset, clause });
      else named.set(text, { text, clauses: [{ dataset, clause }] });
    }
  });
  return [...named.values()];
}

function writeTest(model: Model, { target: { dimension, attribute }, value }: AttributeTest): string {
  const reference = referenceTo(model, dimension, attribute);
  if (value.is === "one of") return phraseText("value_of", { reference, text: value.values[0]! });
  if (value.is === "present") return phraseText("any_value_of", { reference });
  if (value.is === "texts" && value.byBeginning && value.from && value.from === value.to) {
    return phraseText("value_of", { reference, text: value.from.at });
  }
  return phraseText("range_of", { reference, range: printRange({ is: "range", ...endsOf(value) }) });
}

function endsOf(test: Extract<ValueTest, { readonly is: "texts" | "numbers" }>): Pick<Range, "from" | "to"> {
  const [from, to] = [test.from, test.to].map((end) => end && { text: String(end.at), inclusive: end.inclusive });
  return { from: from!, to: to! };
}

/** Write the end of a warning: similar values, or the least and greatest if a range is missing. */
async function findRemedy({ clauses }: Named, bounds: Bounds): Promise<string> {
  const [{ clause: first }] = clauses as [Named["clauses"][number]];
  const { test } = first;
  if (test.on === "amount" || test.on === "id" || test.target === null) return "";
  const read = async <T>(compute: (reader: Reader, target: ClauseTarget) => Promise<readonly T[]>): Promise<T[]> => {
    const found: T[] = [];
    for await (const { dataset, clause } of new Pace(bounds).over(clauses.slice(0, MAX_LOOKED_INTO))) {
      const { target } = clause.test as typeof test;
      found.push(...(await withReader(dataset, bounds, (reader) => compute(reader, target!))));
    }
    return found;
  };
  const wanted = wantedText(test);
  if (wanted === null) return printEnds(await read((reader, target) => readEnds(reader, target, bounds)));
  const near = await read((reader, target) => findNearValues(reader, target, wanted, bounds));
  return printNear(near.toSorted((a, b) => a.edits - b.edits));
}

/** Return the text that a test wants, folded if it is of a search; `null` if it wants a range. */
function wantedText(test: Extract<ClauseTest, { readonly on: "text" | "value" }>): string | null {
  if (test.on === "value") return test.value.is === "one of" ? String(test.value.values[0]!) : null;
  const { whole } = test.text;
  return whole?.is === "same" || whole?.is === "near" ? whole.text : "";
}

function printNear(near: readonly NearValue[]): string {
  const equal = near.filter(({ edits }) => edits === 0);
  const texts = (equal.length > 0 ? equal : near).map(
    ({ value, label }) => `"${value}"${label === null ? "" : ` (${label})`}`,
  );
  const shown = [...new Set(texts)].slice(0, MAX_NEAR);
  return shown.length === 0 ? "" : phraseText("near", { known: shown.join(", ") });
}

/** Read the least and the greatest value of an attribute; nothing if it has none, or more than one query may group by. */
async function readEnds(reader: Reader, { dimension, attribute }: ClauseTarget, bounds: Bounds): Promise<Value[]> {
  if ((await reader.countMembers(dimension)) >= bounds.maxCells) return [];
  const ends: Value[] = [];
  for (const descending of [false, true]) {
    const { cells } = await gatherCells(
      await reader.aggregate({
        filters: [],
        keys: [{ dimension, attribute }],
        measures: [],
        order: [{ by: "key", key: 0, attribute, descending }],
        first: 0,
        limit: 1,
      }),
    );
    // The column of an attribute has values, not members.
    ends.push(...((cells.keys[0] ?? []) as readonly Value[]).filter((value) => value !== null));
  }
  return ends;
}

function printEnds(ends: readonly Value[]): string {
  const sorted = ends.toSorted((a, b) => compareValues(a, b));
  const [least, greatest] = [sorted[0], sorted.at(-1)];
  if (least === undefined) return "";
  return phraseText("least_and_greatest", { least: String(least), greatest: String(greatest) });
}
