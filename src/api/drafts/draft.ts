import type { TableAnalysis } from "../../analysis/table-analysis.js";
import type { Progress } from "../../ingest/progress.js";
import type { SourceLayout } from "../../model/layout.js";
import type { DraftCheck } from "./draft-check.js";
import type { ModelForm } from "./form/model-form.js";

/** A table that somebody is going to publish, and what is to become of it. */
export interface Draft {
  /** Nobody guesses it. */
  readonly id: string;
  /** Name of the user whose it is. */
  readonly owner: string;
  /** As its owner calls it: a file without a path, or a URL. */
  readonly name: string;
  /** Where it is to be fetched from; `null` for a file that was sent. */
  readonly url: string | null;
  /** What is loaded, in order; none until it has been read. */
  readonly sources: readonly DraftSource[];
  /** What is in the table; `null` until it has been looked through, and of a data package, which says it itself. */
  readonly analysis: TableAnalysis | null;
  /** The model as JSON text, as it was last written; empty until it has been read. */
  readonly model: string;
  /** What was typed into the form last and is no model yet. */
  readonly typed: ModelForm | null;
  /** Whether the model is shown as JSON, and not as a form. */
  readonly asJson: boolean;
  /** The date of all rows, where the model asks for one and the table has none. */
  readonly date: string;
  readonly isPrivate: boolean;
  readonly skipInvalid: boolean;
  /** What is being done with it now. */
  readonly work: CurrentWork | null;
  /** What loading it would come to, as of the last check. */
  readonly check: DraftCheck | null;
  /** Why what was done last was not done. */
  readonly errors: readonly string[];
  /** What is worth telling with the runs. */
  readonly notes: readonly string[];
  /** Path of the run that loads it, or last tried to. */
  readonly run: string | null;
}

export interface DraftSource {
  /** What tells it from other sources of the dataset. */
  readonly url: string;
  /** What is fetched for it; `null` is the draft's own copy. */
  readonly from: string | null;
  readonly layout: SourceLayout | null;
}

export interface CurrentWork {
  readonly what: "read" | "check" | "load";
  /** Whether it still waits for its turn. */
  readonly isWaiting: boolean;
  /** As far as that is known. */
  readonly progress: Progress | null;
}

export const NEW_DRAFT: Omit<Draft, "id" | "owner" | "name" | "url"> = {
  sources: [],
  analysis: null,
  model: "",
  typed: null,
  asJson: false,
  date: "",
  isPrivate: false,
  skipInvalid: false,
  work: null,
  check: null,
  errors: [],
  notes: [],
  run: null,
};

/** Whether nothing came of reading one: all there is to it is why. */
export function isUnreadable({ sources, work }: Pick<Draft, "sources" | "work">): boolean {
  return sources.length === 0 && work === null;
}
