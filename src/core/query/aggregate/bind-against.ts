import { phraseText } from "../../errors/phrase-text.js";
import { errorText } from "../../errors/error-text.js";
import type { Attribute, Dimension, Measure, Model } from "../../model/cube.js";
import { readCalendarValue } from "../../model/calendar-values.js";
import { isError } from "../../model/values/value.js";
import type { Range } from "../syntax/search-tree.js";
import { fixesPart } from "../../model/calendar-rules.js";
import { findReference, referenceTo, lookUpAttribute } from "../../model/references.js";
import { bindCuts } from "../condition/bind-cuts.js";
import { bindModelText } from "../condition/bind-text.js";
import { type CutClause, printCuts } from "../syntax/cut-clause.js";
import type { Against } from "./figures.js";
import type { BoundTerms } from "./bind-term.js";
import type { Key, Statistic } from "./query.js";
import type { FigureRequest, ParsedAgainst } from "./figure-request.js";
import type { AggregateRequest } from "./request.js";

/**
 * Bind the other side of a comparison: the same query, with every cut on the attributes that `against` names replaced by
 * its own; `*` alone is not a cut.
 * @param other model of the other side; that of the query for the same dataset
 */
export function bindAgainst(
  model: Model,
  other: Model,
  { clauses }: ParsedAgainst,
  request: AggregateRequest & Partial<Pick<FigureRequest, "adjust">>,
  keys: readonly Key[],
  needed: Pick<BoundTerms, "measures" | "statistics">,
  errors: string[],
): Against {
  const error = (sentence: string): void => void errors.push(`against: ${sentence}`);
  for (const clause of clauses) refuseDrilledDown(model, clause, keys, error);
  const named = new Set(clauses.map(({ field }) => attributeKey(model, field)));
  // Errors of unknown references have been reported.
  const known = request.cuts.filter(({ field }) => findReference(model, field) !== null);
  const kept = known.filter(({ field }) => !named.has(attributeKey(model, field)));
  const own = clauses.filter(({ value, excluded }) => value !== "*" || excluded);
  const cuts = [...kept, ...own];
  const find = planTranslation(model, other, error);
  const translate = (cut: CutClause): CutClause => ({ ...cut, field: find.reference(cut.field) });
  const cutErrors: string[] = [];
  const checked = clauses.map((each) => (own.includes(each) ? each : { ...each, value: ANY }));
  bindCuts(other, checked.map(translate), cutErrors);
  for (const sentence of cutErrors) error(sentence.replace(/^cut: /, ""));
  const bound = bindCuts(other, cuts.map(translate), []);
  const text = bindModelText(other, request);
  if (other !== model) for (const sentence of text.errors) error(sentence);
  const otherKeys = keys.map(find.key).filter((key) => key !== null);
  const missing = new Set<string>();
  const findMeasure = ({ name }: Measure): readonly Measure[] => {
    const found = other.measures.find((measure) => measure.name === name);
    if (!found) missing.add(name);
    return found ? [found] : [];
  };
  const measures = needed.measures.flatMap(findMeasure);
  const statistics = needed.statistics.flatMap((statistic): readonly Statistic[] => {
    if (statistic.is !== "count")
      return findMeasure(statistic.measure).map((measure) => ({ is: statistic.is, measure }));
    const of = find.key(statistic.of);
    return of ? [{ is: "count", of }] : [];
  });
  for (const name of missing)
    error(errorText("dataset_without_measure", { dataset: other.dataset.name, measure: name, remedy: "" }));
  if (model.dataset.currency !== other.dataset.currency && !isConverted(request)) {
    const [own, theirs] = [model, other].map(({ dataset }) => `"${dataset.name}" in ${dataset.currency ?? "none"}`);
    error(errorText("currencies_differ", { own, theirs }));
  }
  return {
    dataset: other.dataset.name,
    cut: printCuts(cuts),
    query: {
      filters: [...bound.conditions, text.q[0]!, ...text.fq[0]!],
      keys: otherKeys,
      measures,
      ...(statistics.length > 0 && { statistics }),
      order: otherKeys.map(({ dimension, attribute }, key) => ({
        by: "key",
        key,
        attribute: attribute ?? dimension.identity,
        descending: false,
      })),
      first: 0,
      limit: Number.MAX_SAFE_INTEGER,
    },
    cutConditions: bound.conditions,
    cuts: bound.placed,
    clauses: clauses.length,
  };
}

