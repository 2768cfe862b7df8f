import { phraseText } from "../../../core/errors/phrase-text.js";
import { type Actor, actorOf } from "../../../access/actor.js";
import { MAX_SHAPE_FILE } from "../../../calls/publishing/manage/add-shapes.js";
import {
  admitToShapes,
  CheckedLayers,
  checkTypedShapes,
  dropConfirmedShapes,
  findEditedLayer,
  keepChecked,
  readTypedShapes,
  SHAPES_EDITOR,
  typeShapes,
} from "../../../calls/publishing/manage/shapes-editor.js";
import { Forbidden, NotFound, UserError } from "../../../core/errors/errors.js";
import type { LayerFacts } from "../../../core/model/shape-layer.js";
import type { ShapesEditorPage } from "../../pages/manage/shapes-editor.js";
import type { CallInput, RouteOutcome } from "../message/route.js";
import { readCookie } from "../request/cookie.js";
import { receiveMultipart } from "../request/multipart-form.js";
import { showForm } from "./ask-to-sign-in.js";
import { OUT_OF_DATE, refuseOtherFormats } from "./posted-form.js";
import { requireSession, requireUser } from "./require-session.js";
import type { ServerContext } from "./server-context.js";

const WHAT = phraseText("to_manage_shapes");

type Shown = Partial<Pick<ShapesEditorPage, "typed" | "errors" | "checked" | "refusedDrop">>;

/** `GET /shapes/editor` and `GET /shapes/editor/{shapes}`: list all shapes, or show one layer, with a form for a file. */
export function showShapesEditor(context: ServerContext, input: CallInput): RouteOutcome {
  admitToShapes(requireUser(input, WHAT));
  refuseOtherFormats(input);
  return showEditedShapes(context, input, findNamed(context, input), {});
}

/** `POST` to the same: check a file, keep the shapes that were checked, or drop those of the page. */
export async function acceptShapes(
  context: ServerContext,
  kept: CheckedLayers,
  input: CallInput,
): Promise<RouteOutcome> {
  refuseOtherFormats(input);
  const actor = actorOf(requireSession(context.signIn, input, WHAT));
  admitToShapes(actor);
  const layer = findNamed(context, input);
  const { directory } = context.loads.download;
  let form: Awaited<ReturnType<typeof receiveMultipart>> | null = null;
  try {
    form = await receiveMultipart(input, { directory, fileBytes: { file: MAX_SHAPE_FILE } });
    const { parameters } = form;
    const field = (name: string): string => parameters.get(name) ?? "";
    if (!context.signIn.forms.isRight(readCookie(input), field("token"))) throw new Forbidden(OUT_OF_DATE);
    if (field("change") === "drop" && layer) return await drop(context, input, actor, layer, field("confirmation"));
    if (field("change") === "save")
      return { seeOther: `${SHAPES_EDITOR}/${await keepChecked(context, kept, actor, field("checked"))}` };
    const typed = readTypedShapes(field);
    const path = form.files.get("file")?.path;
    const outcome = await checkTypedShapes(context, kept, actor, layer, { typed, path });
    if ("layer" in outcome) return showEditedShapes(context, input, layer, { typed, checked: outcome });
    return showEditedShapes(context, input, layer, { typed, errors: outcome.errors }, outcome.because);
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof NotFound) throw error;
    const errors = error.errors.map((each) => ({ field: null, error: each }));
    return showEditedShapes(context, input, layer, { errors }, error);
  } finally {
    await form?.release();
  }
}

async function drop(
  context: ServerContext,
  input: CallInput,
  actor: Actor,
  layer: LayerFacts,
  confirmation: string,
): Promise<RouteOutcome> {
  try {
    await dropConfirmedShapes(context, layer.name, confirmation, actor);
    return { seeOther: SHAPES_EDITOR };
  } catch (error) {
    if (!(error instanceof UserError) || error instanceof NotFound) throw error;
    return showEditedShapes(context, input, layer, { refusedDrop: { confirmation, errors: error.errors } }, error);
  }
}

/** Return the layer that a page is of; `null` for the page of all. @throws NotFound */
function findNamed(context: ServerContext, { segments }: CallInput): LayerFacts | null {
  const name = segments.get("shapes");
  return name === undefined ? null : findEditedLayer(context, name);
}

function showEditedShapes(
  context: ServerContext,
  input: CallInput,
  layer: LayerFacts | null,
  { typed, errors = [], checked = null, refusedDrop = null }: Shown,
  because?: UserError,
): RouteOutcome {
  return showForm(
    context.signIn,
    input,
    (token) => ({
      kind: "shapes editor",
      origin: input.origin,
      token,
      layers: context.shapes.list(),
      layer,
      typed: typed ?? (layer && typeShapes(layer)),
      errors,
      checked,
      refusedDrop,
    }),
    because,
  );
}
