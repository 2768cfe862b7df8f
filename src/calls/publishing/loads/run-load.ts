import { countText, phraseText } from "../../../core/errors/phrase-text.js";
import { errorText } from "../../../core/errors/error-text.js";
import { isIntended } from "../../../core/errors/intended.js";
import { checkTable } from "./check-table.js";
import { checkStill } from "../../../access/permissions.js";
import { UNBOUNDED } from "../../../core/engine/bounds.js";
import { isUnchanged } from "../../../core/engine/changed-rows.js";
import type { Engine } from "../../../core/engine/engine.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { BadSource, Unwritable } from "../../../core/errors/errors.js";
import { type FetchedContent, Unchanged } from "../../../sources/ingest/fetch/content.js";
import { addReports, type LoadReport, NO_ROWS } from "../../../sources/ingest/report.js";
import type { LoadedTable, TableLoad } from "../../../sources/ingest/table-loader.js";
import type { Model } from "../../../core/model/cube.js";
import { isSameButForLabels } from "../../../core/model/edit/difference.js";
import { shareFields } from "../../../core/model/shared-fields.js";
import type { Dataset, LoadedSource } from "../../../store/dataset.js";
import { sumUp } from "../../reading/lookup/sum-up.js";
import { auditLoad } from "./audit-load.js";
import { explainLoss, emptySource, hasNoRows, takenEntries } from "./check-loss.js";
import { isCorrectedAnew, withEditedCorrections } from "./correct-entries.js";
import { correctEntries } from "./part-entries.js";
import { describeNext } from "./describe-next.js";
import { completeRun, failedRun, loadedRun } from "./end-runs.js";
import type { LoadResult } from "./load-request.js";
import type { LoadServices } from "./load-services.js";
import { measureSmall } from "../../reading/entries/measure-version.js";
import { modelAfter } from "./model-after.js";
import { warnOfOtherYear } from "./other-year.js";
import { isSameModel } from "./plan-task.js";
import { purgeReplaced } from "./purge-versions.js";
import { SourceCopies } from "./source-copies.js";
import type { Run, RunOutcome } from "./run.js";
import type { Step, Task } from "./task.js";

/** The results of the steps that are done. */
interface Done {
  /** Data that the next step builds upon; `null` for an empty dataset. */
  readonly engine: Engine | null;
  readonly sources: readonly LoadedSource[];
  readonly runs: readonly Run[];
  readonly reports: readonly LoadReport[];
}

/**
 * Run a task: change a dataset as planned. The new version becomes visible at once, when all of it is on disk.
 * @throws the error of the step that failed; then nothing has changed
 */
export async function runLoad(services: LoadServices, task: Task): Promise<LoadResult> {
  const { status, reasons } = services.catalog.health;
  if (status === "read-only") throw new Unwritable(reasons);
  // Pin the version that the load builds upon: the dataset may be changed or dropped meanwhile.
  const reading = services.catalog.beginReading();
  const stored = services.catalog.get(task.model.dataset.name);
  reading.seal();
  try {
    const result = await auditLoad(services, task, () => changeDataset(services, task, stored));
    if (!task.purgeReplaced || !stored) return result;
    return { ...result, purged: await purgeReplaced(services, stored, task.by) };
  } finally {
    reading.end();
  }
}

