import type { Clause } from "../../query/clauses.js";
import type { DatasetDescription } from "../describe/describe-dataset.js";
import type { DimensionDescription } from "../describe/describe-dimension.js";
import type { MemberDescription } from "../describe/describe-member.js";
import type { PagePlace } from "../page-place.js";
import type { TypedState } from "./explore-state.js";
import type { MeasureLabel } from "./figure.js";

/** What somebody who browses entries has chosen; empty where nothing was. */
export interface Browsing {
  readonly q: string;
  readonly filters: readonly Clause[];
  readonly fq: readonly string[];
  /** Measure of the range. */
  readonly measure: string;
  readonly min: string;
  readonly max: string;
  readonly order: string;
  /** Fields to show; none means as many as there is room for. */
  readonly columns: readonly string[];
  readonly page: number;
  readonly pagesize: number;
}

/** By what entries of a dataset, or of one member of it, are chosen. */
export interface EntriesForm extends PagePlace {
  readonly dataset: DatasetDescription;
  readonly of: { readonly dimension: DimensionDescription; readonly member: MemberDescription } | null;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
  readonly requested: Browsing;
}

/** By what it is chosen how a dataset is split. */
export interface ExploreForm extends PagePlace {
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
  readonly typed: TypedState;
}

/** By what the list of datasets is narrowed down. */
export interface DatasetsForm extends PagePlace {
  /** Words that they are searched for. */
  readonly q: string;
  /** Codes that they have to have, by parameter. */
  readonly chosen: Readonly<Record<string, readonly string[]>>;
}

/** By what several datasets are searched. */
export interface SearchForm extends PagePlace {
  readonly q: string;
  /** Datasets that the search is narrowed down to. */
  readonly named: readonly string[];
  /** Their category as it was asked for; empty for any. */
  readonly category: string;
}
