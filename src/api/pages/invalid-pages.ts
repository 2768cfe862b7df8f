import type { DatasetsForm, EntriesForm, ExploreForm, SearchForm } from "./forms.js";
import type { PagePlace } from "../page-place.js";

/** The errors of a form, and what was typed into it. */
export interface InvalidInput {
  /** Each a sentence; what is wrong with one parameter begins with its name and a colon. */
  readonly errors: readonly string[];
  /** The values of each parameter that an error names, as they were typed. */
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

export interface InvalidTaxPage extends PagePlace {
  readonly kind: "invalid tax";
  /** Everything that was typed, by parameter. */
  readonly answers: Readonly<Record<string, string>>;
  readonly invalid: InvalidInput;
}

/** A form that is shown again. */
export type InvalidPage =
  InvalidDatasetsPage | InvalidEntriesPage | InvalidExplorerPage | InvalidSearchPage | InvalidTaxPage;
