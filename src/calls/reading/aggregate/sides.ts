import type { Bounds } from "../../../core/engine/bounds.js";
import type { AggregateResult, Reader } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import type { Measure, Model, Note, UnitedPart } from "../../../core/model/cube.js";
import { didYouMean, joinAnd } from "../../../core/model/nearest.js";
import { isMoneyMeasure } from "../../../core/model/spending.js";
import { addDecimals } from "../../../core/model/values/decimal.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import type { AggregateQuery, Key } from "../../../core/query/aggregate/query.js";
import type { Condition } from "../../../core/query/condition/condition.js";
import { listNamedClauses } from "../../../core/query/condition/value-clauses.js";
import { translateCuts, translateFilters, translateQuery } from "../../../core/union/translate-query.js";
import type { Dataset } from "../../../store/dataset.js";
import type { Context } from "../../context.js";
import type { Filtered } from "../lookup/filtered.js";
import { asUnion, nameDatasets, type Union } from "../lookup/find-union.js";
import { warnOfFilters } from "../lookup/missing-values.js";
import { warnOfAddedMembers } from "./additivity.js";
import { excludesNote } from "./excludes-note.js";
import { planNotes, type PlannedNotes } from "./notes.js";
import { sumUnmapped, type Unmapped } from "./unmapped.js";
import { warnOfDifferences } from "./union-warnings.js";

type SideQuery = Pick<BoundAggregate, "query" | "cuts">;

/** @throws InvalidQuery if amounts of different currencies would be added up */
export function refuseCurrencies(dataset: Dataset, measures: readonly Measure[]): void {
  const union = asUnion(dataset);
  if (!union || !measures.some(isMoneyMeasure)) return;
  const named = new Map<string, string[]>();
  for (const { model } of union.parts) {
    const { currency, name } = model.dataset;
    const known = named.get(currency ?? "none");
    if (known) known.push(name);
    else named.set(currency ?? "none", [name]);
  }
  if (named.size < 2) return;
  const said = [...named].map(([currency, names]) => `${nameDatasets(names)} in ${currency}`);
  throw new InvalidQuery(`dataset: ${errorText("currencies_of_datasets_differ", { currencies: joinAnd(said) })}`);
}

/** Write the warnings about one side of an aggregation. @param sumsOf keys of sums that figures add up beside the cells */
export async function remarkSide(
  context: Context,
  dataset: Dataset,
  { query, cuts }: SideQuery,
  reader: Reader,
  { numEntries, renamed = [] }: Pick<AggregateResult, "numEntries" | "renamed">,
  bounds: Bounds,
  sumsOf: readonly (readonly Key[])[] = [],
): Promise<readonly string[]> {
  const missing = [
    ...warnOfDatasets(dataset, query.filters),
    ...(await warnOfFilters(listFiltered(dataset, query.filters), numEntries, bounds)),
  ];
  const summed = await remarkSums(context, dataset, { query, cuts }, reader, bounds, sumsOf);
  return [...missing, ...summed, ...renamed.map((sentence) => `The datasets have different labels: ${sentence}`)];
}

/** Write a warning for each name of a dataset in the cuts of a union that none of its datasets has. */
function warnOfDatasets(dataset: Dataset, filters: readonly Condition[]): readonly string[] {
  const union = asUnion(dataset);
  if (!union) return [];
  const { parts, datasets } = union.model.united;
  return listNamedClauses(filters).flatMap(({ test }) => {
    if (test.on !== "value" || test.target.dimension !== datasets || test.value.is !== "one of") return [];
    const known = parts.map(({ name, model }) =>
      test.target.attribute === datasets.identity ? name : model.dataset.label,
    );
    if (test.value.values.some((value) => known.includes(String(value)))) return [];
    const name = String(test.value.values[0]);
    return [errorText("no_dataset_called", { name, remedy: didYouMean(name, known) })];
  });
}

