import { Clashing, editDataset, mergeTexts } from "../../api/manage/edit-model.js";
import { findManaged } from "../../api/manage/editor.js";
import { refuseSecond } from "../../api/loads/enqueue.js";
import { type ModelEditForm, readModelEdits, readTypedEdits } from "../../api/manage/model-form.js";
import { Forbidden, UserError } from "../../errors/errors.js";
import type { Unsaved } from "../../pages/manage/model-form.js";
import { statusOf } from "../message/refusals.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { beginForm } from "./ask-to-sign-in.js";
import { OUT_OF_DATE, receiveForm, refuseOtherForms } from "./receive-form.js";
import { requireSession } from "./require-session.js";
import type { ServerContext } from "./server-context.js";

/** `GET /{dataset}/editor/model`: show the form for a dataset's metadata and the labels of its fields. */
export function showModelEditor(context: ServerContext, input: CallInput): RouteOutcome {
  const name = input.segments.get("dataset")!;
  findManaged(context, input.actor, name);
  refuseOtherForms(input);
  return show(context, input, readModelEdits(context, input.actor, name, input.origin));
}

/** `POST /{dataset}/editor/model` */
export async function acceptModel(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const { field, find, isOurs } = await receiveForm(context.signIn, input);
  const account = requireSession(context.signIn, input, "manage datasets");
  const name = input.segments.get("dataset")!;
  const user = { name: account.name, admin: account.admin };
  const readForm = (): ModelEditForm => readModelEdits(context, user, name, input.origin);
  const typed = readTypedEdits(readForm(), field("shown"), find);
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    refuseSecond(context.loads, name);
    await editDataset(context.loads.services, name, typed, user.name, input.cancel.signal);
    return { seeOther: `/${name}/editor/model` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Other users may have saved meanwhile: texts that they have not changed are shown as typed.
    const form = readForm();
    const texts = mergeTexts(typed, new Map(form.places.map((place) => [place.name, place.text])));
    const clashes = error instanceof Clashing ? error.clashes : [];
    return show(context, input, form, { errors: error.errors, clashes, texts }, error);
  }
}

function show(
  context: ServerContext,
  { cookie: header, secure, origin }: CallInput,
  form: ModelEditForm,
  unsaved: Unsaved | null = null,
  because?: UserError,
): RouteOutcome {
  const { cookie, token } = beginForm(context.signIn, header, secure);
  return {
    shown: { kind: "model editor", origin, token, form, unsaved },
    status: because ? statusOf(because) : 200,
    cookie,
    because,
  };
}
