import type { Actor } from "../../access/actor.js";
import { beginDraft } from "../../api/drafts/begin-draft.js";
import { checkDraft, type DraftCheck } from "../../api/drafts/check-draft.js";
import type { Draft } from "../../api/drafts/drafts.js";
import { loadDraft } from "../../api/drafts/load-draft.js";
import type { Context } from "../../api/context.js";
import { admitChange } from "../../api/loads/request-load.js";
import { Conflict, Forbidden, InvalidQuery, NotFound, Unauthenticated, UserError } from "../../errors/errors.js";
import { renderDraft } from "../../pages/draft.js";
import { renderUpload } from "../../pages/upload.js";
import { receiveForm as receiveFiles } from "../receive-form.js";
import { statusOf } from "../refusals.js";
import type { CallInput, Outcome } from "../route.js";
import { beginForm } from "./ask-to-sign-in.js";
import { readCookie } from "./cookie.js";
import { OUT_OF_DATE, receiveForm, refuseOtherForms } from "./receive-form.js";

/** `GET /datasets/new` */
export async function showUpload(context: Context, input: CallInput): Promise<Outcome> {
  refuseOtherForms(input);
  return uploadScreen(context, input, admit(context, input));
}

/** `POST /datasets/new` */
export async function acceptUpload(context: Context, input: CallInput): Promise<Outcome> {
  refuseOtherForms(input);
  const actor = admit(context, input);
  const { directory } = context.loads.download;
  try {
    const form = await receiveFiles(input, { directory, fileBytes: { csv_file: context.loads.maxUploadBytes } });
    if (!context.signIn.forms.isRight(readCookie(input.cookie), form.parameters.get("token") ?? "")) {
      await form.release();
      throw new Forbidden(OUT_OF_DATE);
    }
    const { id } = await beginDraft(context, actor.name!, form, input.signal);
    return { seeOther: pathOf(id) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return uploadScreen(context, input, actor, error);
  }
}

/** `GET /datasets/new/{draft}` */
export async function showDraft(context: Context, input: CallInput): Promise<Outcome> {
  refuseOtherForms(input);
  const draft = context.drafts.find(input.segments.get("draft")!, admit(context, input));
  return draftScreen(context, input, draft, {});
}

/** `POST /datasets/new/{draft}` */
export async function changeDraft(context: Context, input: CallInput): Promise<Outcome> {
  const actor = admit(context, input);
  const { id, isLoading } = context.drafts.find(input.segments.get("draft")!, actor);
  const { field, isOurs } = await receiveForm(context.signIn, input);
  const model = field("model");
  const flags = { private: field("private") === "yes", skipInvalid: field("skip_invalid") === "yes" };
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    if (isLoading) throw new Conflict("The file is being loaded; wait until that is done");
    if (field("do") === "discard") {
      await context.drafts.drop(id);
      return { seeOther: "/datasets/new" };
    }
    context.drafts.change(id, { model });
    const draft = context.drafts.find(id, actor);
    if (field("do") === "load") return { seeOther: await loadDraft(context, actor, draft, flags) };
    if (field("do") !== "check") throw new InvalidQuery("Choose what to do: check, load or discard");
    return draftScreen(context, input, draft, { ...flags, check: await checkDraft(context, draft, input.signal) });
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof NotFound) throw error;
    return draftScreen(context, input, context.drafts.find(id, actor), { ...flags, error });
  }
}

/** @throws Unauthenticated, Forbidden */
function admit(context: Context, { cookie, secure }: CallInput): Actor {
  const account = context.signIn.sessions.find(readCookie(cookie));
  if (!account) throw new Unauthenticated("Sign in to publish data");
  const actor = { name: account.name, admin: account.admin };
  admitChange(context, actor, secure);
  return actor;
}

function pathOf(id: string): string {
  return `/datasets/new/${id}`;
}

function uploadScreen(context: Context, input: CallInput, { name }: Actor, error?: UserError): Outcome {
  const { token } = beginForm(context.signIn, input.cookie, input.secure);
  const drafts = context.drafts.of(name!).map(({ id, fileName }) => ({ fileName, path: pathOf(id) }));
  const html = renderUpload({ origin: input.origin, token, faults: error?.faults ?? [], drafts });
  return { screen: { html, status: error ? statusOf(error) : 200 }, because: error };
}

interface Shown {
  readonly private?: boolean;
  readonly skipInvalid?: boolean;
  readonly check?: DraftCheck;
  readonly error?: UserError;
}

function draftScreen(context: Context, input: CallInput, draft: Draft, shown: Shown): Outcome {
  const { token } = beginForm(context.signIn, input.cookie, input.secure);
  const { private: isPrivate = false, skipInvalid = false, check, error } = shown;
  const html = renderDraft({
    origin: input.origin,
    token,
    path: pathOf(draft.id),
    faults: error?.faults ?? [],
    draft,
    isPrivate,
    skipInvalid,
    check,
  });
  return { screen: { html, status: error ? statusOf(error) : 200 }, because: error };
}
