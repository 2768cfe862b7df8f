import type { TableAnalysis } from "../../../sources/analysis/table-analysis.js";
import type { Progress } from "../../../sources/ingest/progress.js";
import type { SourceLayout } from "../../../core/model/layout.js";
import type { DraftCheck } from "./draft-check.js";
import type { ModelForm } from "./form/model-form.js";

/** A table that a user is about to publish, with its model and state. */
export interface Draft {
  /** Random, so that it cannot be guessed: 32 hexadecimal digits. */
  readonly id: string;
  /** Id of the user who created it. */
  readonly owner: string;
  /** Name to show: that of a file, without its path, or a URL. */
  readonly name: string;
  /** URL to fetch it from; `null` for an uploaded file. */
  readonly url: string | null;
  /** Sources to load, in order; empty until the draft has been read. */
  readonly sources: readonly DraftSource[];
  /** Analysis of the table; `null` until it is done, and for a data package, which describes itself. */
  readonly analysis: TableAnalysis | null;
  /** Name of the dataset that it adds to, whose model it has; `null` for a dataset of its own. */
  readonly into: string | null;
  /** The latest model as JSON text; empty until the draft has been read. */
  readonly model: string;
  /** The last contents of the form, if they are not a valid model; else `null`. */
  readonly typed: ModelForm | null;
  /** True to show the model as JSON, false as a form. */
  readonly asJson: boolean;
  /** The date of all rows, for a model that needs one if the table has none. */
  readonly date: string;
  readonly isPrivate: boolean;
  readonly skipInvalid: boolean;
  /** True to purge the version that it replaces; absent in drafts of earlier versions. */
  readonly purgeReplaced?: boolean;
  /** True to publish rows that add others up as entries; absent in drafts of earlier versions. */
  readonly countsTotals?: boolean;
  /** The work on it that is running; `null` if none is. */
  readonly work: CurrentWork | null;
  /** True if a process ended during its analysis, which has not ended since. */
  readonly interrupted: boolean;
  /** Result of the last check; `null` if there is none. */
  readonly check: DraftCheck | null;
  /** Why the last work failed; empty if it did not. */
  readonly errors: readonly string[];
  /** Sentences to store with the runs. */
  readonly notes: readonly string[];
  /** Path of the run that loads it, or of the last attempt. */
  readonly run: string | null;
}

export interface DraftSource {
  /** Identity of the source in its dataset. */
  readonly url: string;
  /** URL to fetch; `null` for the draft's own copy. */
  readonly from: string | null;
  readonly layout: SourceLayout | null;
}

export interface CurrentWork {
  readonly what: "read" | "check" | "load";
  /** True while it waits in the queue. */
  readonly isWaiting: boolean;
  /** `null` if unknown. */
  readonly progress: Progress | null;
}

export const NEW_DRAFT: Omit<Draft, "id" | "owner" | "name" | "url"> = {
  sources: [],
  analysis: null,
  into: null,
  model: "",
  typed: null,
  asJson: false,
  date: "",
  isPrivate: false,
  skipInvalid: false,
  purgeReplaced: false,
  countsTotals: false,
  work: null,
  interrupted: false,
  check: null,
  errors: [],
  notes: [],
  run: null,
};

/** Return the path of a draft's page. */
export function draftPath(id: string): string {
  return `/datasets/new/${id}`;
}

/** True if a draft could not be read, or not to the end: it only has errors. */
export function isUnreadable({ sources, work }: Pick<Draft, "sources" | "work">): boolean {
  return sources.length === 0 && work === null;
}
