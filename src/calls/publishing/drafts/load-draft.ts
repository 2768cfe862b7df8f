import type { Actor } from "../../../access/actor.js";
import { errorText } from "../../../core/errors/error-text.js";
import { InvalidModel, UserError } from "../../../core/errors/errors.js";
import { enqueue, type Enqueued, refuseSecond } from "../loads/enqueue.js";
import { runUrl } from "../loads/links.js";
import type { LoadRequest } from "../loads/load-request.js";
import { STRICT } from "../loads/load-rules.js";
import { modelAfter } from "../loads/model-after.js";
import { planLoad } from "../loads/plan-task.js";
import { refuseStranger } from "../loads/request-load.js";
import type { DraftContext } from "./draft-context.js";
import type { Draft } from "./draft.js";
import { draftSources, readDraftModel } from "./draft-source.js";
import { openTotals } from "./table-choice.js";

/**
 * Load a draft as the loading call would. Removes the draft after a successful load and keeps it after a failed one.
 * @returns the path of the run
 * @throws InvalidModel with all errors, or while amounts may count twice, Forbidden, Conflict, OverCapacity, Unwritable
 */
export async function loadDraft(context: DraftContext, actor: Actor, draft: Draft): Promise<string> {
  const { loads, drafts } = context;
  const { id, isPrivate, skipInvalid, purgeReplaced = false } = draft;
  const { model, warnings } = readDraftModel(draft);
  if (openTotals(draft).length > 0) throw new InvalidModel(errorText("totals_unanswered"));
  const { name } = model.dataset;
  const stored = context.catalog.get(name);
  if (stored) refuseStranger(actor, stored);
  refuseSecond(loads, name);
  if (stored) modelAfter(stored, model);
  const request: LoadRequest = {
    private: isPrivate,
    ...STRICT,
    skipInvalid,
    purgeReplaced,
    model,
    sources: draftSources(draft, model, drafts.folder.tableOf(id)),
    by: actor,
    download: loads.download,
    managers: actor.id === null ? [] : [actor.id],
    replace: false,
    skipUnchanged: true,
    notes: [...new Set([...draft.notes, ...warnings])],
  };
  const signal = drafts.beginWork(id, "load");
  let enqueued: Enqueued;
  try {
    enqueued = await enqueue(loads, actor, name, () => planLoad(loads.services, request));
    await drafts.change(id, { run: runUrl("", enqueued.runs[0]!) }).catch(() => {});
  } catch (error) {
    await drafts.endWork(id, signal, {});
    throw error;
  }
  const keep = (): Promise<void> =>
    drafts.endWork(id, signal, { errors: ["It could not be loaded: its run shows why"] });
  enqueued.done
    .then(() => drafts.drop(id), keep)
    .catch((error: unknown) => {
      if (!(error instanceof UserError)) loads.onError(error);
    });
  return runUrl("", enqueued.runs[0]!);
}
