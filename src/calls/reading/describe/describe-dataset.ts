import type { CatalogueMetadata, Category, DataContact, Licence, Model, Publisher } from "../../../core/model/cube.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { datasetUrl } from "./links.js";

type ModelDescription = Omit<DatasetDescription, "timestamps" | "num_entries" | "private" | "html_url">;

/** The core metadata. Every key is present; unknown values are `null`. */
export interface DatasetDescription {
  readonly name: string;
  readonly label: string;
  readonly description: string | null;
  readonly currency: string | null;
  readonly category: Category | null;
  readonly default_time: string | null;
  readonly languages: readonly string[];
  readonly territories: readonly string[];
  readonly licence: Licence | null;
  readonly serp_title: string | null;
  readonly serp_teaser: string | null;
  /** Absent if there is none. */
  readonly doi?: string;
  /** Absent without what the model says for catalogues; so are the keys of what it does not say. */
  readonly publisher?: Publisher;
  readonly contact?: DataContact;
  readonly keywords?: readonly string[];
  readonly themes?: readonly string[];
  readonly frequency?: string;
  /** ISO 8601, UTC. */
  readonly timestamps: { readonly created: string; readonly last_modified: string };
  readonly num_entries: number;
  readonly private: boolean;
  readonly html_url: string;
}

export function describeDataset(dataset: Dataset, origin: string): DatasetDescription {
  const { metadata, numEntries } = summarizeVersion(dataset);
  return {
    ...describeMetadata({ dataset: metadata }),
    timestamps: { created: dataset.created.toISOString(), last_modified: dataset.lastModified.toISOString() },
    num_entries: numEntries,
    private: dataset.private,
    html_url: datasetUrl(origin, metadata.name),
  };
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
