import { asPaid } from "./adjust-scope.js";
import { findReference } from "../../../core/model/references.js";
import { parseAgainst, type ParsedAgainst, printAgainst } from "../../../core/query/aggregate/figure-request.js";
import { parameters } from "../../../core/query/parameters.js";
import type { Clause } from "../../../core/query/clauses.js";
import type { FiscalYear, Model } from "../../../core/model/cube.js";
import { type CutClause, isPlainCut } from "../../../core/query/syntax/cut-clause.js";
import { type Dataset, publicVersions, summarizeVersion } from "../../../store/dataset.js";
import { nameVersion, withoutVersion } from "../../../store/version-name.js";
import type { Context } from "../../context.js";
import { compareWithMeasure, type ExploreState, MEASURE_SIDE, stateErrors, yearBefore } from "./explore-state.js";
import { nameFiscal, readFiscalYear } from "./fiscal-years.js";
import { readFigure } from "./figure.js";
import { joinPhrases, type SaidPhrase, phrase } from "./phrase.js";
import { nameCut } from "./sides.js";
import type { PageScope } from "./page-scope.js";
import { referenceKey } from "./reference-key.js";

/** Another side to compare a state with. */
export interface Comparison {
  /** Value of the parameter `against`; with a prefix, another measure. */
  readonly value: string;
  readonly label: SaidPhrase;
  /** List that it is in: of a kind, or of the members of a dimension. */
  readonly group: "dataset" | "version" | "year" | "measure" | { readonly dimension: string };
  /** Languages of another dataset. */
  readonly languages?: readonly string[];
}

/** Maximum numbers of members of one dimension, of years, of datasets and of versions to choose from. */
const MAX_MEMBERS = 12;
const MAX_YEARS = 30;
const MAX_DATASETS = 20;
const MAX_VERSIONS = 10;

/** List the years, members and datasets that a state can be compared with. Cost: an aggregation for each cut. */
export async function listComparisons(
  scope: PageScope,
  state: ExploreState,
  years: readonly string[],
  others: readonly Dataset[],
  siblings: readonly CutSiblings[],
): Promise<readonly Comparison[]> {
  const { cuts, drilldown } = state;
  const found: Comparison[] = [];
  const before = yearBefore(cuts);
  const fiscal = await readFiscalYear(scope);
  const { model } = scope.dataset;
  const drilled = new Set(drilldown.map((each) => referenceKey(model, each)));
  for (const [at, cut] of cuts.entries()) {
    if (drilled.has(referenceKey(model, cut.field))) continue;
    if (/^(?:time\.)?year$/.test(cut.field)) found.push(...listYears(cut, years, before, fiscal));
    else if (isPlainCut(cut)) found.push(...listSides(model, cut, siblings[at]!));
  }
  found.push(...listMeasures(model, state));
  found.push(...listOtherVersions(scope.dataset));
  const datasets = others.map(({ model: { dataset } }) => ({
    value: printAgainst({ dataset: dataset.name, clauses: [] }),
    label: dataset.label,
    group: "dataset" as const,
    languages: dataset.languages,
  }));
  const all = [...new Map([...found, ...datasets].map((each) => [each.value, each])).values()];
  return all.filter(({ value }) => canCompare(scope, state, value, others));
}

/** True if the call answers a comparison: other datasets may lack a dimension or a measure. */
function canCompare(
  { context, dataset: { model } }: PageScope,
  state: ExploreState,
  value: string,
  others: readonly Dataset[],
): boolean {
  const measured = compareWithMeasure(model, state.measures, value);
  if (measured !== null)
    return stateErrors(context, model, { ...state, against: null, measures: measured }, model).length === 0;
  const against = parseAgainst(parameters([["against", value]]), []);
  const other = others.find(({ model: each }) => each.dataset.name === against?.dataset)?.model ?? model;
  return stateErrors(context, model, { ...state, against }, other).length === 0;
}

/** List the newest versions that a version can be compared with, of those that everybody may read. */
function listOtherVersions(dataset: Dataset): readonly Comparison[] {
  const { model, number } = dataset;
  const others = publicVersions(dataset).filter((each) => each.number !== number);
  return others.slice(0, MAX_VERSIONS).map((version) => ({
    value: printAgainst({
      dataset: nameVersion(withoutVersion(model.dataset.name), version.number),
      clauses: [],
    }),
    label: phrase(version.note ? "versionOfNote" : "versionOf", {
      number: String(version.number),
      day: version.since.toISOString().slice(0, 10),
      note: version.note ?? "",
    }),
    group: "version",
  }));
}

