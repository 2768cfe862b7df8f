import type { Clause } from "../../../core/query/clauses.js";
import type { DatasetDescription } from "../../reading/describe/describe-dataset.js";
import type { DimensionDescription } from "../../reading/describe/describe-dimension.js";
import type { MemberDescription } from "../../reading/describe/describe-member.js";
import type { PagePlace } from "../../page-place.js";
import type { TypedState } from "./explore-state.js";
import type { MeasureLabel } from "../../../core/model/measure-label.js";

/** The choices of a user who browses entries; empty if nothing was chosen. */
export interface Browsing {
  readonly q: string;
  readonly filters: readonly Clause[];
  readonly fq: readonly string[];
  /** Measure that `min` and `max` apply to. */
  readonly measure: string;
  readonly min: string;
  readonly max: string;
  readonly order: string;
  /** Fields to show; empty for as many as fit. */
  readonly columns: readonly string[];
  readonly page: number;
  readonly pagesize: number;
}

/** The form to choose entries of a dataset, or of one of its members. */
export interface EntriesForm extends PagePlace {
  readonly dataset: DatasetDescription;
  readonly of: { readonly dimension: DimensionDescription; readonly member: MemberDescription } | null;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
  readonly requested: Browsing;
}

/** The form to choose how to split a dataset. */
export interface ExploreForm extends PagePlace {
  readonly dataset: DatasetDescription;
  readonly dimensions: readonly DimensionDescription[];
  readonly measures: readonly MeasureLabel[];
  readonly formulas: readonly MeasureLabel[];
  readonly typed: TypedState;
}

/** The form to filter the list of datasets. */
export interface DatasetsForm extends PagePlace {
  /** Search words. */
  readonly q: string;
  /** Required codes by parameter. */
  readonly chosen: Readonly<Record<string, readonly string[]>>;
}

/** The form to search several datasets. */
export interface SearchForm extends PagePlace {
  readonly q: string;
  /** Names of the datasets to search; empty for all. */
  readonly named: readonly string[];
  /** Requested category of datasets; empty for any. */
  readonly category: string;
}
