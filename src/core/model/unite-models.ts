import { joinAnd } from "./nearest.js";
import type { Attribute, Dimension, Measure, Meaning, Model, UnitedPart } from "./cube.js";
import { labelsOf, type LabelsByLanguage, makeLabelAttributes } from "./member-labels.js";
import { lookUpAttribute } from "./references.js";

/** Name of the dimension whose members are the datasets of a union. No model may have a field of this name. */
export const DATASET_DIMENSION = "dataset";

/**
 * Unite the models of several datasets. A dimension is found in each dataset by its name, else as the only one of an
 * equal taxonomy; a measure by its name. What a dataset does not have is no field of the union, and `unresolved` says why.
 * @param models at least two, with different names
 */
export function uniteModels(models: readonly Model[]): Model {
  const unresolved = new Map<string, string>();
  const dimensions: Dimension[] = [];
  const found = new Map<Dimension, readonly Dimension[]>();
  for (const name of namesOf(models, ({ dimensions: own }) => own)) {
    const parts = findParts(models, name, unresolved);
    if (!parts) continue;
    const united = uniteDimension(models, name, parts, dimensions.length, unresolved);
    if (!united) continue;
    dimensions.push(united);
    found.set(united, parts);
  }
  const measures = uniteMeasures(models, unresolved);
  const datasets = makeDatasetDimension(dimensions.length);
  const parts = models.map((model, at): UnitedPart => {
    const aliases = new Map([...found].map(([{ name }, own]) => [name, own[at]!]));
    return {
      name: model.dataset.name,
      model,
      named: { ...model, aliases },
      dimensionOf: new Map([...found].map(([united, own]) => [united, own[at]!])),
      measureOf: new Map(measures.map(({ measure, own }) => [measure, own[at]!])),
    };
  });
  const [first] = models as [Model];
  const resolves = (reference: string): boolean => {
    const [name, attribute] = reference.split(".") as [string, string?];
    const dimension = dimensions.find((each) => each.name === name);
    return dimension !== undefined && (attribute === undefined || lookUpAttribute(dimension, attribute) !== null);
  };
  const currencies = new Set(models.map(({ dataset }) => dataset.currency));
  const own = measures.map(({ measure }) => measure);
  return {
    ...first,
    dataset: {
      ...first.dataset,
      name: models.map(({ dataset }) => dataset.name).join("|"),
      label: joinAnd(models.map(({ dataset }) => dataset.label)),
      description: null,
      currency: currencies.size === 1 ? first.dataset.currency : null,
      territories: [...new Set(models.flatMap(({ dataset }) => dataset.territories))],
    },
    dimensions: [...dimensions, datasets],
    measures: own,
    fields: [...dimensions, ...own],
    key: [],
    views: [],
    hierarchies: first.hierarchies.filter(({ levels }) => levels.every(({ reference }) => resolves(reference))),
    notes: [],
    formulas: first.formulas.filter(({ name, term }) =>
      models.every(({ formulas }) => formulas.some((each) => each.name === name && each.term === term)),
    ),
    references: { prices: null, in: null, per: [] },
    united: { parts, unresolved, datasets },
  };
}

function namesOf(
  models: readonly Model[],
  fieldsOf: (model: Model) => readonly { readonly name: string }[],
): ReadonlySet<string> {
  return new Set(models.flatMap((model) => fieldsOf(model).map(({ name }) => name)));
}

/** Find a dimension in each dataset; `null` if one does not have it. */
function findParts(
  models: readonly Model[],
  name: string,
  unresolved: Map<string, string>,
): readonly Dimension[] | null {
  const named = models.map(({ dimensions }) => dimensions.find((each) => each.name === name));
  const taxonomies = new Set(named.flatMap((each) => (each ? [each.taxonomy] : [])));
  const parts: Dimension[] = [];
  for (const [at, { dimensions, dataset }] of models.entries()) {
    const alike = named[at] ? [named[at]] : dimensions.filter(({ taxonomy }) => taxonomies.has(taxonomy));
    if (alike.length === 1) parts.push(alike[0]!);
    else {
      const taxonomy = [...taxonomies].map((each) => `"${each}"`).join(" or ");
      const candidates = joinAnd(alike.map((each) => `"${each.name}"`));
      unresolved.set(
        name,
        alike.length > 1
          ? `"${name}" may mean ${candidates} in "${dataset.name}", which have its taxonomy`
          : `"${dataset.name}" has no dimension "${name}", and none of its taxonomy ${taxonomy}`,
      );
      return null;
    }
  }
  return parts;
}

