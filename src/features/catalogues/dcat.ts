import { THEMES } from "../../core/model/parse/catalogue-codes.js";
import { type Dataset, publicVersions } from "../../store/dataset.js";
import type { CataloguePage } from "../../calls/context.js";
import type { FileFacts } from "../../calls/answer.js";
import { type Format, mediaTypeOf } from "../../calls/formats.js";
import { authorityOf, countryAuthority, languageAuthority } from "./authority-codes.js";
import { type DatasetDescription, describeDataset } from "../../calls/reading/describe/describe-dataset.js";
import type { FoundCollection } from "../../calls/reading/lookup/find-collection.js";
import { datasetUrl, numberedUrl } from "../../calls/reading/describe/links.js";

/** Prefixes of the names in a catalogue. */
const CONTEXT = {
  dcat: "http://www.w3.org/ns/dcat#",
  dct: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  hydra: "http://www.w3.org/ns/hydra/core#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  skos: "http://www.w3.org/2004/02/skos/core#",
  spdx: "http://spdx.org/rdf/terms#",
  vcard: "http://www.w3.org/2006/vcard/ns#",
  xsd: "http://www.w3.org/2001/XMLSchema#",
} as const;

const MEDIA_TYPES = "https://www.iana.org/assignments/media-types/";

/** File types of the authority table, with their labels. */
const FILE_TYPES = { CSV: "CSV", JSON: "JSON", PARQUET: "Parquet", BIN: "Binary data" } as const;

/** A file that a dataset is distributed as. */
interface DistributedFile {
  readonly title: string;
  readonly format: Format;
  /** The nearest file type. */
  readonly kind: keyof typeof FILE_TYPES;
}

/** Files with all entries that a dataset is distributed as, by extension. */
const TITLES = {
  csv: { title: "All entries as CSV", format: "csv", kind: "CSV" },
  ndjson: { title: "All entries as lines of JSON", format: "ndjson", kind: "JSON" },
  parquet: { title: "All entries as Apache Parquet", format: "parquet", kind: "PARQUET" },
  arrows: { title: "All entries as Apache Arrow", format: "arrow", kind: "BIN" },
} as const satisfies Readonly<Record<string, DistributedFile>>;

const PACKAGE: DistributedFile = { title: "Data package", format: "json", kind: "JSON" };

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

/** Themes of datasets whose model names none. */
const USUAL_THEMES = ["GOVE", "ECON"];

/**
 * Describe datasets as a catalogue in DCAT 3, by the profile DCAT-AP 3, as JSON-LD.
 * @param datasets those that everybody may read
 * @param facts what else is known of them
 * @param collections collections of public datasets
 * @param page the page that they are, if the catalogue has several
 */
export function describeCatalogue(
  datasets: readonly Dataset[],
  origin: string,
  facts: ReadonlyMap<Dataset, CatalogueFacts>,
  collections: readonly FoundCollection[],
  page: CataloguePage | null = null,
): Readonly<Record<string, unknown>> {
  // The prefix is only declared where it is used.
  const { hydra: _, ...context } = CONTEXT;
  const publisher = siteOf(origin);
  const times = datasets.map((dataset) => describeDataset(dataset, origin).timestamps);
  const issued = times.map(({ created }) => created).toSorted()[0];
  const modified = times
    .map((each) => each.last_modified)
    .toSorted()
    .at(-1);
  return {
    "@context": page ? CONTEXT : context,
    "@id": `${origin}/datasets`,
    "@type": page ? ["dcat:Catalog", "hydra:Collection"] : "dcat:Catalog",
    "dct:title": "Public budgets and spending",
    "dct:description": "Datasets of public budgets and spending, with exact totals.",
    "dct:publisher": publisher,
    ...(issued !== undefined && { "dct:issued": asTime(issued) }),
    ...(modified !== undefined && { "dct:modified": asTime(modified) }),
    "dct:language": languageOf("en"),
    "foaf:homepage": document(`${origin}/`),
    ...(page && describePage(page)),
    "dcat:themeTaxonomy": {
      "@id": authorityOf("data-theme"),
      "@type": "skos:ConceptScheme",
      "dct:title": "Data theme",
    },
    "dcat:service": {
      "@id": `${origin}/openapi.json`,
      "@type": "dcat:DataService",
      "dct:title": "HTTP interface",
      "dct:description": "Totals, entries and members of all datasets, as JSON and other formats.",
      "dct:publisher": publisher,
      "dcat:theme": USUAL_THEMES.map(themeOf),
      "dcat:endpointURL": { "@id": `${origin}/api/2` },
      "dcat:endpointDescription": { "@id": `${origin}/openapi.json` },
      "dcat:servesDataset": datasets.map(({ model }) => ({ "@id": `${origin}/${model.dataset.name}` })),
    },
    "dcat:dataset": datasets.map((dataset) => ({
      ...describeEntryOf(dataset, origin, facts.get(dataset) ?? NO_FACTS),
      ...describeSeries(dataset, collections, origin),
    })),
  };
}

