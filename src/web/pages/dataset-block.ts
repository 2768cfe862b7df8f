import type { DatasetPage } from "../../calls/views/resources/dataset.js";
import type { Category } from "../../core/model/cube.js";
import { dataBlock, type Html } from "./parts/html.js";

/** Keywords of each category. */
const KINDS: Readonly<Record<Category, readonly string[]>> = {
  budget: ["budget"],
  spending: ["spending"],
  other: [],
};

/** Describe a dataset to search engines, by schema.org. */
export function datasetBlock({ dataset, year, origin, version, measures, dimensions }: DatasetPage): Html {
  const { name, label, description, licence, languages, territories, timestamps, html_url: url, doi } = dataset;
  const { publisher, contact, keywords = [] } = dataset;
  const years = year.years;
  const files = [
    ["entries.csv", "text/csv"],
    ["entries.ndjson", "application/x-ndjson"],
    ["entries.parquet", "application/vnd.apache.parquet"],
    ["datapackage.json", "application/json"],
  ] as const;
  return dataBlock({
    "@context": "https://schema.org/",
    "@type": "Dataset",
    "@id": url,
    name: label,
    description: description?.trim() ? description : `${label}: ${dataset.num_entries} entries of public money.`,
    url,
    identifier: doi === undefined ? name : `https://doi.org/${doi}`,
    version: String(version),
    creator: {
      "@type": "Organization",
      name: publisher?.name ?? new URL(origin).host,
      url: publisher ? (publisher.url ?? undefined) : `${origin}/`,
      ...(contact && {
        contactPoint: {
          "@type": "ContactPoint",
          name: contact.name ?? undefined,
          email: contact.email ?? undefined,
          url: contact.url ?? undefined,
        },
      }),
    },
    keywords: [...new Set([...keywords, ...KINDS[dataset.category ?? "other"], "public money"])],
    variableMeasured: [...measures, ...dimensions].map((each) => ({
      "@type": "PropertyValue",
      name: each.name,
      ...(each.label !== "" && each.label !== each.name && { alternateName: each.label }),
      ...(each.description && { description: each.description }),
    })),
    isAccessibleForFree: !dataset.private,
    dateCreated: timestamps.created,
    dateModified: timestamps.last_modified,
    ...(licence && { license: licence.url ?? licence.name }),
    ...(languages.length > 0 && { inLanguage: languages }),
    ...(territories.length > 0 && { spatialCoverage: territories }),
    ...(years.length > 0 && { temporalCoverage: years.length === 1 ? years[0] : `${years[0]}/${years.at(-1)}` }),
    includedInDataCatalog: { "@type": "DataCatalog", name: "Public budgets and spending", url: `${origin}/datasets` },
    distribution: files.map(([file, encodingFormat]) => ({
      "@type": "DataDownload",
      encodingFormat,
      contentUrl: `${url}/meta/${file}`,
    })),
  });
}
