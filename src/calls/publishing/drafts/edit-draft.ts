import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import type { Actor } from "../../../access/actor.js";
import { Conflict, InvalidModel } from "../../../core/errors/errors.js";
import { readJson } from "../../../core/model/parse/read-json.js";
import type { DraftContext } from "./draft-context.js";
import type { Draft } from "./draft.js";
import { BUSY, type DraftChange } from "./drafts.js";
import type { ModelForm } from "./form/model-form.js";
import { writeForm } from "./form/write-form.js";

/** An edit of a draft by its owner. */
export interface DraftEdit {
  /** The model: JSON text, or a form. */
  readonly model: string | ModelForm;
  readonly date: string;
  readonly isPrivate: boolean;
  readonly skipInvalid: boolean;
  readonly purgeReplaced: boolean;
  readonly countsTotals: boolean;
}

/**
 * Store an edit of a draft, even if it is not a valid model yet.
 * @returns the changed draft
 * @throws Conflict while work on the draft is running, InvalidModel if the form is not a model yet, Unwritable
 */
export async function editDraft(
  { drafts }: DraftContext,
  actor: Actor,
  draft: Draft,
  { model, ...edit }: DraftEdit,
): Promise<Draft> {
  if (draft.work !== null) throw new Conflict(BUSY);
  const written = typeof model === "string" ? { model, typed: null } : fillIn(draft, model);
  const isSame = written.model === draft.model && edit.date === draft.date && written.typed === null;
  await drafts.change(draft.id, { ...edit, ...written, errors: [], ...(isSame ? {} : { check: null }) });
  if (written.typed !== null) throw new InvalidModel(errorText("correct_marked_fields"));
  return drafts.find(draft.id, actor);
}

/**
 * Show the model of a draft as a form, or as JSON.
 * @throws InvalidModel if the model is not JSON, so that it has no form
 */
export async function showDraftAs({ drafts }: DraftContext, { id, model }: Draft, as: "form" | "json"): Promise<void> {
  if (as === "form") readJson(model, phraseText("the_model"));
  await drafts.change(id, { asJson: as === "json" });
}

function fillIn({ model, analysis }: Draft, form: ModelForm): Pick<DraftChange, "model" | "typed"> & { model: string } {
  const document = readJson(model, phraseText("the_model"));
  const written = writeForm(document, form, analysis);
  if ("errors" in written) return { model, typed: form };
  const isSame = JSON.stringify(document) === JSON.stringify(written.document);
  return { model: isSame ? model : JSON.stringify(written.document, null, 2), typed: null };
}
