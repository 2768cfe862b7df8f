import { phraseText } from "../../../core/errors/phrase-text.js";
import { actorOf } from "../../../access/actor.js";
import { Clashing, editDataset, mergeTexts } from "../../../calls/publishing/manage/edit-model.js";
import { findManaged } from "../../../calls/publishing/manage/editor.js";
import { refuseSecond } from "../../../calls/publishing/loads/enqueue.js";
import {
  checkModel,
  type ModelEditForm,
  readModelEdits,
  readTypedEdits,
  type Texts,
} from "../../../calls/publishing/manage/model-form.js";
import { Forbidden, InvalidModel, UserError } from "../../../core/errors/errors.js";
import { composeRows } from "../../pages/manage/model-rows.js";
import type { Unsaved } from "../../pages/manage/model-form.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { showForm } from "./ask-to-sign-in.js";
import { OUT_OF_DATE, readPostedForm, refuseOtherFormats } from "./posted-form.js";
import { requireSession } from "./require-session.js";
import type { ServerContext } from "./server-context.js";

/** `GET /{dataset}/editor/model`: show the form for a dataset's metadata and the labels of its fields. */
export async function showModelEditor(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const name = input.segments.get("dataset")!;
  const dataset = findManaged(context, input.actor, name);
  refuseOtherFormats(input);
  const form = readModelEdits(context, input.actor, name, input.origin);
  return show(context, input, { ...form, warnings: await checkModel(context, input.actor, dataset, input.cancel) });
}

/** Maximum number of empty rows for new items. */
const MAX_BLANKS = 20;

/** `POST /{dataset}/editor/model` */
export async function acceptModel(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const { field, find, isOurs } = await readPostedForm(context.signIn, input);
  const account = requireSession(context.signIn, input, phraseText("to_manage_datasets"));
  const name = input.segments.get("dataset")!;
  const user = actorOf(account);
  const readForm = (): ModelEditForm => readModelEdits(context, user, name, input.origin);
  const errors: string[] = [];
  const typed = readTypedEdits(readForm(), field("shown"), (place) => composeRows(place, find, errors));
  const textsOf = ({ places }: ModelEditForm): Texts =>
    mergeTexts(typed, new Map(places.map((place) => [place.name, place.text])));
  const blanks = Math.min(MAX_BLANKS, Number.parseInt(field("blanks"), 10) || 1);
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    if (field("do") === "more") {
      const form = readForm();
      return show(context, input, form, { errors, clashes: [], texts: textsOf(form), blanks: blanks + 1 });
    }
    if (errors.length > 0) throw new InvalidModel(errors);
    refuseSecond(context.loads, name);
    await editDataset(context.loads, name, typed, user, input.cancel.signal);
    return { seeOther: `/${name}/editor/model` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Other users may have saved meanwhile: texts that they have not changed are shown as typed.
    const form = readForm();
    const clashes = error instanceof Clashing ? error.clashes : [];
    return show(context, input, form, { errors: error.errors, clashes, texts: textsOf(form), blanks }, error);
  }
}

function show(
  context: ServerContext,
  input: CallInput,
  form: ModelEditForm,
  unsaved: Unsaved | null = null,
  because?: UserError,
): RouteOutcome {
  return showForm(
    context.signIn,
    input,
    (token) => ({ kind: "model editor", origin: input.origin, token, form, unsaved }),
    because,
  );
}
