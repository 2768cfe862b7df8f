import { UserError } from "../../../core/errors/errors.js";
import type { Progress } from "../../../sources/ingest/progress.js";
import type { DraftContext } from "./draft-context.js";
import type { CurrentWork, Draft } from "./draft.js";
import type { DraftChange } from "./drafts.js";

/** Some work on a draft. @returns the changes of the draft */
export type DraftWork = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<DraftChange>;

/**
 * Do work on a draft in the background, in its owner's turn. The draft shows the progress and, at the end, the result.
 * @returns settles when the work has ended; never rejects
 * @throws Conflict when other work on the draft is running, OverCapacity when the queue is full
 */
export function doWork(
  { loads, drafts }: DraftContext,
  { id, owner }: Draft,
  what: CurrentWork["what"],
  work: DraftWork,
): Promise<void> {
  loads.queue.checkCapacity();
  const signal = drafts.beginWork(id, what);
  const own = async (): Promise<DraftChange> => {
    drafts.noteProgress(id, signal, null);
    return work(signal, (progress) => drafts.noteProgress(id, signal, progress));
  };
  const explain = (error: unknown): DraftChange => {
    if (error instanceof UserError) return { errors: error.errors };
    if (!signal.aborted) loads.onError(error);
    return { errors: ["This failed because of an error in the program; the server's log has the cause"] };
  };
  const done = loads.queue
    .run(owner, own, signal)
    .catch(explain)
    .then((change) => drafts.endWork(id, signal, change))
    .catch((error: unknown) => {
      if (!(error instanceof UserError)) loads.onError(error);
    });
  drafts.follow(done);
  return done;
}
