import { changeTexts } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import type { Actor } from "../../../access/actor.js";
import { mayRead, mayUpdate } from "../../../access/permissions.js";
import type { Dataset } from "../../../store/dataset.js";
import { withoutFolder } from "../../reading/describe/loaded-from.js";
import type { Run, RunError } from "./run.js";

/**
 * Return the runs of a dataset's name that the caller may read. A run keeps the rights that it was made under: see
 * docs/publishing.md.
 * @param dataset the dataset of that name; `undefined` if there is none
 */
export function readableRuns(runs: readonly Run[], actor: Actor, dataset: Dataset | undefined): readonly Run[] {
  return runs.flatMap((run) => {
    if (mayManageRun(run, actor, dataset)) return [run];
    if (run.private) return isPublished(run, actor, dataset) ? [withoutPath(withoutCells(run))] : [];
    return mayRead(actor, dataset ?? run) ? [withoutPath(run)] : [];
  });
}

/**
 * True if the caller manages what a run changed, or was to change: the dataset that is there now or, if that is another
 * one of the same name, the one that the run was to create.
 */
export function mayManageRun(run: Run, actor: Actor, dataset: Dataset | undefined): boolean {
  return mayUpdate(actor, dataset && isRunOf(run, dataset) ? dataset : run);
}

/** Return a run without the cells that were not loaded: only those that were became public with the dataset. */
function withoutCells(run: Run): Run {
  const { groups: _, ...rest } = run;
  return run.errors.length === 0 ? rest : { ...rest, errors: [], notes: [...run.notes, WITHHELD] };
}

/** Return a run without the folder of its file on this machine, which concerns managers only. */
function withoutPath(run: Run): Run {
  const { source, errors, notes, warnings = [], warningCodes, groups } = run;
  const url = withoutFolder(source.url);
  if (url === source.url) return run;
  const folder = source.url.slice(0, -url.length);
  const shorten = (text: string): string => text.replaceAll(folder, "");
  const shortenAll = (all: readonly RunError[]): readonly RunError[] =>
    all.map((error) => ({ ...error, message: shorten(error.message) }));
  return {
    ...run,
    source: { ...source, url },
    errors: shortenAll(errors),
    notes: notes.map(shorten),
    warnings: warnings.map(shorten),
    ...(warningCodes && { warningCodes: warningCodes.map((each) => each && changeTexts(each, shorten)) }),
    ...(groups && { groups: groups.map(({ count, first }) => ({ count, first: shortenAll(first) })) }),
  };
}

const WITHHELD = phraseText("cells_withheld");

/** True if a run made while its dataset was private has become public with the data that it loaded. */
function isPublished(run: Run, actor: Actor, dataset: Dataset | undefined): boolean {
  return run.status === "complete" && dataset !== undefined && mayRead(actor, dataset);
}

/** True if a run is about a dataset, and not about an earlier attempt to create one of the same name. */
function isRunOf({ status, base, queued }: Run, { created }: Dataset): boolean {
  // Dropping a dataset removes its runs, so a complete run is about the dataset that there is.
  if (status === "complete") return true;
  return base === undefined ? Date.parse(queued) >= created.getTime() : base === created.toISOString();
}