/** Describe a page as the Hydra vocabulary does, by which harvesters find the next one. */
function describePage({ urlOf, page, last, total }: CataloguePage): object {
  const linkTo = (number: number): object => ({ "@id": urlOf(number) });
  return {
    "hydra:totalItems": { "@type": "xsd:integer", "@value": String(total) },
    "hydra:view": {
      "@id": urlOf(page),
      "@type": "hydra:PartialCollectionView",
      "hydra:first": linkTo(1),
      ...(page > 1 && { "hydra:previous": linkTo(page - 1) }),
      ...(page < last && { "hydra:next": linkTo(page + 1) }),
      "hydra:last": linkTo(last),
    },
  };
}

function describeEntryOf(dataset: Dataset, origin: string, { period, files }: CatalogueFacts): object {
  const described = describeDataset(dataset, origin);
  const { name, label, languages, territories, timestamps, html_url: url, doi } = described;
  const description = described.description?.trim() ? described.description : label;
  const versions = publicVersions(dataset);
  const before = versions.find(({ number }) => number < dataset.number);
  const idOf = (number: number): string => numberedUrl(origin, name, number);
  const rights = licenceOf(described);
  const distribution = (path: string, { title, format, kind }: DistributedFile): object => ({
    "@id": url + path,
    "@type": "dcat:Distribution",
    "dct:title": title,
    "dct:description": `${title}: ${label}`,
    "dcat:accessURL": { "@id": url },
    "dcat:downloadURL": { "@id": url + path },
    "dcat:mediaType": { "@id": MEDIA_TYPES + mediaTypeOf(format), "@type": "dct:MediaType" },
    "dct:format": {
      "@id": authorityOf("file-type", kind),
      "@type": "dct:MediaTypeOrExtent",
      "rdfs:label": FILE_TYPES[kind],
    },
    ...rights,
  });
  return {
    "@id": url,
    "@type": "dcat:Dataset",
    "dct:identifier": doi ?? url,
    "dct:title": label,
    "dct:description": description,
    "dct:issued": asTime(timestamps.created),
    "dct:modified": asTime(timestamps.last_modified),
    ...describeOrigin(described, origin),
    ...(languages.length > 0 && { "dct:language": languages.map(languageOf) }),
    ...(territories.length > 0 && {
      "dct:spatial": territories.map((code) => ({ "@id": countryAuthority(code), "@type": "dct:Location" })),
    }),
    ...(period && {
      "dct:temporal": {
        "@type": "dct:PeriodOfTime",
        "dcat:startDate": { "@type": "xsd:date", "@value": period.start },
        "dcat:endDate": { "@type": "xsd:date", "@value": period.end },
      },
    }),
    ...rights,
    "dct:accessRights": { "@id": authorityOf("access-right", "PUBLIC"), "@type": "dct:RightsStatement" },
    "dcat:landingPage": document(url),
    "dcat:version": String(dataset.number),
    "dcat:hasVersion": versions.map(({ number }) => ({
      "@id": idOf(number),
      "@type": "dcat:Dataset",
      "dct:title": `${label}, version ${number}`,
      "dct:description": description,
      "dcat:version": String(number),
    })),
    ...(before && { "dcat:previousVersion": { "@id": idOf(before.number) } }),
    "dcat:distribution": [
      ...CATALOGUED.map((extension) => {
        const measured = files.get(extension);
        return {
          ...distribution(`/meta/entries.${extension}`, TITLES[extension]),
          ...(measured && describeMeasured(measured)),
        };
      }),
      distribution("/meta/datapackage.json", PACKAGE),
    ],
  };
}