/** List the public datasets that amounts of a dataset can be compared with, by name. */
export function listOtherDatasets({ catalog }: Pick<Context, "catalog">, { model }: Dataset): readonly Dataset[] {
  const { name, currency } = model.dataset;
  const others = catalog.list().filter((other) => {
    if (other.private) return false;
    const { metadata } = summarizeVersion(other);
    return metadata.name !== name && metadata.currency === currency;
  });
  const nameOf = (dataset: Dataset): string => summarizeVersion(dataset).metadata.name;
  const alike: Dataset[] = [];
  for (const other of others.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    if (alike.length === MAX_DATASETS) break;
    if (model.measures.every((measure) => other.model.measures.some((each) => each.name === measure.name)))
      alike.push(other);
  }
  return alike;
}

/** Name the other side of a comparison: what differs in it. @param other the dataset that `against` names */
export async function labelOther(scope: PageScope, against: ParsedAgainst, other: Dataset): Promise<SaidPhrase> {
  const clauses = await Promise.all(
    against.clauses.map((cut) =>
      cut.value === "*" && !cut.excluded ? labelAll(scope, cut) : nameCut({ ...scope, dataset: other }, cut),
    ),
  );
  const { label } = other.model.dataset;
  const version = other.isFixed ? [phrase("inVersion", { number: String(other.number) })] : [];
  const dataset = against.dataset === null ? [] : [label, ...version];
  return joinPhrases([...dataset, ...clauses]);
}

function labelAll({ dataset }: PageScope, { field }: CutClause): SaidPhrase {
  return phrase("allOf", { dimension: findReference(dataset.model, field)?.dimension.label ?? field });
}

function listYears(
  cut: CutClause,
  years: readonly string[],
  before: Clause | null,
  fiscal: FiscalYear | null,
): readonly Comparison[] {
  const option = (year: string, label: SaidPhrase): Comparison => ({
    value: printAgainst({ dataset: null, clauses: [{ field: cut.field, value: year }] }),
    label,
    group: "year",
  });
  const others = years.filter((year) => year !== cut.value && year !== before?.value).slice(-MAX_YEARS);
  const previous =
    before && years.includes(before.value)
      ? [option(before.value, phrase("yearBefore", { year: nameFiscal(fiscal, before.value) }))]
      : [];
  return [...previous, ...others.toReversed().map((year) => option(year, nameFiscal(fiscal, year)))];
}

/** The largest members beside the one that a cut selects; empty for other cuts, and those of time. */
export type CutSiblings = readonly { readonly value: string; readonly label: string }[];

/** List for each cut the members that it could select instead. Cost: an aggregation for each cut. */
export function readSiblings(scope: PageScope, cuts: readonly CutClause[]): Promise<readonly CutSiblings[]> {
  return Promise.all(cuts.map((cut) => readOthers(scope, cut, cuts)));
}

async function readOthers(scope: PageScope, cut: CutClause, cuts: readonly CutClause[]): Promise<CutSiblings> {
  const found = findReference(scope.dataset.model, cut.field);
  if (!found || found.dimension.kind === "date" || !isPlainCut(cut)) return [];
  const { rows } = await readFigure(asPaid({ ...scope, choices: [] }), {
    drilldown: [cut.field],
    cuts: cuts.filter((each) => each !== cut),
    limit: MAX_MEMBERS + 1,
  });
  const members = rows.flatMap(({ keys: [key] }) =>
    key!.value === null || key!.value === cut.value ? [] : [{ value: key!.value, label: key!.label || key!.value }],
  );
  return members.slice(0, MAX_MEMBERS);
}

function listSides(model: Model, cut: Clause, siblings: CutSiblings): readonly Comparison[] {
  const { dimension } = findReference(model, cut.field)!;
  const option = (value: string, label: SaidPhrase): Comparison => ({
    value: printAgainst({ dataset: null, clauses: [{ field: cut.field, value }] }),
    label,
    group: { dimension: dimension.label },
  });
  const all =
    dimension.meaning?.additive === false ? [] : [option("*", phrase("allOf", { dimension: dimension.label }))];
  return [...all, ...siblings.map(({ value, label }) => option(value, label))];
}

/** List the measures in the same unit as the one that a state shows. */
function listMeasures({ measures }: Model, state: ExploreState): readonly Comparison[] {
  const own = measures.find(({ name }) => name === state.measures[0]);
  if (!own) return [];
  const others = measures.filter(({ name, unit }) => name !== own.name && unit === own.unit);
  return others.map(({ name, label }) => ({ value: `${MEASURE_SIDE}${name}`, label, group: "measure" }));
}
