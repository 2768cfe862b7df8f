import type { DatasetPage } from "../api/resources/dataset.js";
import { dataBlock, type Html } from "./parts/html.js";

/** Describe a dataset to search engines, by schema.org. */
export function datasetBlock({ dataset, year, origin }: DatasetPage): Html {
  const { name, label, description, licence, languages, territories, timestamps, html_url: url, doi } = dataset;
  const years = year.years;
  const files = [
    ["entries.csv", "text/csv"],
    ["entries.ndjson", "application/x-ndjson"],
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