/** Write the warnings about what one side of an aggregation adds up. @param sumsOf as of `remarkSide` */
export async function remarkSums(
  context: Context,
  dataset: Dataset,
  { query, cuts }: SideQuery,
  reader: Reader,
  bounds: Bounds,
  sumsOf: readonly (readonly Key[])[] = [],
): Promise<readonly string[]> {
  const union = asUnion(dataset);
  if (!union) return warnOfAddedMembers(reader, { query, cuts }, dataset.model.dimensions, bounds, sumsOf);
  const parts = listParts(union, query.filters);
  const added: string[] = [];
  for (const { part, dataset: own } of parts) {
    const keysOf = (keys: readonly Key[]): readonly Key[] =>
      translateQuery(union.model.united, part, { ...query, keys })!.query.keys;
    const side = {
      query: translateQuery(union.model.united, part, query)!.query,
      cuts: translateCuts(part, cuts),
    };
    const warnings = await withReader(own, bounds, (partReader) =>
      warnOfAddedMembers(partReader, side, own.model.dimensions, bounds, sumsOf.map(keysOf)),
    );
    added.push(...warnings.map((sentence) => `"${part.name}": ${sentence}`));
  }
  return [...(await warnOfDifferences(context, parts, bounds)), ...added];
}

/** List the datasets that a query reads, each with its own filters. */
export function listFiltered(dataset: Dataset, filters: readonly Condition[]): readonly Filtered[] {
  const union = asUnion(dataset);
  if (!union) return [{ model: dataset.model, engine: dataset.engine, filters }];
  return listParts(union, filters).map(({ dataset: { model, engine }, filters: own }) => ({
    model,
    engine,
    filters: own,
  }));
}

function listParts(union: Union, filters: readonly Condition[]) {
  const { united } = union.model;
  return united.parts.flatMap((part, at) => {
    const own = translateFilters(united, part, filters);
    return own ? [{ part, dataset: union.parts[at]!, filters: own }] : [];
  });
}

/** Sum what no derived dimension of an aggregation has a member for, as `sumUnmapped` does. */
export async function sumSideUnmapped(
  dataset: Dataset,
  reader: Reader,
  query: AggregateQuery,
  result: AggregateResult,
  bounds: Bounds,
): Promise<Unmapped | null> {
  const union = asUnion(dataset);
  if (!union) return sumUnmapped(reader, query, result);
  const all: (Unmapped & { readonly name: string })[] = [];
  for (const [at, part] of union.model.united.parts.entries()) {
    const own = translateQuery(union.model.united, part, query);
    if (!own) continue;
    const found = await withReader(union.parts[at]!, bounds, async (partReader) =>
      sumUnmapped(partReader, own.query, await partReader.aggregate(own.query)),
    );
    if (found) all.push({ ...found, name: part.name });
  }
  const [first, ...others] = all;
  if (!first) return null;
  const whole = others.reduce(
    (sum, { numEntries, totals }): Unmapped => ({
      numEntries: sum.numEntries + numEntries,
      totals: sum.totals.map((total, measure) => addDecimals(total, totals[measure]!)),
    }),
    first as Unmapped,
  );
  const { numEntries, totals } = whole;
  return { numEntries, totals, datasets: all.filter((each) => each.numEntries > 0) };
}

/** Plan the notes of an aggregation: of a union those of each dataset, with its label. */
export function planSideNotes(dataset: Dataset, bound: BoundAggregate): PlannedNotes | null {
  const union = asUnion(dataset);
  if (!union) return planNotes(dataset.model, bound);
  const { united } = union.model;
  const isSplit = [...bound.query.keys, ...bound.cuts].some(({ dimension }) => dimension === united.datasets);
  const notes = united.parts.flatMap((part) => {
    const filters = translateFilters(united, part, bound.query.filters);
    if (!filters) return [];
    const own = part.model.notes.filter((note) => !excludesNote(filters, part.model.dimensions, note));
    return own.map((note) => nameNote(part, note, isSplit ? united.datasets.name : null));
  });
  const numbered = notes.map((note, id) => ({ ...note, id }));
  // Each dataset's filters were tested above.
  return planNotes(withNotes(union.model, numbered), { ...bound, query: { ...bound.query, filters: [] } });
}

/** Write a note as one of the union. @param datasets dimension that tells the datasets apart; `null` if cells do not */
function nameNote({ name, model, dimensionOf }: UnitedPart, note: Note, datasets: string | null): Note {
  const nameOf = (own: string): string =>
    [...dimensionOf].find(([, dimension]) => dimension.name === own)?.[0].name ?? own;
  const on = note.on.map((cut) => ({ ...cut, dimension: nameOf(cut.dimension) }));
  const only = datasets === null ? [] : [{ dimension: datasets, attribute: "name", values: [name] }];
  return { ...note, text: `${model.dataset.label}: ${note.text}`, on: [...only, ...on] };
}

function withNotes(model: Model, notes: readonly Note[]): Model {
  return { ...model, notes };
}
