import type { Actor } from "../../access/actor.js";
import { Conflict } from "../../errors/errors.js";
import type { Context } from "../context.js";
import type { LoadRequest } from "../load.js";
import { refuseOtherMapping } from "../loads/carry-out.js";
import { enqueue, refuseSecond } from "../loads/enqueue.js";
import { runUrl } from "../loads/links.js";
import { planLoad } from "../loads/plan-task.js";
import { refuseStranger } from "../loads/request-load.js";
import { draftSource, readDraftModel } from "./draft-source.js";
import type { Draft } from "./drafts.js";

export interface DraftLoad {
  readonly private: boolean;
  readonly skipInvalid: boolean;
}

/**
 * Load a draft as the loading call would. The draft is gone when it is loaded, and stays when it could not be.
 * @returns the path of the run
 * @throws InvalidModel with every fault, Forbidden, Conflict, OverCapacity, Unwritable
 */
export async function loadDraft(context: Context, actor: Actor, draft: Draft, flags: DraftLoad): Promise<string> {
  const { loads, drafts } = context;
  if (draft.isLoading) throw new Conflict("The file is being loaded; wait until that is done");
  const { model, warnings } = readDraftModel(draft);
  const { name } = model.dataset;
  const stored = context.catalog.get(name);
  if (stored) refuseStranger(actor, stored);
  refuseSecond(loads, name);
  if (stored) refuseOtherMapping(stored.model, model);
  const request: LoadRequest = {
    ...flags,
    model,
    sources: [draftSource(draft, model)],
    user: actor.name,
    download: loads.download,
    managers: actor.name === null ? [] : [actor.name],
    replace: false,
    skipUnchanged: true,
    notes: warnings,
  };
  drafts.change(draft.id, { isLoading: true });
  const keep = (): void => drafts.change(draft.id, { isLoading: false });
  const { runs, done } = await enqueue(loads, actor, name, () => planLoad(loads.desk, request)).catch(
    (error: unknown) => {
      keep();
      throw error;
    },
  );
  done.then(() => drafts.drop(draft.id), keep).catch(loads.onFault);
  return runUrl("", runs[0]!);
}
