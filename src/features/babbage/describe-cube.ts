import type { Attribute, Dimension, Hierarchy, Measure, Model } from "../../core/model/cube.js";
import { listAggregates } from "../../core/query/babbage/aggregates.js";
import { referTo } from "../../core/query/babbage/columns.js";
import type { CountedDimension } from "../../calls/reading/describe/rank-dimensions.js";

/** Labels of aggregates without a measure. */
const COUNT_LABEL = "Facts";

/** Classes of dimensions by their number of members, and the greatest number of each. */
const CLASSES: readonly (readonly [name: string, max: number])[] = [
  ["tiny", 7],
  ["low", 50],
  ["medium", 1000],
  ["high", Infinity],
];

/**
 * Describe a model as babbage does, without the names of tables. The sum of a measure has the label of the measure, by
 * which clients find its currency.
 */
export function describeCube(model: Model, counted: readonly CountedDimension[]): unknown {
  const hierarchies = model.hierarchies.flatMap((each) => {
    const levels = wholeLevels(model, each);
    return levels.length < 2 ? [] : [{ ref: each.name, label: each.label || each.name, levels }];
  });
  const hierarchyOf = ({ name }: Dimension): string =>
    hierarchies.find(({ levels }) => levels.includes(name))?.ref ?? name;
  return {
    dimensions: Object.fromEntries(
      counted.map(({ dimension, numMembers }) => [
        dimension.name,
        { ...describeCubeDimension(dimension, numMembers), hierarchy: hierarchyOf(dimension) },
      ]),
    ),
    measures: Object.fromEntries(model.measures.map((each) => [each.name, describeCubeMeasure(model, each)])),
    aggregates: Object.fromEntries(
      listAggregates(model).map(({ ref, measure }) => [
        ref,
        measure
          ? { ref, label: labelOf(measure), function: "sum", measure: measure.name }
          : { ref, label: COUNT_LABEL, function: "count" },
      ]),
    ),
    hierarchies: Object.fromEntries(hierarchies.map((each) => [each.ref, each])),
  };
}

/** List the levels of a hierarchy that are whole dimensions: clients look for each among the dimensions. */
function wholeLevels({ dimensions }: Model, { levels }: Hierarchy): readonly string[] {
  const whole = levels.filter(
    ({ dimension, attribute }) =>
      attribute === null || dimensions.some(({ name, identity }) => name === dimension && identity.name === attribute),
  );
  return [...new Set(whole.map(({ dimension }) => dimension))];
}

function describeCubeDimension(dimension: Dimension, numMembers: number): Readonly<Record<string, unknown>> {
  const { name, attributes, identity, description } = dimension;
  const label = attributes.find((each) => each.name === "label") ?? identity;
  return {
    ref: name,
    label: labelOf(dimension),
    ...(description !== "" && { description }),
    attributes: Object.fromEntries(attributes.map((each) => [each.name, describeCubeAttribute(dimension, each)])),
    key_attribute: identity.name,
    key_ref: referTo(dimension, identity),
    label_attribute: label.name,
    label_ref: referTo(dimension, label),
    orig_dimension: name,
    cardinality: numMembers,
    cardinality_class: numMembers === 0 ? null : CLASSES.find(([, max]) => numMembers <= max)![0],
  };
}

function describeCubeAttribute(dimension: Dimension, attribute: Attribute): Readonly<Record<string, unknown>> {
  const ref = referTo(dimension, attribute);
  const isDate = dimension.kind === "date" && attribute === dimension.identity;
  return {
    ref,
    label: attribute.name,
    column: attribute.source?.column ?? ref,
    datatype: isDate ? "date" : attribute.type === "number" ? "number" : "string",
  };
}

function describeCubeMeasure({ dataset }: Model, measure: Measure): Readonly<Record<string, unknown>> {
  const { name, description, source, phase } = measure;
  return {
    ref: name,
    label: labelOf(measure),
    ...(description !== "" && { description }),
    column: source.column ?? name,
    datatype: "number",
    aggregates: ["sum"],
    currency: dataset.currency,
    orig_measure: name,
    ...(phase !== undefined && { phase }),
  };
}

function labelOf({ name, label }: Pick<Dimension | Measure, "name" | "label">): string {
  return label === "" ? name : label;
}
