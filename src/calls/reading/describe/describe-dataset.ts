import {
  type CatalogueMetadata,
  type Licence,
  type Model,
  SERIES_KINDS,
  TABLE_KINDS,
} from "../../../core/model/cube.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import {
  arrayOf,
  BOOLEAN,
  COUNT_SCHEMA,
  described,
  object,
  oneOf,
  optional,
  orNull,
  type Schema,
  TEXT,
  TIME,
  URL,
  type ValueOf,
} from "../../schema.js";
import { type DataTexts, textsOf } from "./data-texts.js";
import { datasetUrl } from "./links.js";

/** The licence of a dataset; `null` if not known. */
export const LICENCE_SCHEMA: Schema<Licence | null> = {
  anyOf: [object({ name: TEXT, url: orNull(TEXT) }), { type: "null" }],
};

/** Years, with the months of each. */
export const COVERED_YEARS = described(
  arrayOf(
    object({
      year: TEXT,
      months: described(orNull(arrayOf(COUNT_SCHEMA)), "From 1 to 12; `null` if dates are years."),
    }),
  ),
  "Years that entries have, and the months of each, only where one dataset or member is asked for.",
);

/** The core metadata. Every key is present; unknown values are `null`. */
export const CORE = {
  name: TEXT,
  label: TEXT,
  description: orNull(TEXT),
  currency: described(orNull(TEXT), "ISO 4217 code."),
  category: oneOf("budget", "spending", "other", null),
  default_time: orNull(TEXT),
  languages: described(arrayOf(TEXT), "ISO 639-1 codes."),
  territories: described(arrayOf(TEXT), "ISO 3166-1 alpha-2 codes."),
  licence: LICENCE_SCHEMA,
  serp_title: orNull(TEXT),
  serp_teaser: orNull(TEXT),
  timestamps: object({
    created: TIME,
    last_modified: TIME,
  }),
  num_entries: COUNT_SCHEMA,
  private: BOOLEAN,
  html_url: URL,
};

/** Core metadata that most datasets lack. */
export const OPTIONAL_CORE = {
  doi: described(TEXT, "Digital object identifier."),
  publisher: object({ name: TEXT, url: orNull(TEXT) }),
  contact: described(
    object({ name: orNull(TEXT), email: orNull(TEXT), url: orNull(TEXT) }),
    "Whom to ask about the data.",
  ),
  keywords: arrayOf(TEXT),
  themes: described(arrayOf(TEXT), "Codes of the European Union for themes of data, such as `GOVE`."),
  frequency: described(TEXT, "Code of the European Union for how often the data is published, such as `ANNUAL`."),
  kind: described(oneOf(...TABLE_KINDS), "Given for a dataset that holds no money."),
  series: described(
    object({ kind: oneOf(...SERIES_KINDS), base: orNull(TEXT), per: COUNT_SCHEMA }),
    "Given for a series, by which the amounts of other datasets are adjusted.",
  ),
  years: COVERED_YEARS,
};

export const DATASET_SCHEMA = optional(object(CORE), OPTIONAL_CORE);

export type DatasetDescription = ValueOf<typeof DATASET_SCHEMA>;

type ModelDescription = Omit<DatasetDescription, "timestamps" | "num_entries" | "private" | "html_url">;

/** Datasets by their descriptions. */
const datasetsDescribed = new WeakMap<DatasetDescription, Dataset>();

/** The title of a dataset, and its languages. */
export type TitledDataset = Pick<DatasetDescription, "label" | "languages">;

/**
 * Return the languages of the texts of described datasets.
 * @param about the dataset that they are shown with, of which every text counts; of `others` only titles
 */
export function textsOfDescribed(about: DatasetDescription | null, others: readonly TitledDataset[]): DataTexts {
  const dataset = about && datasetsDescribed.get(about);
  const own = dataset ? textsOf(dataset) : { languages: about?.languages ?? [], languageOf: () => null };
  const titles = new Map<string, string | null>();
  for (const each of others) {
    const of = datasetsDescribed.get(each as DatasetDescription);
    const { metadata } = of ? summarizeVersion(of) : { metadata: null };
    const isSpoken = of?.language !== undefined && metadata?.labels?.[of.language] === each.label;
    titles.set(each.label.trim(), isSpoken ? of.language! : (each.languages[0] ?? null));
  }
  return {
    languages: [...new Set([...own.languages, ...others.flatMap(({ languages }) => languages)])],
    languageOf: (text, isName) => titles.get(text) ?? own.languageOf(text, isName),
  };
}

export function describeDataset(dataset: Dataset, origin: string): DatasetDescription {
  const { metadata, numEntries } = summarizeVersion(dataset);
  const description = {
    ...describeMetadata({ dataset: metadata }),
    timestamps: { created: dataset.created.toISOString(), last_modified: dataset.lastModified.toISOString() },
    num_entries: numEntries,
    private: dataset.private,
    html_url: datasetUrl(origin, metadata.name),
  };
  datasetsDescribed.set(description, dataset);
  return description;
}

/** Describe the part of the core metadata that comes from the model. */
export function describeMetadata({ dataset }: Pick<Model, "dataset">): ModelDescription {
  const { name, label, description, currency, category, defaultTime, languages, territories, licence, doi, ...serp } =
    dataset;
  return {
    name,
    label,
    description,
    currency,
    category,
    default_time: defaultTime,
    languages,
    territories,
    licence,
    serp_title: serp.serpTitle,
    serp_teaser: serp.serpTeaser,
    ...(doi !== null && { doi }),
    ...(dataset.kind && { kind: dataset.kind }),
    ...(dataset.series && {
      series: { kind: dataset.series.kind, base: dataset.series.base, per: dataset.series.per },
    }),
    ...(dataset.catalogue && describeCatalogued(dataset.catalogue)),
  };
}

function describeCatalogued({
  publisher,
  contact,
  keywords,
  themes,
  frequency,
}: CatalogueMetadata): Pick<DatasetDescription, "publisher" | "contact" | "keywords" | "themes" | "frequency"> {
  return {
    ...(publisher && { publisher }),
    ...(contact && { contact }),
    ...(keywords.length > 0 && { keywords }),
    ...(themes.length > 0 && { themes }),
    ...(frequency !== null && { frequency }),
  };
}