async function changeDataset(services: LoadServices, task: Task, stored: Dataset | undefined): Promise<LoadResult> {
  const { catalog, runs } = services;
  const previous = task.replace ? undefined : stored;
  const model = previous ? modelAfter(previous, task.model) : task.model;
  const copies = task.keepSources || catalog.keepsSources ? new SourceCopies(task.download.directory) : null;
  let done: Done = { engine: previous?.engine ?? null, sources: previous?.sources ?? [], runs: [], reports: [] };
  const dispose = (): void => {
    if (done.engine && done.engine !== previous?.engine) done.engine.dispose();
  };
  let dataset: Dataset;
  try {
    if (previous && isCorrectedAnew(previous.model, model)) {
      done = { ...done, engine: await correctEntries({ ...task, services }, model, previous.engine) };
    }
    for (const step of task.steps.map((each) => withCorrections(each, task.model, model))) {
      const next = await takeStep(services, task, step, done, {
        known: knownContent(task, step, model, previous, copies !== null),
        copies,
        numEntries: stored?.engine.numEntries ?? 0,
        isNext: previous !== undefined,
      });
      dispose();
      done = next;
    }
    const engine = done.engine!;
    const outcome = await outcomeOf(model, engine);
    const isChanged = !stored || (await differs(stored, { model, engine }, task.signal));
    const losses =
      stored && isLoad(task) ? explainLoss(await outcomeOf(stored.model, stored.engine), outcome, model) : [];
    const warnings = [
      ...losses,
      ...(await checkTable(model, engine, task.signal, {
        filled: await services.catalog.fillCrosswalks({ ...task, model }),
        others: await catalog.warnOfCrosswalks({ ...task, model, engine }),
      })),
    ];
    if (task.failsOnWarnings) refuseWarned(task, done, warnings);
    await runs.end(
      done.runs.map((run) => completeRun(warnOf(run, warnings), outcome)),
      async (changeRuns) => {
        dataset = await catalog.publish({
          model,
          asLoaded: task.model,
          engine,
          sources: done.sources.toSorted((a, b) => a.id - b.id),
          lastSource: lastSource(task, previous),
          totals: outcome.totals,
          isChanged,
          copies: copies?.built,
          changeRuns,
          base: stored,
          private: task.private,
          managers: task.managers,
          check: checkStill(task.by, model.dataset.name),
        });
      },
    );
    await measureSmall(services, dataset!);
    const sum = addReports(done.reports);
    const report = { ...sum, warnings: [...sum.warnings, ...warnings] };
    return { dataset: dataset!, report, totals: new Map(outcome.totals), unchanged: false };
  } catch (error) {
    dispose();
    if (error instanceof Unchanged) return concludeUnchanged(services, task, stored!);
    throw error;
  } finally {
    await copies?.remove();
  }
}

/** True if a load has changed entries, or the model in more than labels. */
async function differs(
  stored: Dataset,
  { model, engine }: Pick<Dataset, "model" | "engine">,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (engine.numEntries !== stored.engine.numEntries || !isSameButForLabels(stored.model, model)) return true;
  const bounds = { ...UNBOUNDED, signal };
  return withReader(engine, bounds, (after) =>
    withReader(
      stored.engine,
      bounds,
      async (before) => !isUnchanged(await after.compare(before, shareFields(stored.model, model), 1)),
    ),
  );
}

/** Read a source with the corrections that were edited. */
function withCorrections(step: Step, given: Model, edited: Model): Step {
  return { ...step, model: withEditedCorrections(step.model, given, edited) };
}

/** @throws BadSource with all warnings, if there are any */
function refuseWarned({ steps }: Task, { reports }: Done, ofDataset: readonly string[]): void {
  const notes = steps.flatMap(({ run }) => run.notes);
  const reported = [...notes, ...reports.flatMap(({ warnings }) => warnings), ...ofDataset];
  const all = [...new Set(reported)].filter((warning) => !isIntended(warning));
  if (all.length === 0) return;
  throw new BadSource([
    errorText("no_row_accepted", { count: countText(all.length, "one_warning", "some_warnings") }),
    ...all,
  ]);
}

/** True if a task loads a source; false if it only removes one. */
function isLoad({ steps }: Task): boolean {
  return steps.some(({ address }) => address !== null);
}

function warnOf(run: Run, warnings: readonly string[]): Run {
  return { ...run, warnings: [...(run.warnings ?? []), ...warnings] };
}

interface StepFacts {
  readonly numEntries: number;
  readonly copies: SourceCopies | null;
  /** True if the dataset has been there, so that the source is the next of a series. */
  readonly isNext: boolean;
}

/**
 * Load one source on top of the steps before.
 * @param numEntries of the dataset before the task
 * @param copies gets a copy of the source; `null` if none is kept
 */
