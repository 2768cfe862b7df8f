import { errorText } from "../../../core/errors/error-text.js";
import { type Actor, actorOf } from "../../../access/actor.js";
import { beginDraft } from "../../../calls/publishing/drafts/begin-draft.js";
import { checkDraft } from "../../../calls/publishing/drafts/check-draft.js";
import { type Draft, draftPath } from "../../../calls/publishing/drafts/draft.js";
import { type DraftEdit, editDraft, showDraftAs } from "../../../calls/publishing/drafts/edit-draft.js";
import { loadDraft } from "../../../calls/publishing/drafts/load-draft.js";
import { readDraft } from "../../../calls/publishing/drafts/read-draft.js";
import { chosenEncoding, chosenRules, rulesOf } from "../../../calls/publishing/drafts/table-choice.js";
import { FIRST_ENTRIES_ID } from "../../pages/manage/draft-entries.js";
import { readTableChoice } from "../../pages/manage/draft-table.js";
import { findManaged } from "../../../calls/publishing/manage/editor.js";
import { admitChange } from "../../../calls/publishing/loads/request-load.js";
import {
  Forbidden,
  InvalidModel,
  InvalidQuery,
  NotFound,
  Unauthenticated,
  UserError,
} from "../../../core/errors/errors.js";
import { readModelForm } from "../../pages/manage/model-form-fields.js";
import { receiveMultipart as receiveFiles } from "../request/multipart-form.js";
import { PayloadTooLarge, statusOf } from "../message/refusals.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { beginForm } from "./ask-to-sign-in.js";
import { readCookie } from "../request/cookie.js";
import { OUT_OF_DATE, readPostedForm, refuseOtherFormats } from "./posted-form.js";
import type { ServerContext } from "./server-context.js";

/** `GET /datasets/new` */
export async function showUpload(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  refuseOtherFormats(input);
  const actor = admit(context, input);
  const into = input.parameters.get("dataset")?.trim() ?? "";
  if (into !== "") findManaged(context, actor, into);
  return uploadOutcome(context, input, actor, { url: "", into });
}