/** Unite a dimension; `null` if it is a date in some datasets only. */
function uniteDimension(
  models: readonly Model[],
  name: string,
  parts: readonly Dimension[],
  index: number,
  unresolved: Map<string, string>,
): Dimension | null {
  const [first] = parts as [Dimension];
  const dates = parts.filter(({ kind }) => kind === "date");
  if (dates.length > 0 && dates.length < parts.length) {
    const other = models[parts.findIndex(({ kind }) => kind !== first.kind)]!.dataset.name;
    unresolved.set(name, `"${name}" holds dates in some datasets, and other values in others, such as "${other}"`);
    return null;
  }
  const compound = parts.find(({ kind }) => kind === "compound");
  const like = compound ?? first;
  const shared = like.attributes.filter((attribute) => {
    const lacking = parts.findIndex((part) => !findPartAttribute(like, attribute, part) || isByName(attribute, part));
    if (lacking >= 0)
      unresolved.set(
        `${name}.${attribute.name}`,
        `"${parts[lacking]!.name}" in "${models[lacking]!.dataset.name}" has no attribute "${attribute.name}"`,
      );
    return lacking < 0;
  });
  const unite = (attribute: Attribute, at: number): Attribute => {
    const own = parts.map((part) => findPartAttribute(like, attribute, part)!);
    const type = own.some((each) => each.type === "text") ? "text" : "number";
    return { ...attribute, name: like.kind === "attribute" ? name : attribute.name, index: at, source: null, type };
  };
  const attributes = shared.map(unite);
  const { kind, description, facet } = like;
  const unlisted = (like.unlisted ?? []).filter(({ labels }) => !labels);
  const precisions = new Set(parts.map(({ calendar }) => calendar?.precision ?? null));
  return {
    kind,
    name,
    label: first.label,
    description,
    facet,
    taxonomy: first.taxonomy,
    index,
    key: false,
    attributes,
    identity: attributes[shared.indexOf(like.identity)]!,
    ...(unlisted.length > 0 && { unlisted: unlisted.map((each, at) => unite(each, attributes.length + at)) }),
    ...(like.calendar && {
      calendar: { ...like.calendar, precision: precisions.size === 1 ? like.calendar.precision : null },
    }),
    ...(compound && makeLabelAttributes({ attributes }, shareLabels(parts))),
    meaning: shareMeaning(parts),
  };
}

/** True if a dimension has an attribute only by the names of its members. */
function isByName({ name }: Attribute, part: Dimension): boolean {
  return part.unlisted?.some((each) => each.name === name && each.labels) ?? false;
}

/** Return the labels by name in those languages in which all datasets have such; the first label of a name counts. */
function shareLabels(parts: readonly Dimension[]): LabelsByLanguage {
  const [first, ...others] = parts.map(labelsOf);
  const shared = [...first!].filter(([language]) => others.every((own) => own.has(language)));
  return new Map(
    shared.map(([language, labels]) => [
      language,
      new Map([...others.toReversed().flatMap((own) => [...own.get(language)!]), ...labels]),
    ]),
  );
}

/** Return the meaning of a dimension in all datasets; `undefined` if they differ in it. */
function shareMeaning(parts: readonly Dimension[]): Meaning | undefined {
  const [first] = parts as [Dimension];
  return parts.every(({ meaning }) => meaning?.role === first.meaning?.role) ? first.meaning : undefined;
}

/** Return the attribute of a dimension that has the values of an attribute of a like one; `null` if there is none. */
export function findPartAttribute(like: Dimension, attribute: Attribute, part: Dimension): Attribute | null {
  if (attribute === like.identity) return part.identity;
  if (part.kind === "attribute") return attribute.name === "label" ? part.identity : null;
  return lookUpAttribute(part, attribute.name);
}

/** A measure of a union, and that of each dataset. */
interface UnitedMeasure {
  readonly measure: Measure;
  readonly own: readonly Measure[];
}

function uniteMeasures(models: readonly Model[], unresolved: Map<string, string>): readonly UnitedMeasure[] {
  const united: UnitedMeasure[] = [];
  for (const name of namesOf(models, ({ measures }) => measures)) {
    const own = models.map(({ measures }) => measures.find((each) => each.name === name));
    const lacking = own.indexOf(undefined);
    const found = own.filter((each) => each !== undefined);
    const units = new Set(found.map(({ unit }) => unit));
    const dataset = models[lacking]?.dataset.name;
    if (lacking >= 0) unresolved.set(name, `"${dataset}" has no measure "${name}"`);
    else if (units.size > 1) {
      const inUnits = found.map(({ unit }, at) => `"${models[at]!.dataset.name}" in ${unit ?? "money"}`);
      unresolved.set(name, `"${name}" has different units: ${joinAnd(inUnits)}`);
    } else united.push({ measure: { ...found[0]!, index: united.length, key: false }, own: found });
  }
  return united;
}

function makeDatasetDimension(index: number): Dimension {
  const attributes = ["name", "label"].map((name, at): Attribute => ({
    name,
    index: at,
    source: null,
    type: "text",
    facet: false,
    endColumn: null,
  }));
  return {
    kind: "compound",
    name: DATASET_DIMENSION,
    label: "Dataset",
    description: "The dataset that an entry is of",
    index,
    key: false,
    facet: false,
    taxonomy: DATASET_DIMENSION,
    attributes,
    identity: attributes[0]!,
  };
}