/** Describe the collections that a dataset is in. */
function describeSeries(dataset: Dataset, collections: readonly FoundCollection[], origin: string): object {
  const series = collections.filter(({ members }) => members.includes(dataset));
  if (series.length === 0) return {};
  return {
    "dcat:inSeries": series.map(({ record: { name, label, description } }) => ({
      "@id": datasetUrl(origin, name),
      "@type": "dcat:DatasetSeries",
      "dct:title": label,
      "dct:description": description ?? label,
      "dct:publisher": siteOf(origin),
    })),
  };
}

/** Describe who publishes a dataset, whom to ask, what it is about and how often it is published. */
function describeOrigin(
  { publisher, contact, keywords = [], themes = USUAL_THEMES, frequency }: DatasetDescription,
  origin: string,
): object {
  return {
    "dct:publisher": publisher ? agentOf(publisher.name, publisher.url) : siteOf(origin),
    ...(contact && {
      "dcat:contactPoint": {
        "@type": "vcard:Kind",
        "vcard:fn": contact.name ?? publisher?.name ?? contact.email ?? contact.url,
        ...(contact.email !== null && { "vcard:hasEmail": { "@id": `mailto:${contact.email}` } }),
        ...(contact.url !== null && { "vcard:hasURL": { "@id": contact.url } }),
      },
    }),
    "dcat:theme": themes.map(themeOf),
    ...(keywords.length > 0 && { "dcat:keyword": keywords }),
    ...(frequency !== undefined && {
      "dct:accrualPeriodicity": { "@id": authorityOf("frequency", frequency), "@type": "dct:Frequency" },
    }),
  };
}

function licenceOf({ licence }: DatasetDescription): object {
  if (!licence) return {};
  const named = { "@type": "dct:LicenseDocument", "dct:title": licence.name };
  return { "dct:license": licence.url === null ? named : { "@id": licence.url, ...named } };
}

function siteOf(origin: string): object {
  return agentOf(new URL(origin).host, `${origin}/`);
}

function agentOf(name: string, url: string | null): object {
  return { "@type": "foaf:Agent", "foaf:name": name, ...(url !== null && { "foaf:homepage": document(url) }) };
}

function document(url: string): object {
  return { "@id": url, "@type": "foaf:Document" };
}

function languageOf(code: string): object {
  return { "@id": languageAuthority(code), "@type": "dct:LinguisticSystem" };
}

function themeOf(code: string): object {
  return { "@id": authorityOf("data-theme", code), "@type": "skos:Concept", "skos:prefLabel": THEMES.get(code) };
}

function describeMeasured({ bytes, sha256 }: FileFacts): object {
  return {
    "dcat:byteSize": { "@type": "xsd:nonNegativeInteger", "@value": String(bytes) },
    "spdx:checksum": {
      "@type": "spdx:Checksum",
      "spdx:algorithm": { "@id": `${CONTEXT.spdx}checksumAlgorithm_sha256`, "@type": "spdx:ChecksumAlgorithm" },
      "spdx:checksumValue": { "@type": "xsd:hexBinary", "@value": sha256 },
    },
  };
}

function asTime(text: string): object {
  return { "@type": "xsd:dateTime", "@value": text };
}
