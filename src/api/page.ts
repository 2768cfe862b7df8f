import type { Form } from "./answer.js";
import type { FacetDescription } from "./datasets.js";
import type { DatasetDescription } from "./describe-dataset.js";
import type { DimensionDescription } from "./describe-dimension.js";
import type { EntryDescription } from "./describe-entry.js";
import type { MemberDescription } from "./describe-member.js";
import type { RunWithErrors } from "./loads/describe-run.js";
import type { SourceDescription } from "./loads/describe-source.js";

/** A form that a page has beside it, at a URL of its own. */
export type Alternate = Extract<Form, "json" | "csv" | "rss">;

/** What every page knows of its place. */
interface Place {
  /** Prefix of every absolute link, without a slash at its end. */
  readonly origin: string;
  /** Of the resource, without suffix and query. */
  readonly url: string;
  /** Query that belongs to the resource, with its question mark, or nothing. */
  readonly query: string;
  /** The other forms, each at `url.form` with the query. */
  readonly alternates: readonly Alternate[];
}

/** The list of datasets. */
export interface DatasetsPage extends Place {
  readonly kind: "datasets";
  readonly facets: Readonly<Record<string, readonly FacetDescription[]>>;
  readonly datasets: readonly DatasetDescription[];
}

export interface DatasetPage extends Place {
  readonly kind: "dataset";
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
}

/** The list of a dataset's dimensions. */
export interface DimensionsPage extends Place {
  readonly kind: "dimensions";
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
}

export interface DimensionPage extends Place {
  readonly kind: "dimension";
  readonly dataset: DatasetDescription;
  readonly dimension: DimensionDescription & { readonly num_members: number };
  /** The first of its members, by label. */
  readonly members: readonly MemberDescription[];
}

export interface MemberPage extends Place {
  readonly kind: "member";
  readonly dataset: DatasetDescription;
  readonly dimension: DimensionDescription;
  readonly member: MemberDescription;
  /** Where its entries are; `null` where no path can lead there. */
  readonly entriesUrl: string | null;
}

/** Entries of a dataset, or of one member of it. */
export interface EntriesPage extends Place {
  readonly kind: "entries";
  readonly dataset: DatasetDescription;
  readonly of: { readonly dimension: DimensionDescription; readonly member: MemberDescription } | null;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly { readonly name: string; readonly label: string }[];
  readonly entries: readonly EntryDescription[];
  /** Number of all of them, of which `entries` holds one page. */
  readonly count: number;
  readonly page: number;
  readonly pagesize: number;
  /** The number of the page after this one. */
  readonly nextPage: number | undefined;
}

export interface EntryPage extends Place {
  readonly kind: "entry";
  readonly dataset: DatasetDescription;
  readonly entry: EntryDescription;
}

/** What every page about loads knows. */
interface LoadingPlace extends Place {
  /** Of the dataset, which may not be there yet. */
  readonly name: string;
}

/** Where the entries of a dataset come from. */
export interface SourcesPage extends LoadingPlace {
  readonly kind: "sources";
  readonly sources: readonly SourceDescription[];
}

export interface SourcePage extends LoadingPlace {
  readonly kind: "source";
  readonly source: SourceDescription;
}

/** The runs of a source. */
export interface RunsPage extends LoadingPlace {
  readonly kind: "runs";
  readonly source: SourceDescription;
  readonly runs: readonly RunWithErrors[];
}

export interface RunPage extends LoadingPlace {
  readonly kind: "run";
  readonly source: SourceDescription;
  readonly run: RunWithErrors;
}

/** What a resource says to people: data, of which each kind of page makes its markup. */
export type Page =
  | DatasetsPage
  | DatasetPage
  | DimensionsPage
  | DimensionPage
  | MemberPage
  | EntriesPage
  | EntryPage
  | SourcesPage
  | SourcePage
  | RunsPage
  | RunPage;
