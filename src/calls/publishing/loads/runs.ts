import type { Catalog } from "../../../store/catalog.js";
import type { RunRecord } from "../../../store/disk/manifest.js";
import { isOver, type Run, wholeError } from "./run.js";
import { trimRuns } from "./trim-runs.js";

/** The storage of runs. */
type RunStore = Pick<Catalog, "runs" | "changeRuns">;

/**
 * The runs of every dataset. Start and end of a run are stored on disk; its progress is only known here. A run ends
 * with its process. Its end is shown when its dataset is free for the next change, so that nobody who waited for it is
 * refused.
 */
export class Runs {
  readonly #store: RunStore;
  readonly #onEnd: (run: Run) => void;
  /** Runs of this process whose current state is not on disk. */
  readonly #live = new Map<string, Run>();
  /** Runs that have ended and are not shown so yet. */
  readonly #ended = new Map<string, Run>();

  /** @param onEnd called with every run that has ended */
  constructor(store: RunStore, onEnd: (run: Run) => void = () => {}) {
    this.#store = store;
    this.#onEnd = onEnd;
  }

  /** List the runs of a dataset, the most recent first. */
  of(dataset: string): readonly Run[] {
    return this.#shown((run) => run.dataset === dataset).toSorted((a, b) => b.id - a.id);
  }

  /** List the runs of every dataset, the last queued first. */
  all(): readonly Run[] {
    return this.#shown(() => true).toSorted((a, b) => Date.parse(b.queued) - Date.parse(a.queued) || b.id - a.id);
  }

  find(dataset: string, id: number): Run | undefined {
    return this.of(dataset).find((run) => run.id === id);
  }

  /**
   * Store runs that are about to start.
   * @throws Unwritable; then no run exists
   */
  async begin(runs: readonly Run[]): Promise<void> {
    for (const run of runs) this.#live.set(keyOf(run), run);
    try {
      await this.#store.changeRuns((stored) => trimRuns([...(stored as readonly Run[]), ...runs]));
    } catch (error) {
      for (const run of runs) this.#live.delete(keyOf(run));
      throw error;
    }
  }

  /** Record the progress of a run. */
  update(run: Run): void {
    this.#live.set(keyOf(run), run);
  }

  /**
   * Store the end of runs, even of runs that `begin` has not stored. It is shown by `showEnd`.
   * @param store stores them, possibly together with other changes
   * @throws the errors of `store`; then the runs have not ended
   */
  async end(
    runs: readonly Run[],
    store: (change: (stored: readonly RunRecord[]) => readonly RunRecord[]) => Promise<unknown> = (change) =>
      this.#store.changeRuns(change),
  ): Promise<void> {
    const keys = new Set(runs.map(keyOf));
    await store((stored) => trimRuns([...(stored as readonly Run[]).filter((run) => !keys.has(keyOf(run))), ...runs]));
    this.#note(runs);
    runs.forEach(this.#onEnd);
  }

  /** Store the end of failed runs. It is shown even if it cannot be stored. @throws Unwritable */
  async fail(runs: readonly Run[]): Promise<void> {
    this.#note(runs);
    await this.end(runs);
  }

  /** Show that runs have ended: their dataset is free. */
  showEnd(runs: readonly Run[]): void {
    for (const key of runs.map(keyOf)) {
      const ended = this.#ended.get(key);
      this.#ended.delete(key);
      if ((this.#store.runs as readonly Run[]).some((run) => keyOf(run) === key && isOver(run))) this.#live.delete(key);
      else if (ended) this.#live.set(key, ended);
    }
  }

  /** Forget runs that were never stored. */
  forget(runs: readonly Run[]): void {
    for (const key of runs.map(keyOf)) {
      this.#live.delete(key);
      this.#ended.delete(key);
    }
  }

  #note(runs: readonly Run[]): void {
    for (const run of runs) this.#ended.set(keyOf(run), run);
  }

  #shown(isWanted: (run: Run) => boolean): Run[] {
    const stored = (this.#store.runs as readonly Run[]).filter(isWanted).map(endInterrupted);
    const shown = new Map(stored.map((run) => [keyOf(run), run]));
    for (const run of this.#live.values()) if (isWanted(run)) shown.set(keyOf(run), run);
    return [...shown.values()];
  }

  /**
   * Mark the unfinished runs of an earlier process as failed, on disk.
   * @throws Unwritable; the runs are shown as failed all the same
   */
  async settle(): Promise<void> {
    const isInterrupted = (run: Run): boolean => !isOver(run) && !this.#live.has(keyOf(run));
    if (!(this.#store.runs as readonly Run[]).some(isInterrupted)) return;
    const ended = new Date().toISOString();
    await this.#store.changeRuns((stored) =>
      (stored as readonly Run[]).map((run) => (isInterrupted(run) ? { ...endInterrupted(run), ended } : run)),
    );
  }
}

/** Return a stored run that no process works on: if it is not over, it has failed. */
function endInterrupted(run: Run): Run {
  if (isOver(run)) return run;
  const message = "The server was stopped before this run was done, so nothing was loaded; load again";
  return { ...run, status: "failed", numErrors: 1, errors: [wholeError(message)] };
}

function keyOf({ dataset, id }: RunRecord): string {
  return `${id} ${dataset}`;
}
