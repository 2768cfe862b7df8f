import type { Catalog } from "../../store/catalog.js";
import type { RunRecord } from "../../store/disk/manifest.js";
import { isOver, type Run, wholeError } from "./run.js";
import { trimRuns } from "./trim-runs.js";

/** Where runs are kept. */
type Advisor = Pick<Catalog, "runs" | "changeRuns">;

/**
 * The runs of every dataset. What has begun and what has ended is on the disk; how far a run has come is known here
 * alone, and with the process the run ends, too.
 */
export class Runs {
  readonly #advisor: Advisor;
  readonly #onEnd: (run: Run) => void;
  /** What has begun here and is not known to be on the disk as it is. */
  readonly #live = new Map<string, Run>();

  /** @param onEnd told of every run that has ended */
  constructor(advisor: Advisor, onEnd: (run: Run) => void = () => {}) {
    this.#advisor = advisor;
    this.#onEnd = onEnd;
  }

  /** The runs of a dataset, the last begun first. */
  of(dataset: string): readonly Run[] {
    return this.#shown((run) => run.dataset === dataset).toSorted((a, b) => b.id - a.id);
  }

  /** The runs of every dataset, the last queued first. */
  all(): readonly Run[] {
    return this.#shown(() => true).toSorted((a, b) => Date.parse(b.queued) - Date.parse(a.queued) || b.id - a.id);
  }

  find(dataset: string, id: number): Run | undefined {
    return this.of(dataset).find((run) => run.id === id);
  }

  /**
   * Keep runs that are about to be done.
   * @throws Unwritable; then there are none
   */
  async begin(runs: readonly Run[]): Promise<void> {
    for (const run of runs) this.#live.set(keyOf(run), run);
    try {
      await this.#advisor.changeRuns((kept) => trimRuns([...(kept as readonly Run[]), ...runs]));
    } catch (error) {
      for (const run of runs) this.#live.delete(keyOf(run));
      throw error;
    }
  }

  /** Say how far a run has come. */
  update(run: Run): void {
    this.#live.set(keyOf(run), run);
  }

  /**
   * Keep how runs have ended, begun before or not. Where they cannot be kept, they are known until the process ends.
   * @param keep keeps them with whatever else has changed
   * @throws what `keep` throws; the runs have not ended then
   */
  async end(
    runs: readonly Run[],
    keep: (change: (kept: readonly RunRecord[]) => readonly RunRecord[]) => Promise<unknown> = (change) =>
      this.#advisor.changeRuns(change),
  ): Promise<void> {
    const keys = new Set(runs.map(keyOf));
    await keep((kept) => trimRuns([...(kept as readonly Run[]).filter((run) => !keys.has(keyOf(run))), ...runs]));
    for (const key of keys) this.#live.delete(key);
    runs.forEach(this.#onEnd);
  }

  /** Leave no trace of runs that were never kept. */
  forget(runs: readonly Run[]): void {
    for (const run of runs) this.#live.delete(keyOf(run));
  }

  #shown(isWanted: (run: Run) => boolean): Run[] {
    const kept = (this.#advisor.runs as readonly Run[]).filter(isWanted).map(endInterrupted);
    const shown = new Map(kept.map((run) => [keyOf(run), run]));
    for (const run of this.#live.values()) if (isWanted(run)) shown.set(keyOf(run), run);
    return [...shown.values()];
  }

  /**
   * Settle what a process that is gone has left undone.
   * @throws Unwritable; then they are told to have failed all the same
   */
  async settle(): Promise<void> {
    const isInterrupted = (run: Run): boolean => !isOver(run) && !this.#live.has(keyOf(run));
    if (!(this.#advisor.runs as readonly Run[]).some(isInterrupted)) return;
    const ended = new Date().toISOString();
    await this.#advisor.changeRuns((kept) =>
      (kept as readonly Run[]).map((run) => (isInterrupted(run) ? { ...endInterrupted(run), ended } : run)),
    );
  }
}

/** A run that nobody works on. */
function endInterrupted(run: Run): Run {
  if (isOver(run)) return run;
  const message = "The server was ended before this run was done, and nothing of it was loaded; load again";
  return { ...run, status: "failed", numErrors: 1, errors: [wholeError(message)] };
}

function keyOf({ dataset, id }: RunRecord): string {
  return `${id} ${dataset}`;
}
