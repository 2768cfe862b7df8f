import type { Dimension, Measure, Model } from "../../core/model/cube.js";
import { currencyOfMeasure } from "../../core/model/spending.js";
import { tableSchema } from "../../calls/reading/entries/table-schema.js";
import type { DatasetDescription } from "../../calls/reading/describe/describe-dataset.js";

/** Path of the data package of a dataset, and of its first file. */
const FILES = { package: "meta/datapackage.json", csv: "entries.csv" } as const;

/**
 * Describe a dataset as a package of OpenSpending: the Fiscal Data Package 0.3 that its viewer reads titles, currencies and
 * kinds of dimensions from. The address of its files is that of the data package.
 */
export function describeInfoPackage(
  model: Model,
  { name, label, description, territories, languages, html_url: url }: DatasetDescription,
): Readonly<Record<string, unknown>> {
  return {
    __origin_url: `${url}/${FILES.package}`,
    id: name,
    name,
    title: label,
    ...(description !== null && { description }),
    ...(territories.length > 0 && { countryCode: territories.length === 1 ? territories[0] : territories }),
    ...(languages.length > 0 && { languages }),
    homepage: url,
    model: {
      measures: Object.fromEntries(model.measures.map((each) => [each.name, describeMeasure(each, model)])),
      dimensions: Object.fromEntries(model.dimensions.map((each) => [each.name, describeDimension(each)])),
    },
    resources: [{ name: "entries", path: FILES.csv, format: "csv", mediatype: "text/csv", schema: tableSchema(model) }],
  };
}

function describeMeasure(measure: Measure, { dataset }: Model): Readonly<Record<string, unknown>> {
  const { name, label, phase } = measure;
  const currency = currencyOfMeasure(measure, dataset);
  return { source: name, title: label || name, currency, ...(phase !== undefined && { phase }) };
}

function describeDimension(dimension: Dimension): Readonly<Record<string, unknown>> {
  const { name, label, attributes, identity } = dimension;
  const classification = classificationOf(dimension);
  return {
    title: label || name,
    dimensionType: typeOf(dimension, classification),
    ...(classification !== null && { classificationType: classification }),
    primaryKey: [identity.name],
    attributes: Object.fromEntries(
      attributes.map((each) => [
        each.name,
        {
          source: attributes.length === 1 ? name : `${name}.${each.name}`,
          title: each.name,
          ...(each.name === "label" && each !== identity && { labelfor: identity.name }),
        },
      ]),
    ),
  };
}

/** Return the kind of a dimension in the Fiscal Data Package. */
function typeOf({ kind, name, meaning }: Dimension, classification: string | null): string {
  if (kind === "date") return "datetime";
  if (meaning?.role === "geography") return "location";
  if (classification !== null) return "classification";
  return name === "from" || name === "to" ? "entity" : "other";
}

/** Return the kind of classification that a taxonomy is; `null` if it is none that is known. */
function classificationOf({ taxonomy }: Dimension): string | null {
  if (/^cofog/i.test(taxonomy)) return "functional";
  return /^(administrative|functional|economic)-classification\b/.exec(taxonomy)?.[1] ?? null;
}
