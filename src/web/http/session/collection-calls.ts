import { phraseText } from "../../../core/errors/phrase-text.js";
import { type Actor, actorOf } from "../../../access/actor.js";
import {
  addTypedCollection,
  changeTypedCollection,
  COLLECTIONS_EDITOR,
  dropConfirmed,
  listEdited,
  readEditedCollection,
  readTypedCollection,
  type TypedCollection,
} from "../../../calls/publishing/manage/collection-editor.js";
import { InvalidCollection, refuseOthers } from "../../../calls/publishing/manage/collections.js";
import { Forbidden, TakenName, UserError } from "../../../core/errors/errors.js";
import type { RefusedCollection } from "../../pages/manage/collection-form.js";
import type { CollectionEditorPage } from "../../pages/manage/collections-editor.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { showForm } from "./ask-to-sign-in.js";
import { OUT_OF_DATE, readPostedForm, refuseOtherFormats } from "./posted-form.js";
import { requireSession, requireUser } from "./require-session.js";
import type { ServerContext } from "./server-context.js";

const WHAT = phraseText("to_manage_collections");

/** `GET /collections/editor`: list all collections, with a form for another. */
export function showCollectionsEditor(context: ServerContext, input: CallInput): RouteOutcome {
  refuseOthers(requireUser(input, WHAT));
  refuseOtherFormats(input);
  return showAll(context, input, null);
}

/** `POST /collections/editor`: add a collection. */
export async function acceptCollection(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const { field, isOurs } = await readPostedForm(context.signIn, input);
  const actor = actorOf(requireSession(context.signIn, input, WHAT));
  refuseOthers(actor);
  const typed = readTypedCollection(field);
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    return { seeOther: `${COLLECTIONS_EDITOR}/${await addTypedCollection(context, typed, actor)}` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return showAll(context, input, refusedOf(typed, error), error);
  }
}

/** `GET /collections/editor/{collection}`: show the form that changes a collection. */
export function showCollectionEditor(context: ServerContext, input: CallInput): RouteOutcome {
  const actor = requireUser(input, WHAT);
  refuseOthers(actor);
  refuseOtherFormats(input);
  return showOne(context, input, actor, {});
}

/** `POST /collections/editor/{collection}`: change a collection, or drop it. */
export async function changeCollectionByForm(context: ServerContext, input: CallInput): Promise<RouteOutcome> {
  const { field, isOurs } = await readPostedForm(context.signIn, input);
  const actor = actorOf(requireSession(context.signIn, input, WHAT));
  refuseOthers(actor);
  const name = input.segments.get("collection")!;
  const isDrop = field("change") === "drop";
  const confirmation = field("confirmation");
  const typed = readTypedCollection(field);
  try {
    if (!isOurs) throw new Forbidden(OUT_OF_DATE);
    if (isDrop) {
      await dropConfirmed(context, name, confirmation, actor);
      return { seeOther: COLLECTIONS_EDITOR };
    }
    const after = await changeTypedCollection(context, name, field("seen"), typed, actor);
    return { seeOther: `${COLLECTIONS_EDITOR}/${after}` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const shown = isDrop
      ? { refusedDrop: { confirmation, errors: error.errors } }
      : { refused: refusedOf(typed, error) };
    return showOne(context, input, actor, shown, error);
  }
}

/** Return what a form shows again, with errors beside their fields. */
function refusedOf(typed: TypedCollection, error: UserError): RefusedCollection {
  if (error instanceof InvalidCollection) return { typed, errors: error.errorsOfFields };
  const field = error instanceof TakenName ? "name" : null;
  return { typed, errors: error.errors.map((each) => ({ field, error: each })) };
}

function showAll(
  context: ServerContext,
  input: CallInput,
  refused: RefusedCollection | null,
  because?: UserError,
): RouteOutcome {
  const collections = listEdited(context);
  return showForm(
    context.signIn,
    input,
    (token) => ({ kind: "collections editor", origin: input.origin, token, collections, refused }),
    because,
  );
}

function showOne(
  context: ServerContext,
  input: CallInput,
  actor: Actor,
  { refused = null, refusedDrop = null }: Partial<Pick<CollectionEditorPage, "refused" | "refusedDrop">>,
  because?: UserError,
): RouteOutcome {
  const collection = readEditedCollection(context, actor, input.segments.get("collection")!);
  return showForm(
    context.signIn,
    input,
    (token) => ({ kind: "collection editor", origin: input.origin, token, collection, refused, refusedDrop }),
    because,
  );
}
