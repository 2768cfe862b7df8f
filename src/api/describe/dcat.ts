import { type Dataset, publicVersions } from "../../store/dataset.js";
import { describeDataset } from "./describe-dataset.js";
import { numberedUrl } from "./links.js";

/** Prefixes of the names in a catalogue. */
const CONTEXT = {
  dcat: "http://www.w3.org/ns/dcat#",
  dct: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  xsd: "http://www.w3.org/2001/XMLSchema#",
} as const;

const MEDIA_TYPES = "https://www.iana.org/assignments/media-types/";
const LANGUAGES = "http://id.loc.gov/vocabulary/iso639-1/";
const COUNTRIES = "http://publications.europa.eu/resource/authority/country/";

/** Files and calls that a dataset is distributed as. */
const DISTRIBUTIONS = [
  { path: "/meta/entries.csv", title: "All entries as CSV", type: "text/csv" },
  { path: "/meta/entries.ndjson", title: "All entries as lines of JSON", type: "application/x-ndjson" },
  { path: "/meta/entries.parquet", title: "All entries as Apache Parquet", type: "application/vnd.apache.parquet" },
  { path: "/meta/entries.arrows", title: "All entries as Apache Arrow", type: "application/vnd.apache.arrow.stream" },
  { path: "/meta/datapackage.json", title: "Data package", type: "application/json" },
] as const;

/**
 * Describe datasets as a catalogue in DCAT 3, with the profile DCAT-AP, as JSON-LD.
 * @param datasets those that everybody may read
 */
export function describeCatalogue(datasets: readonly Dataset[], origin: string): Readonly<Record<string, unknown>> {
  return {
    "@context": CONTEXT,
    "@id": `${origin}/datasets`,
    "@type": "dcat:Catalog",
    "dct:title": "Public budgets and spending",
    "dct:description": "Datasets of public budgets and spending, with exact totals.",
    "dct:publisher": { "@type": "foaf:Agent", "foaf:name": new URL(origin).host },
    "foaf:homepage": { "@id": `${origin}/` },
    "dcat:service": {
      "@id": `${origin}/openapi.json`,
      "@type": "dcat:DataService",
      "dct:title": "HTTP interface",
      "dcat:endpointURL": { "@id": `${origin}/api/2` },
      "dcat:endpointDescription": { "@id": `${origin}/openapi.json` },
      "dcat:servesDataset": datasets.map(({ model }) => ({ "@id": `${origin}/${model.dataset.name}` })),
    },
    "dcat:dataset": datasets.map((dataset) => describeEntryOf(dataset, origin)),
  };
}

function describeEntryOf(dataset: Dataset, origin: string): object {
  const {
    name,
    label,
    description,
    languages,
    territories,
    timestamps,
    html_url: url,
    doi,
  } = describeDataset(dataset, origin);
  const { licence } = dataset.model.dataset;
  const versions = publicVersions(dataset);
  const before = versions.find(({ number }) => number < dataset.number);
  const idOf = (number: number): object => ({ "@id": numberedUrl(origin, name, number) });
  const rights = licence && { "dct:license": licence.url === null ? licence.name : { "@id": licence.url } };
  return {
    "@id": url,
    "@type": "dcat:Dataset",
    "dct:identifier": doi ?? url,
    "dct:title": label,
    "dct:description": description?.trim() ? description : label,
    "dct:issued": asTime(timestamps.created),
    "dct:modified": asTime(timestamps.last_modified),
    ...(languages.length > 0 && { "dct:language": languages.map((code) => ({ "@id": LANGUAGES + code })) }),
    ...(territories.length > 0 && { "dct:spatial": territories.map((code) => ({ "@id": COUNTRIES + code })) }),
    ...rights,
    "dcat:landingPage": { "@id": url },
    "dcat:version": String(dataset.number),
    "dcat:hasVersion": versions.map(({ number }) => idOf(number)),
    ...(before && { "dcat:previousVersion": idOf(before.number) }),
    "dcat:distribution": DISTRIBUTIONS.map(({ path, title, type }) => ({
      "@id": url + path,
      "@type": "dcat:Distribution",
      "dct:title": title,
      "dcat:accessURL": { "@id": url },
      "dcat:downloadURL": { "@id": url + path },
      "dcat:mediaType": { "@id": MEDIA_TYPES + type },
      ...rights,
    })),
  };
}

function asTime(text: string): object {
  return { "@type": "xsd:dateTime", "@value": text };
}
