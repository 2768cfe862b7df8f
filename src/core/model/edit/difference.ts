import type { Attribute, Field, Model, Source } from "../cube.js";
import { rowModel } from "../row-model.js";

/**
 * Compare the mappings of two models. Rows of one mapping cannot be stored with rows of a different one. Derived
 * dimensions touch no rows, and are not compared.
 * @returns one sentence per difference; empty for the same mapping
 */
export function explainDifference(storedModel: Model, givenModel: Model): readonly string[] {
  const [stored, given] = [rowModel(storedModel), rowModel(givenModel)];
  const differences: string[] = [];
  const known = new Map(stored.fields.map((field) => [field.name, field]));
  for (const field of given.fields) {
    const old = known.get(field.name);
    known.delete(field.name);
    if (!old) differences.push(`"${field.name}" is new`);
    else if (normalise(old) !== normalise(field)) differences.push(`"${field.name}" is defined differently`);
  }
  for (const name of known.keys()) differences.push(`"${name}" was removed`);
  if (differences.length > 0) return differences;
  if (namesOf(stored.key) !== namesOf(given.key)) {
    differences.push("the key, from which entry ids are built, has other fields");
  } else if (namesOf(stored.fields) !== namesOf(given.fields)) differences.push("the fields are in another order");
  return differences;
}

function namesOf(fields: readonly Field[]): string {
  return fields.map(({ name }) => name).join();
}

function normalise(field: Field): string {
  const { kind, name, label, description, key } = field;
  const common = [kind, name, label, description, key];
  if (field.kind === "measure") return JSON.stringify([...common, describeSource(field.source)]);
  return JSON.stringify([...common, field.facet, field.taxonomy, field.attributes.map(describeAttribute)]);
}

function describeAttribute({ name, source, facet, endColumn }: Attribute): unknown {
  return [name, source && describeSource(source), facet, endColumn];
}

/** Describe a source without its number and date formats, which belong to the file and not to the cube. */
function describeSource({ column, datatype, constant, defaultValue }: Source): unknown {
  return [column, datatype, constant, defaultValue];
}

/** Keys of a model file whose texts only name and describe. */
const LABELS: ReadonlySet<string> = new Set(
  "label labels description doi serp_title serp_teaser publisher contact keywords themes frequency".split(" "),
);

/** True if two models differ in no more than labels and descriptions. */
export function isSameButForLabels(one: Model, other: Model): boolean {
  return withoutLabels(one) === withoutLabels(other);
}

function withoutLabels({ document }: Model): string {
  // A field may have one of these names; its definition is an object.
  return JSON.stringify(document, (key, value: unknown) => {
    const isField = typeof value === "object" && value !== null && ("column" in value || "attributes" in value);
    return LABELS.has(key) && !isField ? undefined : value;
  });
}
