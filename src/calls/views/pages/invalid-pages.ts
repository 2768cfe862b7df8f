import type { DatasetsForm, EntriesForm, ExploreForm, SearchForm } from "./forms.js";
import type { FeaturePage } from "../../page-place.js";

/** The errors of a form and the values that were typed into it. */
export interface InvalidInput {
  /** Sentences; an error about one parameter begins with the parameter's name and a colon. */
  readonly errors: readonly string[];
  /** The typed values of each parameter that an error names. */
  readonly typed: Readonly<Record<string, readonly string[]>>;
}

export interface InvalidDatasetsPage extends DatasetsForm {
  readonly kind: "invalid datasets";
  readonly invalid: InvalidInput;
}

export interface InvalidEntriesPage extends EntriesForm {
  readonly kind: "invalid entries";
  readonly invalid: InvalidInput;
}

export interface InvalidExplorerPage extends ExploreForm {
  readonly kind: "invalid explorer";
  readonly invalid: InvalidInput;
}

export interface InvalidSearchPage extends SearchForm {
  readonly kind: "invalid search";
  readonly invalid: InvalidInput;
}

/** A form of a feature, which draws it. */
export interface InvalidFeaturePage extends FeaturePage {
  readonly invalid: InvalidInput;
}

/** A page with a form that is shown again. */
export type InvalidPage =
  | InvalidDatasetsPage
  | InvalidEntriesPage
  | InvalidExplorerPage
  | InvalidSearchPage
  | InvalidFeaturePage;
