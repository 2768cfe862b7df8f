import type { DatasetsForm, EntriesForm, ExploreForm, SearchForm } from "./forms.js";
import type { PagePlace } from "./page.js";

/** What is wrong with what a form sent. */
export interface RejectedForm {
  /** Each a sentence; what is wrong with one parameter begins with its name and a colon. */
  readonly errors: readonly string[];
  /** What was given for each parameter that a fault names, as it was typed. */
  readonly typed: Readonly<Record<string, readonly string[]>>;
}

export interface RefusedDatasets extends DatasetsForm {
  readonly kind: "refused datasets";
  readonly refused: RejectedForm;
}

export interface RefusedEntries extends EntriesForm {
  readonly kind: "refused entries";
  readonly refused: RejectedForm;
}

export interface RefusedExplorer extends ExploreForm {
  readonly kind: "refused explorer";
  readonly refused: RejectedForm;
}

export interface RefusedSearch extends SearchForm {
  readonly kind: "refused search";
  readonly refused: RejectedForm;
}

export interface RefusedTax extends PagePlace {
  readonly kind: "refused tax";
  /** Everything that was typed, by parameter. */
  readonly answers: Readonly<Record<string, string>>;
  readonly refused: RejectedForm;
}

/** A form that is shown again. */
export type RefusedPage = RefusedDatasets | RefusedEntries | RefusedExplorer | RefusedSearch | RefusedTax;