/** `POST /datasets/new` */
export async function acceptUpload(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  refuseOtherFormats(input);
  const actor = admit(context, input);
  const { directory } = context.loads.download;
  let url = "";
  let into = "";
  try {
    const form = await receiveFiles(input, { directory, fileBytes: { csv_file: context.loads.maxUploadBytes } });
    url = form.parameters.get("url") ?? "";
    into = form.parameters.get("dataset") ?? "";
    if (!context.signIn.forms.isRight(readCookie(input), form.parameters.get("token") ?? "")) {
      await form.release();
      throw new Forbidden(OUT_OF_DATE);
    }
    if (into !== "") await checkManaged(context, actor, into, form);
    const { id, done } = await beginDraft(context, actor.id!, into === "" ? null : into, form);
    await soon(done);
    return { seeOther: draftPath(id) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return uploadOutcome(context, input, actor, { url, into, error });
  }
}

/** Check that a user manages the dataset that a file is to be added to; if not, release the form. */
async function checkManaged(
  context: ServerContext,
  actor: Actor,
  dataset: string,
  form: Awaited<ReturnType<typeof receiveFiles>>,
): Promise<void> {
  try {
    findManaged(context, actor, dataset);
  } catch (error) {
    await form.release();
    throw error;
  }
}

/** `GET /datasets/new/{draft}` */
export async function showDraft(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  refuseOtherFormats(input);
  const draft = context.drafts.find(input.segments.get("draft")!, admit(context, input));
  return draftOutcome(context, input, draft);
}

/** Maximum size of a form in bytes: a model has at most 10 MB, and percent-encoding triples characters. */
const MAX_BYTES = 32 * 2 ** 20;

const TOO_LARGE =
  "The form is too large to be sent. Below is what was saved before; to shorten what you typed, go back in your browser";

/** `POST /datasets/new/{draft}` */
export async function changeDraft(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const actor = admit(context, input);
  const { id } = context.drafts.find(input.segments.get("draft")!, actor);
  try {
    const { field, isOurs } = await readPostedForm(context.signIn, input, MAX_BYTES);
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    return await act(context, actor, id, field);
  } catch (thrown) {
    if (!(thrown instanceof UserError) || thrown instanceof NotFound) throw thrown;
    const isTooLarge = thrown instanceof PayloadTooLarge;
    if (isTooLarge) await drain(input.upload);
    const error = isTooLarge ? new PayloadTooLarge(TOO_LARGE) : thrown;
    return draftOutcome(context, input, context.drafts.find(id, actor), error);
  }
}

/**
 * Read and discard the rest of a body: a browser answered before it has sent all may show a connection error instead.
 */
async function drain(rest: AsyncIterable<Buffer>): Promise<void> {
  let bytes = 0;
  for await (const piece of rest) {
    bytes += piece.length;
    if (bytes > 4 * MAX_BYTES) return;
  }
}

/** Carry out the action of a draft's form. */
async function act(
  context: ServerContext,
  actor: Actor,
  id: string,
  field: (name: string) => string,
): Promise<RouteOutcome> {
  const { drafts } = context;
  const draft = drafts.find(id, actor);
  const edited = (): Promise<Draft> => editDraft(context, actor, draft, readEdit(field));
  const what = field("do");
  const choice = readTableChoice(field);
  const table = chosenRules(draft, choice) ?? (chosenEncoding(draft, choice) && rulesOf(draft));
  // Ticked repairs also hold for the check and the load, so the file is read again first.
  if (table && ["table", "check", "load"].includes(what)) {
    await edited().catch(ignoreErrors);
    const model = chosenEncoding(drafts.find(id, actor), choice);
    if (model !== undefined) await drafts.change(id, { model });
    await soon(readDraft(context, drafts.find(id, actor), table));
    return { seeOther: draftPath(id) };
  }
  switch (what) {
    case "table":
      await edited();
      break;
    case "discard":
      await drafts.discard(id);
      return { seeOther: "/datasets/new" };
    case "stop":
      await drafts.stopWork(id);
      break;
    case "read":
      await soon(readDraft(context, draft));
      break;
    case "form":
    case "json":
      await showDraftAs(context, await edited(), what);
      break;
    case "preview":
      await edited();
      return { seeOther: `${draftPath(id)}#${FIRST_ENTRIES_ID}` };
    case "check":
      await soon(checkDraft(context, await edited()));
      break;
    case "load":
      return { seeOther: await loadDraft(context, actor, await edited()) };
    default:
      throw new InvalidQuery(errorText("unknown_deed"));
  }
  return { seeOther: draftPath(id) };
}

/** Go on if a model has errors: reading the file again proposes another one. */
function ignoreErrors(error: unknown): void {
  if (!(error instanceof InvalidModel)) throw error;
}

function readEdit(field: (name: string) => string): DraftEdit {
  return {
    model: field("as") === "form" ? readModelForm(field) : field("model"),
    date: field("date").trim(),
    isPrivate: field("private") === "yes",
    skipInvalid: field("skip_invalid") === "yes",
    purgeReplaced: field("purge_replaced") === "yes",
    countsTotals: field("counts_totals") === "yes",
  };
}

/** Milliseconds: longer than a small file takes. */
const SOON_MS = 400;

/** Wait shortly for work, so that fast work is done on the next page. */
async function soon(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SOON_MS);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** Return the signed-in user, if it may publish data. @throws Unauthenticated, Forbidden */
function admit(context: ServerContext, input: CallInput): Actor {
  const account = context.signIn.sessions.find(readCookie(input));
  if (!account) throw new Unauthenticated(errorText("sign_in_to_publish"));
  const actor = actorOf(account);
  admitChange(context, actor, input);
  return actor;
}

function uploadOutcome(
  context: ServerContext,
  input: CallInput,
  { id: owner }: Actor,
  { url, into, error }: { readonly url: string; readonly into: string; readonly error?: UserError },
): RouteOutcome {
  const { token } = beginForm(context.signIn, input);
  const drafts = context.drafts.of(owner!).map(({ id, name, work }) => ({ name, path: draftPath(id), work }));
  const errors = error?.errors ?? [];
  return {
    shown: { kind: "upload", origin: input.origin, token, errors, url, into, drafts },
    status: error ? statusOf(error) : 200,
    because: error,
  };
}

function draftOutcome(context: ServerContext, input: CallInput, draft: Draft, error?: UserError): RouteOutcome {
  const { token } = beginForm(context.signIn, input);
  const errors = error?.errors ?? [];
  return {
    shown: { kind: "draft", origin: input.origin, token, path: draftPath(draft.id), errors, draft },
    status: error ? statusOf(error) : 200,
    because: error,
  };
}
