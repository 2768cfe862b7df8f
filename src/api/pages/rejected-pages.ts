import type { DatasetsForm, EntriesForm, ExploreForm, SearchForm } from "./forms.js";
import type { Place } from "./page.js";

/** What is wrong with what a form sent. */
export interface Refused {
  /** Each a sentence; what is wrong with one parameter begins with its name and a colon. */
  readonly faults: readonly string[];
  /** What was given for each parameter that a fault names, as it was typed. */
  readonly typed: Readonly<Record<string, readonly string[]>>;
}

export interface RefusedDatasets extends DatasetsForm {
  readonly kind: "refused datasets";
  readonly refused: Refused;
}

export interface RefusedEntries extends EntriesForm {
  readonly kind: "refused entries";
  readonly refused: Refused;
}

export interface RefusedExplorer extends ExploreForm {
  readonly kind: "refused explorer";
  readonly refused: Refused;
}

export interface RefusedSearch extends SearchForm {
  readonly kind: "refused search";
  readonly refused: Refused;
}

export interface RefusedTax extends Place {
  readonly kind: "refused tax";
  /** Everything that was typed, by parameter. */
  readonly answers: Readonly<Record<string, string>>;
  readonly refused: Refused;
}

/** A form that is shown again. */
export type RefusedPage = RefusedDatasets | RefusedEntries | RefusedExplorer | RefusedSearch | RefusedTax;