/** True if amounts of both sides are converted to one currency. */
function isConverted({ adjust }: Partial<Pick<FigureRequest, "adjust">>): boolean {
  return (adjust?.in ?? null) !== null;
}

/** The values that a clause with `*` names. */
const ANY = { is: "range", from: null, to: null } as const;

function refuseDrilledDown(
  model: Model,
  { field: written, value }: CutClause,
  keys: readonly Key[],
  error: (text: string) => void,
): void {
  const found = findReference(model, written);
  if (!found) return;
  const { dimension } = found;
  const named = found.attribute ?? dimension.identity;
  const attribute = periodOf(dimension, named, value) ?? named;
  const field = attribute === named ? written : referenceTo(model, dimension, attribute);
  const own = keys.filter((key) => key.dimension === dimension);
  const isKey = own.some((key) => (key.attribute ?? attribute) === attribute);
  const fixing = own.find((key) => key.attribute && fixesPart(dimension, key.attribute.name, attribute.name));
  if (!isKey && !fixing) return;
  if (!isKey) {
    const reference = referenceTo(model, dimension, fixing!.attribute!);
    error(errorText("follows_from_drilldown", { field, reference, dimension: dimension.name }));
    return;
  }
  const remedy = dimension.kind === "date" ? phraseText("use_change", { field }) : phraseText("cut_instead");
  error(errorText("compared_and_drilled_down", { field, remedy }));
}

/** Return the attribute that a date stands for if it names a whole year or month; else `null`. */
function periodOf(dimension: Dimension, attribute: Attribute, value: string | Range): Attribute | null {
  if (dimension.kind !== "date" || attribute !== dimension.identity || typeof value !== "string") return null;
  const period = readCalendarValue(dimension, attribute, value);
  if (period === null || isError(period) || period.isWhole) return null;
  const name = period.text.length === 4 ? "year" : "yearmonth";
  return dimension.attributes.find((each) => each.name === name) ?? null;
}

/** Return a key that references to the same attribute share. */
function attributeKey(model: Model, field: string): string {
  const found = findReference(model, field);
  return found ? `${found.dimension.name}.${(found.attribute ?? found.dimension.identity).name}` : field;
}

/** Finds what references and keys mean in another model. */
interface Translation {
  readonly reference: (text: string) => string;
  readonly key: (key: Key) => Key | null;
}

/** Plan how to find dimensions in another model: by name, else by the only equal taxonomy. */
function planTranslation(model: Model, other: Model, error: (sentence: string) => void): Translation {
  if (model === other) return { reference: (text) => text, key: (key) => key };
  const reported = new Set<string>();
  const report = (sentence: string): null => {
    if (!reported.has(sentence)) error(sentence);
    reported.add(sentence);
    return null;
  };
  const find = (own: Dimension): Dimension | null => {
    const named = other.dimensions.find(({ name }) => name === own.name);
    if (named) return named;
    const alike = other.dimensions.filter(({ taxonomy }) => taxonomy === own.taxonomy);
    if (alike.length === 1) return alike[0]!;
    const names = alike.map(({ name }) => `"${name}"`).join(" and ");
    const dataset = other.dataset.name;
    if (alike.length > 1) return report(errorText("ambiguous_taxonomy", { dimension: own.name, names, dataset }));
    return report(errorText("dataset_without_dimension", { dataset, dimension: own.name, taxonomy: own.taxonomy }));
  };
  const findAttribute = (own: Dimension, attribute: Attribute, dimension: Dimension): Attribute | null => {
    if (attribute === own.identity) return dimension.identity;
    const found = lookUpAttribute(dimension, attribute.name);
    return (
      found ??
      report(
        errorText("dimension_without_attribute", {
          dimension: dimension.name,
          dataset: other.dataset.name,
          attribute: attribute.name,
        }),
      )
    );
  };
  return {
    reference(text) {
      const own = findReference(model, text);
      const dimension = own && find(own.dimension);
      if (!dimension) return text;
      const attribute = findAttribute(own.dimension, own.attribute ?? own.dimension.identity, dimension);
      return attribute && dimension.kind !== "attribute" ? `${dimension.name}.${attribute.name}` : dimension.name;
    },
    key({ dimension: own, attribute }) {
      const dimension = find(own);
      if (!dimension) return null;
      if (attribute === null)
        return { dimension, attribute: dimension.kind === "attribute" ? dimension.identity : null };
      const found = findAttribute(own, attribute, dimension);
      return found && { dimension, attribute: found };
    },
  };
}
