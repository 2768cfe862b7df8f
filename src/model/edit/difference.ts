import type { Attribute, Field, Model, Source } from "../cube.js";

/**
 * The fields in which two models map columns to a cube differently. Rows of one cannot be kept with rows of the other.
 * @returns a sentence for each difference; empty for the same mapping
 */
export function describeDifference(stored: Model, given: Model): readonly string[] {
  const differences: string[] = [];
  const known = new Map(stored.fields.map((field) => [field.name, field]));
  for (const field of given.fields) {
    const old = known.get(field.name);
    known.delete(field.name);
    if (!old) differences.push(`"${field.name}" is new`);
    else if (normalise(old) !== normalise(field)) differences.push(`"${field.name}" is defined differently`);
  }
  for (const name of known.keys()) differences.push(`"${name}" is gone`);
  if (differences.length > 0) return differences;
  if (namesOf(stored.key) !== namesOf(given.key)) {
    differences.push("the key, and so the ids of entries, is made of other fields");
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

/** How numbers and dates are written is a matter of each file, not of the cube. */
function describeSource({ column, datatype, constant, defaultValue }: Source): unknown {
  return [column, datatype, constant, defaultValue];
}