async function takeStep(
  { loader, runs }: LoadServices,
  task: Task,
  { run: queued, address, model }: Step,
  done: Done,
  { known, numEntries, copies, isNext }: Pick<TableLoad, "known"> & StepFacts,
): Promise<Done> {
  const run: Run = { ...queued, status: "running", started: new Date().toISOString() };
  runs.update(run);
  const { id, url } = run.source;
  const copyTo = address ? await copies?.begin() : undefined;
  const loaded: LoadedTable = await loader.load({
    model,
    source: address,
    download: task.download,
    previous: done.engine,
    sourceId: id,
    skipInvalid: task.skipInvalid,
    unique: task.unique,
    known,
    copyTo,
    onProgress: (progress) => {
      const { rows: rowsRead, bytesRead, bytesTotal } = progress;
      runs.update({ ...run, counts: { ...run.counts, rowsRead, bytesRead, bytesTotal } });
      task.onProgress?.(progress);
    },
    signal: task.signal,
  });
  const { engine, content } = loaded;
  const found = isNext && address ? await withSeries(loaded, done, run, model, task.unique) : loaded.report;
  const report = address ? { ...found, warnings: [...found.warnings, ...warnOfOtherYear(model, url)] } : found;
  if (address && !task.allowEmpty && hasNoRows(report) && numEntries > 0) {
    engine.dispose();
    throw emptySource(report, url, numEntries);
  }
  const ended = loadedRun(run, report);
  runs.update(ended);
  const others = done.sources.filter((source) => source.id !== id);
  const rejected = report.rowsRejected > 0;
  if (copyTo !== undefined && content) copies!.add({ path: copyTo, digest: content.digest });
  const kept = copyTo === undefined ? {} : ({ kept: true } as const);
  const source = content && {
    id,
    url,
    loaded: new Date(),
    content: { ...content, rejected, ...kept },
    layout: model.layout,
  };
  return {
    engine,
    sources: source ? [...others, source] : others,
    runs: [...done.runs, ended],
    reports: [...done.reports, report],
  };
}

/**
 * Add to a report how its source relates to what was there.
 * @throws BadSource if keys must be unique, and the engine, as a cluster, has not refused rows with those of other sources
 */
async function withSeries(
  { engine, report }: LoadedTable,
  done: Done,
  { source: { id } }: Run,
  model: Model,
  isUnique: boolean,
): Promise<LoadReport> {
  const before = done.engine && { model, engine: done.engine, sources: done.sources };
  if (!before) return report;
  try {
    const { sentences, taken } = await describeNext({ before, after: engine, id });
    if (isUnique && taken > 0) throw takenEntries(taken);
    return { ...report, series: sentences };
  } catch (error) {
    engine.dispose();
    throw error;
  }
}

/**
 * Return the file whose repeated load would change nothing, else `null`: the same rows, under the same model, and no
 * other source was loaded since.
 * @param isKept true if the file should be kept from now on
 */
function knownContent(
  task: Task,
  { run, model: readUnder }: Step,
  model: Model,
  previous: Dataset | undefined,
  isKept: boolean,
): FetchedContent | null {
  if (!task.skipUnchanged || !previous || task.steps.length > 1 || previous.lastSource !== run.source.id) return null;
  const source = previous.sources.find(({ id }) => id === run.source.id);
  const content = source?.content;
  if (!content || content.rejected || (isKept && !content.kept) || !isSameModel(previous.model, model)) return null;
  if (JSON.stringify(source.layout ?? null) !== JSON.stringify(readUnder.layout)) return null;
  return { digest: content.digest, etag: content.etag, lastModified: content.lastModified };
}

/**
 * Return the source that was loaded last: only its entries are certain to be its own. `undefined` if that source is
 * removed.
 */
function lastSource({ steps }: Task, previous: Dataset | undefined): number | undefined {
  const { address, run } = steps.at(-1)!;
  if (address) return run.source.id;
  return previous?.lastSource === run.source.id ? undefined : previous?.lastSource;
}

async function concludeUnchanged({ runs }: LoadServices, { steps }: Task, dataset: Dataset): Promise<LoadResult> {
  const [{ run }] = steps as readonly [Step];
  const outcome = await outcomeOf(dataset.model, dataset.engine);
  const note = phraseText("file_unchanged");
  const running: Run = { ...run, started: run.started ?? run.queued, notes: [note] };
  await runs.end([completeRun(running, outcome)]);
  return { dataset, report: NO_ROWS, totals: new Map(outcome.totals), unchanged: true };
}

/**
 * Mark every run of a task as failed.
 * @throws Unwritable when that cannot be stored; the runs still show it until the process ends
 */
export async function failTask(
  { runs, catalog }: Pick<LoadServices, "runs" | "catalog">,
  { steps, model }: Task,
  error: unknown,
): Promise<void> {
  const now = steps.map(({ run }) => runs.find(run.dataset, run.id) ?? run);
  const failing = now.findLast(({ started }) => started !== null) ?? now[0];
  // The dataset may have been retracted while the run was going on.
  const isPrivate = catalog.get(model.dataset.name)?.private ?? false;
  const failed = now.map((run) => failedRun({ ...run, private: run.private || isPrivate }, error, run === failing));
  await runs.fail(failed);
}

async function outcomeOf(model: Model, engine: Engine): Promise<RunOutcome> {
  return { numEntries: engine.numEntries, totals: await sumUp(model, engine) };
}
