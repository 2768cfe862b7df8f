import { phraseText } from "../../../core/errors/phrase-text.js";
import { type Actor, actorOf } from "../../../access/actor.js";
import { refuseSecond } from "../../../calls/publishing/loads/enqueue.js";
import {
  type CorrectionForm,
  type CorrectionRequest,
  publishCorrection,
  readCorrectionForm,
} from "../../../calls/publishing/manage/correct-members.js";
import { findManaged } from "../../../calls/publishing/manage/editor.js";
import { undoCorrection, type UndoRequest } from "../../../calls/publishing/manage/undo-correction.js";
import { MAX_SAME } from "../../../calls/publishing/manage/plan-correction.js";
import { Forbidden, NotFound, UserError } from "../../../core/errors/errors.js";
import { spellingField } from "../../pages/manage/correct-members.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { showForm } from "./ask-to-sign-in.js";
import { OUT_OF_DATE, readPostedForm, refuseOtherFormats } from "./posted-form.js";
import { requireSession } from "./require-session.js";
import type { ServerContext } from "./server-context.js";

/** `GET /{dataset}/editor/members`: show the form that corrects the label of a member, or unites several. */
export async function showCorrection(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  findManaged(context, input.actor, input.segments.get("dataset")!);
  refuseOtherFormats(input);
  const textOf = (name: string): string => input.parameters.get(name)?.trim() ?? "";
  const request = { dimension: textOf("dimension"), member: textOf("member"), find: textOf("find") };
  return show(context, input, input.actor, { ...request, label: null, same: [], shown: null });
}

/** `POST /{dataset}/editor/members` */
export async function acceptCorrection(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const { field, find, isOurs } = await readPostedForm(context.signIn, input);
  const user = actorOf(requireSession(context.signIn, input, phraseText("to_manage_datasets")));
  const name = input.segments.get("dataset")!;
  findManaged(context, user, name);
  const request: CorrectionRequest = {
    dimension: field("dimension"),
    member: field("member"),
    label: find("label") ?? null,
    same: readSpellings(field),
    find: field("find").trim(),
    shown: find("shown") ?? null,
  };
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    const [, kind, undone] = /^undo (values|labels) ([^]*)$/.exec(field("do")) ?? [];
    if (undone !== undefined) {
      refuseSecond(context.loads, name);
      const undo = { ...request, kind: kind as UndoRequest["kind"], name: undone };
      await undoCorrection(context, user, name, undo, input.cancel.signal);
      return { seeOther: `/${name}/meta/versions` };
    }
    if (field("do") !== "publish") return await show(context, input, user, request, field("do") === "check");
    refuseSecond(context.loads, name);
    // A label that another member has joins both: that is shown before it is published.
    const form = await readCorrectionForm(context, user, name, request, input.origin, input.cancel, true);
    if (form.joined !== null) return showCorrected(context, input, form);
    await publishCorrection(context, user, name, request, { cancel: input.cancel, abort: input.cancel.signal });
    return { seeOther: `/${name}/meta/versions` };
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof NotFound) throw error;
    return await show(context, input, user, request, false, error);
  }
}

/** Read the names of the spellings that are ticked. */
function readSpellings(field: (name: string) => string): readonly string[] {
  const names: string[] = [];
  // One more than is allowed, so that too many are refused.
  for (let at = 0; field(spellingField(at, "name")) !== "" && names.length <= MAX_SAME; at++) {
    if (field(spellingField(at, "same")) === "yes") names.push(field(spellingField(at, "name")));
  }
  return names;
}

async function show(
  context: ServerContext,
  input: CallInput,
  actor: Actor,
  request: CorrectionRequest,
  withEffect = false,
  because?: UserError,
): Promise<RouteOutcome> {
  const { origin, cancel } = input;
  const name = input.segments.get("dataset")!;
  const form = await readCorrectionForm(context, actor, name, request, origin, cancel, withEffect);
  return showCorrected(context, input, form, because);
}

function showCorrected(
  context: ServerContext,
  input: CallInput,
  form: CorrectionForm,
  because?: UserError,
): Promise<RouteOutcome> | RouteOutcome {
  const { origin } = input;
  return showForm(
    context.signIn,
    input,
    (token) => ({ kind: "corrections", origin, token, form, errors: because?.errors ?? [] }),
    because,
  );
}
