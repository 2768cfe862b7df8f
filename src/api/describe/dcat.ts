import { type Dataset, publicVersions } from "../../store/dataset.js";
import type { FileFacts } from "../answer.js";
import { describeDataset } from "./describe-dataset.js";
import { numberedUrl } from "./links.js";

/** Prefixes of the names in a catalogue. */
const CONTEXT = {
  dcat: "http://www.w3.org/ns/dcat#",
  dct: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  spdx: "http://spdx.org/rdf/terms#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
} as const;

const MEDIA_TYPES = "https://www.iana.org/assignments/media-types/";
const LANGUAGES = "http://id.loc.gov/vocabulary/iso639-1/";
const COUNTRIES = "http://publications.europa.eu/resource/authority/country/";

/** Files with all entries that a dataset is distributed as, by extension. */
const TITLES = {
  csv: { title: "All entries as CSV", type: "text/csv" },
  ndjson: { title: "All entries as lines of JSON", type: "application/x-ndjson" },
  parquet: { title: "All entries as Apache Parquet", type: "application/vnd.apache.parquet" },
  arrows: { title: "All entries as Apache Arrow", type: "application/vnd.apache.arrow.stream" },
} as const;

type CataloguedFile = keyof typeof TITLES;

/** Extensions of the files with all entries in a catalogue. */
export const CATALOGUED = Object.keys(TITLES) as readonly CataloguedFile[];

/** Facts about a dataset that are not in its metadata. */
export interface CatalogueFacts {
  /** First and last day, `YYYY-MM-DD`; `null` if not known. */
  readonly period: { readonly start: string; readonly end: string } | null;
  /** Sizes and digests of its files, as far as they are known. */
  readonly files: ReadonlyMap<CataloguedFile, FileFacts>;
}

const NO_FACTS: CatalogueFacts = { period: null, files: new Map() };

/**
 * Describe datasets as a catalogue in DCAT 3, with the profile DCAT-AP, as JSON-LD.
 * @param datasets those that everybody may read
 * @param facts what else is known of them
 */
export function describeCatalogue(
  datasets: readonly Dataset[],
  origin: string,
  facts: ReadonlyMap<Dataset, CatalogueFacts>,
): Readonly<Record<string, unknown>> {
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
    "dcat:dataset": datasets.map((dataset) => describeEntryOf(dataset, origin, facts.get(dataset) ?? NO_FACTS)),
  };
}

function describeEntryOf(dataset: Dataset, origin: string, { period, files }: CatalogueFacts): object {
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
  const named = licence && { "@type": "dct:LicenseDocument", "dct:title": licence.name };
  const rights = licence && { "dct:license": licence.url === null ? named : { "@id": licence.url } };
  const distribution = (path: string, { title, type }: { readonly title: string; readonly type: string }): object => ({
    "@id": url + path,
    "@type": "dcat:Distribution",
    "dct:title": title,
    "dcat:accessURL": { "@id": url },
    "dcat:downloadURL": { "@id": url + path },
    "dcat:mediaType": { "@id": MEDIA_TYPES + type },
    ...rights,
  });
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
    ...(period && {
      "dct:temporal": {
        "@type": "dct:PeriodOfTime",
        "dcat:startDate": { "@type": "xsd:date", "@value": period.start },
        "dcat:endDate": { "@type": "xsd:date", "@value": period.end },
      },
    }),
    ...rights,
    "dcat:landingPage": { "@id": url },
    "dcat:version": String(dataset.number),
    "dcat:hasVersion": versions.map(({ number }) => idOf(number)),
    ...(before && { "dcat:previousVersion": idOf(before.number) }),
    "dcat:distribution": [
      ...CATALOGUED.map((extension) => {
        const measured = files.get(extension);
        return {
          ...distribution(`/meta/entries.${extension}`, TITLES[extension]),
          ...(measured && describeMeasured(measured)),
        };
      }),
      distribution("/meta/datapackage.json", { title: "Data package", type: "application/json" }),
    ],
  };
}

function describeMeasured({ bytes, sha256 }: FileFacts): object {
  return {
    "dcat:byteSize": { "@type": "xsd:nonNegativeInteger", "@value": String(bytes) },
    "spdx:checksum": {
      "@type": "spdx:Checksum",
      "spdx:algorithm": { "@id": `${CONTEXT.spdx}checksumAlgorithm_sha256` },
      "spdx:checksumValue": { "@type": "xsd:hexBinary", "@value": sha256 },
    },
  };
}

function asTime(text: string): object {
  return { "@type": "xsd:dateTime", "@value": text };
}
