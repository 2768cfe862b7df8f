import type { Household, TaxEstimate } from "../../tax/estimate.js";
import type { Form } from "../answer.js";
import type { FacetDescription } from "../resources/datasets.js";
import type { Precisions } from "./date-precision.js";
import type { DatasetDescription } from "../describe/describe-dataset.js";
import type { CountedDescription, DimensionDescription } from "../describe/describe-dimension.js";
import type { EntryDescription } from "../describe/describe-entry.js";
import type { MemberDescription } from "../describe/describe-member.js";
import type { RunWithErrors } from "../loads/describe-run.js";
import type { SourceDescription } from "../loads/describe-source.js";
import type { ExploreState } from "./explore-state.js";
import type { Figure, MeasureLabel } from "./figure.js";
import type { DatasetsForm, EntriesForm, ExploreForm, SearchForm } from "./forms.js";
import type { SearchFigure } from "./search-figure.js";
import type { RefusedPage } from "./invalid-pages.js";
import type { ViewLabel } from "./views.js";
import type { YearChoice } from "./years.js";

/** A form that a page has beside it, at a URL of its own. */
export type Alternate = Extract<Form, "json" | "csv" | "rss">;

/** What every page knows of its place. */
export interface PagePlace {
  /** Prefix of every absolute link, without a slash at its end. */
  readonly origin: string;
  /** Of the resource, without suffix and query. */
  readonly url: string;
  /** Query that belongs to the resource, with its question mark, or nothing. */
  readonly query: string;
  /** The other forms, each at `url.form` with the query. */
  readonly alternates: readonly Alternate[];
}

/** What the server has and how to begin. */
export interface HomePage extends PagePlace {
  readonly kind: "home";
  readonly datasets: readonly DatasetDescription[];
}

/** The list of datasets. */
export interface DatasetsPage extends DatasetsForm {
  readonly kind: "datasets";
  readonly facets: Readonly<Record<string, readonly FacetDescription[]>>;
  readonly datasets: readonly DatasetDescription[];
}

export interface DatasetPage extends PagePlace {
  readonly kind: "dataset";
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly CountedDescription[];
  readonly measures: readonly (MeasureLabel & { readonly description: string })[];
  readonly sources: readonly LoadedFrom[];
  /** Totals of every measure by year. */
  readonly years: Figure;
  readonly year: YearChoice;
  readonly views: readonly ViewLabel[];
  /** The total as a view splits it; `null` where nothing tells entries apart. */
  readonly split: Figure | null;
}

/** A source as the page of its dataset names it. */
export interface LoadedFrom {
  readonly id: number;
  readonly label: string;
  /** `null` for a file that was on the server. */
  readonly url: string | null;
  /** ISO 8601, UTC. */
  readonly loaded: string;
}

/** The list of a dataset's dimensions. */
export interface DimensionsPage extends PagePlace {
  readonly kind: "dimensions";
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly CountedDescription[];
}

export interface DimensionPage extends PagePlace {
  readonly kind: "dimension";
  readonly dataset: DatasetDescription;
  readonly dimension: CountedDescription;
  readonly precisions: Precisions;
  readonly year: YearChoice;
  /** Beginnings of words that members were searched for. */
  readonly q: string;
  readonly page: number;
  readonly pagesize: number;
  /** One page of the members, the largest first. */
  readonly members: Figure;
}

export interface MemberPage extends PagePlace {
  readonly kind: "member";
  readonly dataset: DatasetDescription;
  readonly dimension: DimensionDescription;
  /** All of the dataset. */
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
  readonly precisions: Precisions;
  readonly member: MemberDescription;
  /** Where its entries are; `null` where no path can lead there. */
  readonly entriesUrl: string | null;
  /** Totals of every measure by year. */
  readonly years: Figure;
  readonly year: YearChoice;
  readonly views: readonly ViewLabel[];
  readonly split: Figure | null;
  /** The same split by other dimensions. */
  readonly breakdowns: readonly Figure[];
  /** Dimensions that it is not split by here. */
  readonly leftOut: readonly DimensionDescription[];
  readonly largest: Pick<SearchFigure, "entries" | "query" | "count">;
}

/** Entries of a dataset, or of one member of it. */
export interface EntriesPage extends EntriesForm {
  readonly kind: "entries";
  readonly precisions: Precisions;
  readonly found: SearchFigure;
}

export interface EntryPage extends PagePlace {
  readonly kind: "entry";
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
  readonly precisions: Precisions;
  readonly measures: readonly MeasureLabel[];
  readonly entry: EntryDescription;
}

/** What every page about loads knows. */
interface LoadingPlace extends PagePlace {
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

/** A dataset as somebody splits it; `embed` for a frame on another page. */
export interface ExplorePage extends ExploreForm {
  readonly kind: "explore" | "embed";
  readonly precisions: Precisions;
  /** Years that there are. */
  readonly years: readonly string[];
  readonly state: ExploreState;
  /** What people call each of the state's cuts. */
  readonly cutLabels: readonly string[];
  readonly figure: Figure;
  /** The same over the years, for lines. */
  readonly lines: Figure | null;
  /** What to split by after a click into a cell; `null` where nothing is left. */
  readonly next: string | null;
}

/** Entries of several datasets. */
export interface SearchPage extends SearchForm {
  readonly kind: "search";
  readonly page: number;
  readonly pagesize: number;
  readonly datasets: readonly SearchedDescription[];
  /** `null` where nothing was asked. */
  readonly found: SearchFigure | null;
}

export interface SearchedDescription {
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
}

/** What programs can ask. */
export interface GuidePage extends PagePlace {
  readonly kind: "guide";
  readonly datasets: readonly DatasetDescription[];
  /** Names of the dimensions of the first dataset. */
  readonly dimensions: readonly string[];
  readonly examples: readonly Example[];
}

export interface Example {
  readonly title: string;
  readonly path: string;
}

/** The tax estimate with its working. */
export interface TaxPage extends PagePlace {
  readonly kind: "tax";
  /** `null` where nothing was asked. */
  readonly household: Household | null;
  readonly estimate: TaxEstimate | null;
  readonly explanation: readonly string[];
  readonly source: string;
  readonly year: string;
  /** What the country spent by function; `null` where no dataset says it. */
  readonly bought: { readonly figure: Figure; readonly label: string; readonly url: string } | null;
}

/** What a resource says to people: data, of which each kind of page makes its markup. */
export type PageContents =
  | HomePage
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
  | RunPage
  | ExplorePage
  | SearchPage
  | GuidePage
  | TaxPage
  | RefusedPage;
