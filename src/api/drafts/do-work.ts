import { UserError } from "../../errors/errors.js";
import type { Progress } from "../../ingest/progress.js";
import type { DraftContext } from "./draft-context.js";
import type { CurrentWork, Draft } from "./draft.js";
import type { DraftChange } from "./drafts.js";

/** Some work on a draft. @returns what comes of it */
export type DraftWork = (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<DraftChange>;

/**
 * Do something with a draft in its owner's turn, however long it takes: the draft says how far it has come, and then
 * what came of it.
 * @returns settles when it is over, and never rejects
 * @throws Conflict when something is being done with it, OverCapacity when too much waits already
 */
export function doWork(
  { loads, drafts }: DraftContext,
  { id, owner }: Draft,
  what: CurrentWork["what"],
  work: DraftWork,
): Promise<void> {
  loads.queue.checkRoom();
  const signal = drafts.beginWork(id, what);
  const own = async (): Promise<DraftChange> => {
    drafts.noteProgress(id, signal, null);
    return work(signal, (progress) => drafts.noteProgress(id, signal, progress));
  };
  const explain = (error: unknown): DraftChange => {
    if (error instanceof UserError) return { errors: error.errors };
    if (!signal.aborted) loads.onError(error);
    return { errors: ["The program has a fault, and it was not done; whoever looks after the server is told of it"] };
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
